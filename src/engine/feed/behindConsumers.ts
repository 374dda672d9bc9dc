/** Raises problems for each feed while graphics show an older list of it for too long, until they follow it, close, are forgotten, or a person has seen that they are off screen. */
import { type LateCode, lateCodes } from '../../core/lateCodes.ts';
import { listSharedNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { ProblemReports } from '../reportProblems.ts';
import type { Store } from '../store.ts';
import type { Consumers } from './consumers.ts';
import type { Reader } from './reader.ts';

const checkIntervalMs = 1000;

export type BehindConsumers = {
  /** A person has seen that these consumers are off screen. Returns the names of the late ones among them. */
  readonly confirm: (slug: string, ids: readonly string[]) => readonly string[];
  readonly stop: () => void;
};

export function reportBehindConsumers(
  store: Pick<Store, 'state' | 'subscribe'>,
  clock: Clock,
  lateConsumersOf: (slug: string) => Consumers['late'] | null,
  { raise, clear }: ProblemReports,
): BehindConsumers {
  /** By problem and feed, the ids of its consumers. */
  const reported = new Map<string, string>();
  const knownSlugs = new Set<string>();
  let cancel: Cancel | null = null;

  const check = (): void => {
    cancel = null;
    for (const { slug } of store.state().feeds) knownSlugs.add(slug);
    let isAnyPending = false;
    for (const slug of knownSlugs) isAnyPending = checkFeed(slug) || isAnyPending;
    if (isAnyPending) schedule();
  };
  /** Returns whether it must be checked again although nothing changes. */
  const checkFeed = (slug: string): boolean => {
    const { late, isAnyPending } = lateConsumersOf(slug)?.find() ?? { late: [], isAnyPending: false };
    for (const code of lateCodes) {
      const named = late.filter((found) => found.code === code).map(({ reader }) => reader);
      report(code, slug, named);
    }
    return isAnyPending;
  };
  const report = (code: LateCode, slug: string, late: readonly Pick<Reader, 'id' | 'name'>[]): void => {
    const key = `${code} ${slug}`;
    const ids = late.map(({ id }) => id).join();
    if (ids === (reported.get(key) ?? '')) return;
    reported.set(key, ids);
    if (ids === '') {
      clear(code, `feed:${slug}`);
      return;
    }
    const names = late.map(({ name }) => isolateName(name));
    raise(code, `feed:${slug}`, { feed: slug, names: () => listSharedNames(names) });
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
