/** The last change of the settings, which its operator can undo for ten seconds. */
import type { Refusal } from '../../contract/commands.ts';
import type { SettingsView } from '../../contract/settings.ts';
import { isolateName } from '../../core/outsideName.ts';
import { ownValue } from '../../core/ownValue.ts';
import type { GatesSeen, ShowState } from '../../core/show.ts';
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
  /** After the change. */
  readonly gates: GatesSeen;
  readonly untilMs: number;
};

export function viewUndo(undoable: SettingsUndo | null, clock: Clock): SettingsView['undo'] {
  const remainingMs = undoable === null ? 0 : undoable.untilMs - clock.monotonicMs();
  if (undoable === null || remainingMs <= 0) return null;
  const { id, paths, by } = undoable;
  return { id, paths, by, until: new Date(clock.now() + remainingMs).toISOString() };
}

/** Returns the change that `by` can undo; with an `id`, only that one. Refuses one of a list whose gate somebody else has changed since. */
export function findUndo(
  undoable: SettingsUndo | null,
  id: string | null,
  by: string | null,
  clock: Clock,
  { feeds }: ShowState,
): SettingsUndo | Refusal {
  if (undoable === null || clock.monotonicMs() >= undoable.untilMs) return refuse('SETTINGS_UNDO_NONE', {});
  if (undoable.by !== by || (id !== null && undoable.id !== id))
    return refuse('SETTINGS_UNDO_OTHER', { by: undoable.by ?? 'Greenroom' });
  const { gates, paths } = undoable;
  // Another service has other lists for every feed.
  const changesListOf = (slug: string): boolean => paths.includes(`feeds.${slug}`) || paths.includes('source.baseUrl');
  const changed = feeds.find(
    ({ slug, gate, gateBy }) => changesListOf(slug) && gateBy !== by && (ownValue(gates, slug) ?? gate) !== gate,
  );
  if (changed === undefined) return undoable;
  return refuse('SETTINGS_UNDO_GATE', { feed: changed.slug, by: isolateName(changed.gateBy ?? 'Greenroom') });
}
