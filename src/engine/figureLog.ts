/** Keeps the figures of the last hour in memory: the service's latency, paint times, consumers and waiting changes. */
import type { Figures, Series } from '../contract/figures.ts';
import { countDifference } from '../core/compare.ts';
import type { FeedState } from '../core/feedState.ts';
import { waitingOf } from '../core/waiting.ts';
import type { FeedServer } from './feed/server.ts';
import type { Clock } from './ports.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';

export const everySeconds = 10;
/** One hour, with both ends. */
export const maxSamples = 3600 / everySeconds + 1;

type FeedSample = {
  readonly paintedMs: number | null;
  readonly consumers: number;
  readonly waiting: number;
};
type Sample = {
  /** Monotonic, so that setting the clock moves no sample. */
  readonly atMs: number;
  readonly latencyMs: number | null;
  readonly feeds: ReadonlyMap<string, FeedSample>;
};

export type FigureLog = {
  readonly view: (slug: string) => Figures;
  readonly stop: () => void;
};

export type FigureLogDeps = {
  readonly store: Pick<Store, 'state'>;
  readonly source: Pick<Source, 'pollsToday'>;
  readonly feedServer: Pick<FeedServer, 'consumers'>;
  readonly clock: Clock;
};

export function createFigureLog({ store, source, feedServer, clock }: FigureLogDeps): FigureLog {
  let samples: readonly Sample[] = [];
  let polls = source.pollsToday().polls;
  /** The revision that each consumer had painted, by feed and consumer. */
  let painted: ReadonlyMap<string, number> = new Map();

  /** An older duration would claim that the service was measured again. */
  const measureLatency = (): number | null => {
    const before = polls;
    polls = source.pollsToday().polls;
    return polls === before ? null : store.state().source.latencyMs;
  };
  const measureFeed = (feed: FeedState, paintedNow: Map<string, number>): FeedSample => {
    const consumers = feedServer.consumers(feed.slug);
    const times = consumers.flatMap(({ id, paintedRevision, paintedInMs }) => {
      if (paintedRevision === null) return [];
      const key = `${feed.slug} ${id}`;
      paintedNow.set(key, paintedRevision);
      return painted.get(key) === paintedRevision ? [] : (paintedInMs ?? []);
    });
    return {
      paintedMs: times.length === 0 ? null : Math.max(...times),
      consumers: consumers.filter(({ state }) => state !== 'silent').length,
      waiting: countDifference(waitingOf(feed)),
    };
  };
  const sample = (): void => {
    const paintedNow = new Map<string, number>();
    const feeds = new Map(store.state().feeds.map((feed) => [feed.slug, measureFeed(feed, paintedNow)]));
    painted = paintedNow;
    samples = [...samples, { atMs: clock.monotonicMs(), latencyMs: measureLatency(), feeds }].slice(-maxSamples);
    cancel = clock.after(everySeconds * 1000, sample);
  };
  let cancel = clock.after(everySeconds * 1000, sample);

  return {
    view: (slug) => {
      const wallMs = clock.now() - clock.monotonicMs();
      const oldestMs = clock.monotonicMs() - 3_600_000;
      const shown = samples.filter(({ atMs }) => atMs >= oldestMs);
      const seriesOf = (field: keyof FeedSample): Series => shown.map(({ feeds }) => feeds.get(slug)?.[field] ?? null);
      return {
        everySeconds,
        at: shown.map(({ atMs }) => Math.round(wallMs + atMs)),
        latencyMs: shown.map(({ latencyMs }) => latencyMs),
        paintedMs: seriesOf('paintedMs'),
        consumers: seriesOf('consumers'),
        waiting: seriesOf('waiting'),
      };
    },
    stop: () => cancel(),
  };
}
