/** The state of the Restore key in the History view. */
import type { DeskFeed } from '../../../../contract/deskState.ts';
import { commandTable } from '../../../../core/commandTable.ts';
import { say } from '../../../../core/language/say.ts';
import { type ActionState, disabled, enabled } from '../../../model/actionState.ts';

/** The selected revision; the previous one if none is selected. */
export function selectedRevisionOf(feed: Pick<DeskFeed, 'revision'>, selected: number | null): number {
  return selected ?? Math.max(1, feed.revision - 1);
}

/** In History, the key of Back restores. */
export const restoreTitle = commandTable.rollback.label;

export function restoreStateOf(feed: DeskFeed, selected: number | null): ActionState {
  return { ...stateOf(feed, selected), title: restoreTitle };
}

function stateOf(feed: DeskFeed, selected: number | null): ActionState {
  const revision = selectedRevisionOf(feed, selected);
  if (feed.revision === 0) return disabled(say('nothing has been on air yet'));
  if (revision === feed.revision) return disabled(say('already on air'));
  return enabled(
    say('revision {revision}, held', { revision }),
    { name: 'rollback', input: { feed: feed.slug, revision, gate: feed.gate, onAirRevision: feed.revision } },
    {
      target: [feed.slug, revision, feed.revision].join(' '),
      // The key is filled in where the sentence is shown.
      confirm: say('Press {key} again within 2 seconds to restore revision {revision}, held.', {
        key: '{key}',
        revision,
      }),
    },
  );
}
