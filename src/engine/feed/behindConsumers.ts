/** Raises a problem for each feed while connected graphics still show an older list of it, until they follow it or are no longer listed. */
import type { Consumer } from '../../contract/consumer.ts';
import { listSharedNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { ProblemReports } from '../reportProblems.ts';
import type { Store } from '../store.ts';

/** Longer than a page takes to load, or a busy machine to paint. Milliseconds. */
const reportAfterMs = 5000;
const checkIntervalMs = 1000;

/** Returns a function that stops it. */
export function reportBehindConsumers(
  store: Pick<Store, 'state' | 'subscribe'>,
  clock: Clock,
  consumersOf: (slug: string) => readonly Consumer[],
  { raise, clear }: ProblemReports,
): () => void {
  /** By feed, the ids of the consumers in its problem. */
  const reported = new Map<string, readonly string[]>();
  let cancel: Cancel | null = null;

  const check = (): void => {
    cancel = null;
    const slugs = store.state().feeds.map(({ slug }) => slug);
    let isAnyBehind = false;
    for (const slug of new Set([...reported.keys(), ...slugs])) {
      const known = reported.get(slug) ?? [];
      const consumers = slugs.includes(slug) ? consumersOf(slug) : [];
      isAnyBehind ||= consumers.some(isBehind);
      // A lost connection does not take the older list off screen.
      const late = consumers.filter(
        (consumer) =>
          (isBehind(consumer) && behindForMs(consumer) >= reportAfterMs) ||
          (known.includes(consumer.id) && consumer.state === 'silent'),
      );
      report(slug, late);
    }
    if (isAnyBehind) schedule();
  };
  const report = (slug: string, late: readonly Consumer[]): void => {
    const ids = late.map(({ id }) => id);
    if (ids.join() === (reported.get(slug) ?? []).join()) return;
    if (ids.length === 0) {
      reported.delete(slug);
      clear('FEED_CONSUMER_BEHIND', `feed:${slug}`);
      return;
    }
    reported.set(slug, ids);
    const names = late.map(({ name }) => isolateName(name));
    raise('FEED_CONSUMER_BEHIND', `feed:${slug}`, { feed: slug, names: () => listSharedNames(names) });
  };
  const schedule = (): void => {
    cancel ??= clock.after(checkIntervalMs, check);
  };
  const behindForMs = ({ behindSince }: Consumer): number =>
    behindSince === null ? 0 : clock.now() - Date.parse(behindSince);

  const unsubscribe = store.subscribe(schedule);
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** A poller has an older list until its next read, which can be minutes away, and a page that has painted nothing shows none. */
function isBehind({ state, protocol, paintedRevision, confirmedRevision }: Consumer): boolean {
  const showsNothing = paintedRevision === null && confirmedRevision === 0;
  return state === 'behind' && protocol !== 'poll' && !showsNothing;
}
