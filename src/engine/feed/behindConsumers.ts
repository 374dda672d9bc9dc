/** Raises a problem for each feed that graphics still show an older list of, although they are connected. */
import type { Consumer } from '../../contract/consumer.ts';
import { listSharedNamesBriefly } from '../../core/listNames.ts';
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
  const reported = new Map<string, string>();
  let cancel: Cancel | null = null;

  const check = (): void => {
    cancel = null;
    const slugs = store.state().feeds.map(({ slug }) => slug);
    const behind = new Map(slugs.map((slug) => [slug, consumersOf(slug).filter(isConnectedAndBehind)]));
    for (const slug of new Set([...reported.keys(), ...slugs])) {
      const late = (behind.get(slug) ?? []).filter((consumer) => behindForMs(consumer) >= reportAfterMs);
      const ids = late.map(({ id }) => id).join(' ');
      if (ids === (reported.get(slug) ?? '')) continue;
      if (ids === '') {
        reported.delete(slug);
        clear('FEED_CONSUMER_BEHIND', `feed:${slug}`);
        continue;
      }
      reported.set(slug, ids);
      const names = late.map(({ name }) => isolateName(name));
      raise('FEED_CONSUMER_BEHIND', `feed:${slug}`, { names: () => listSharedNamesBriefly(names) });
    }
    if ([...behind.values()].some(({ length }) => length > 0)) schedule();
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

/** A poller has an older list until its next read, which can be minutes away. */
function isConnectedAndBehind({ state, protocol }: Consumer): boolean {
  return state === 'behind' && protocol !== 'poll';
}
