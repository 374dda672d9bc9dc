/** The last change of the settings, which its operator can undo for ten seconds. */
import type { Refusal } from '../../contract/commands.ts';
import type { SettingsView } from '../../contract/settings.ts';
import type { Clock } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { SettingsDocument } from './document.ts';
import type { SecretsEdit } from './settingsEdit.ts';

export const undoWindowMs = 10_000;

export type SettingsUndo = {
  readonly id: string;
  readonly written: SettingsDocument;
  readonly secrets: SecretsEdit;
  readonly paths: readonly string[];
  readonly by: string | null;
  readonly untilMs: number;
};

export function viewUndo(undoable: SettingsUndo | null, clock: Clock): SettingsView['undo'] {
  const remainingMs = undoable === null ? 0 : undoable.untilMs - clock.monotonicMs();
  if (undoable === null || remainingMs <= 0) return null;
  const { id, paths, by } = undoable;
  return { id, paths, by, until: new Date(clock.now() + remainingMs).toISOString() };
}

/** Returns the change that `by` can undo; with an `id`, only that one. */
export function findUndo(
  undoable: SettingsUndo | null,
  id: string | null,
  by: string | null,
  clock: Clock,
): SettingsUndo | Refusal {
  if (undoable === null || clock.monotonicMs() >= undoable.untilMs) return refuse('SETTINGS_UNDO_NONE', {});
  if (undoable.by !== by || (id !== null && undoable.id !== id))
    return refuse('SETTINGS_UNDO_OTHER', { by: undoable.by ?? 'Greenroom' });
  return undoable;
}
