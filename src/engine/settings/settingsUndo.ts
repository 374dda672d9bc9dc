/** The last change of the settings, which its operator can undo for ten seconds. */
import type { Refusal } from '../../contract/commands.ts';
import type { SettingsView } from '../../contract/settings.ts';
import { isolateName } from '../../core/outsideName.ts';
import { ownValue } from '../../core/ownValue.ts';
import { nameSetting } from '../../core/settingNames.ts';
import type { ShowState } from '../../core/show.ts';
import type { Clock } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { SettingsDocument } from './document.ts';
import { settingsJsonSchema } from './settings.ts';
import type { SecretsEdit } from './settingsEdit.ts';

export const undoWindowMs = 10_000;

type GatesSince = Readonly<Record<string, string>>;

export function readGatesSince({ feeds }: ShowState): GatesSince {
  return Object.fromEntries(feeds.map(({ slug, gateSince }) => [slug, gateSince]));
}

export type SettingsUndo = {
  readonly id: string;
  readonly written: SettingsDocument;
  readonly secrets: SecretsEdit;
  readonly paths: readonly string[];
  readonly by: string | null;
  /** When the gate of each feed had last changed, read just after this change, ISO 8601. */
  readonly gatesSince: GatesSince;
  /** Set once somebody else has chosen a collection on the desk, for a feed whose list the undo would change. */
  readonly chosen?: { readonly feed: string; readonly by: string | null };
  readonly untilMs: number;
};

export function viewUndo(undoable: SettingsUndo | null, clock: Clock): SettingsView['undo'] {
  const remainingMs = undoable === null ? 0 : undoable.untilMs - clock.monotonicMs();
  if (undoable === null || remainingMs <= 0) return null;
  const { id, paths, by } = undoable;
  return { id, paths, by, until: new Date(clock.now() + remainingMs).toISOString() };
}

const servicePath = 'source.baseUrl';

/** Another service has other lists for every feed. */
const changesListOf = (paths: readonly string[], slug: string): boolean =>
  paths.includes(`feeds.${slug}`) || paths.includes(servicePath);

/** Returns what can still be undone after `by` has chosen a collection for a feed on the desk. */
export function noteChoice(undoable: SettingsUndo | null, feed: string, by: string | null): SettingsUndo | null {
  if (undoable === null || !changesListOf(undoable.paths, feed)) return undoable;
  if (undoable.by !== by) return { ...undoable, chosen: { feed, by } };
  // The operator has already replaced this change.
  return undoable.paths.includes(`feeds.${feed}`) ? null : undoable;
}

/** Returns the change that `by` can undo; with an `id`, only that one. Refuses a change of a list if somebody else has changed the gate of its feed, or chosen a collection for it, since. */
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
  const { gatesSince, paths, chosen } = undoable;
  const refuseUndo = (
    code: 'SETTINGS_UNDO_GATE' | 'SETTINGS_UNDO_COLLECTION',
    feed: string,
    changedBy: string | null,
  ) => {
    const setting = nameSetting(settingsJsonSchema(), paths.includes(servicePath) ? servicePath : `feeds.${feed}`);
    return refuse(code, { feed, by: isolateName(changedBy ?? 'Greenroom'), setting });
  };
  if (chosen !== undefined) return refuseUndo('SETTINGS_UNDO_COLLECTION', chosen.feed, chosen.by);
  const changed = feeds.find(
    ({ slug, gateSince, gateBy }) =>
      changesListOf(paths, slug) && gateBy !== by && (ownValue(gatesSince, slug) ?? gateSince) !== gateSince,
  );
  return changed === undefined ? undoable : refuseUndo('SETTINGS_UNDO_GATE', changed.slug, changed.gateBy);
}
