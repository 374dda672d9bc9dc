/** Raises a problem for each feed while graphics show an older list of it for too long, until they follow it, close, are forgotten, or a person has seen that they are off screen. */
import { listSharedNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { ProblemReports } from '../reportProblems.ts';
import type { Store } from '../store.ts';
import type { Consumers } from './consumers.ts';

const checkIntervalMs = 1000;

export type BehindConsumers = {
  /** A person has seen that these consumers are off screen. Returns the names of those in the problem. */
  readonly confirm: (slug: string, ids: readonly string[]) => readonly string[];
  readonly stop: () => void;
};

export function reportBehindConsumers(
  store: Pick<Store, 'state' | 'subscribe'>,
  clock: Clock,
  lateConsumersOf: (slug: string) => Consumers['late'] | null,
  { raise, clear }: ProblemReports,
): BehindConsumers {
  /** By feed, the ids of the consumers in its problem. */
  const reported = new Map<string, string>();
  let cancel: Cancel | null = null;

  const check = (): void => {
    cancel = null;
    let isAnyPending = false;
    for (const slug of new Set([...reported.keys(), ...store.state().feeds.map((feed) => feed.slug)]))
      isAnyPending = checkFeed(slug) || isAnyPending;
    if (isAnyPending) schedule();
  };
  /** Returns whether it must be checked again although nothing changes. */
  const checkFeed = (slug: string): boolean => {
    const { late, isAnyPending } = lateConsumersOf(slug)?.find() ?? { late: [], isAnyPending: false };
    const ids = late.map(({ id }) => id).join();
    if (ids === (reported.get(slug) ?? '')) return isAnyPending;
    if (ids === '') {
      reported.delete(slug);
      clear('FEED_CONSUMER_BEHIND', `feed:${slug}`);
      return isAnyPending;
    }
    reported.set(slug, ids);
    const names = late.map(({ name }) => isolateName(name));
    raise('FEED_CONSUMER_BEHIND', `feed:${slug}`, { feed: slug, names: () => listSharedNames(names) });
    return isAnyPending;
  };
  const schedule = (): void => {
    cancel ??= clock.after(checkIntervalMs, check);
  };

  const unsubscribe = store.subscribe(schedule);
  return {
    confirm: (slug, ids) => {
      const names = lateConsumersOf(slug)?.confirm(ids) ?? [];
      checkFeed(slug);
      return names;
    },
    stop: () => {
      unsubscribe();
      cancel?.();
    },
  };
}
