/** The command and label of the Restore key in the History view. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { may, type Offer, rests } from '../../show/offer.ts';

/** The selected revision, by default the one before the current one. */
export function selectedRevision(feed: Pick<DeskFeed, 'revision'>, selected: number | null): number {
  return selected ?? Math.max(1, feed.revision - 1);
}

export function rollbackOffer(feed: DeskFeed, selected: number | null): Offer {
  const revision = selectedRevision(feed, selected);
  if (feed.revision === 0) return rests('nothing has been on air yet');
  if (revision === feed.revision) return rests('already on air');
  return may(
    `revision ${revision}, held`,
    { name: 'rollback', input: { feed: feed.slug, revision } },
    {
      target: `${feed.slug} ${revision} over ${feed.revision}`,
      confirm: `Press {key} again within 2 seconds to restore revision ${revision}, held.`,
    },
  );
}
