/** What the key of the history would do: put the chosen revision on air again, and hold it. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { may, type Offer, rests } from '../../show/offer.ts';

/** The revision that is looked at: the chosen one, else the one before the present one. */
export function chosenRevision(feed: Pick<DeskFeed, 'revision'>, chosen: number | null): number {
  return chosen ?? Math.max(1, feed.revision - 1);
}

export function rollbackOffer(feed: DeskFeed, chosen: number | null): Offer {
  const revision = chosenRevision(feed, chosen);
  if (feed.revision === 0) return rests('nothing was on air yet');
  if (revision === feed.revision) return rests('on air now');
  return may(
    `revision ${revision}, twice`,
    { name: 'rollback', input: { feed: feed.slug, revision } },
    {
      target: `${feed.slug} ${revision} over ${feed.revision}`,
      confirm: `Press {key} again within 2 seconds to put revision ${revision} on air and hold it.`,
    },
  );
}
