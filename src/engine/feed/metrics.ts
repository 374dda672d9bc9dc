/** The metrics of `/metrics`, for Prometheus. Their names are a contract. */
import { Counter, Gauge, Registry } from 'prom-client';
import { countDifference } from '../../core/compare.ts';
import type { FeedState } from '../../core/feedState.ts';
import { countOpenTakedowns, takedownCode } from '../../core/openTakedowns.ts';
import type { Problem, ProblemCode } from '../../core/problem.ts';
import type { ShowState } from '../../core/show.ts';
import { confirmationOf, type Freshness } from '../../core/source.ts';
import { waitingOf } from '../../core/waiting.ts';
import type { Clock } from '../ports.ts';
import type { Channel } from './channel.ts';

const freshnessValues: readonly Freshness[] = ['fresh', 'stale', 'offline', 'demo'];
const consumerStates = ['reading', 'behind', 'silent'] as const;

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Sources of the values. */
export type MetricsDeps = {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly version: string;
  readonly clock: Clock;
  readonly state: () => ShowState;
  /** The problems shown now. */
  readonly problems: () => readonly Problem[];
  /** How often a problem with each code has begun. */
  readonly problemCounts: () => ReadonlyMap<ProblemCode, number>;
};

/** Returns a registry that reads every value at each request. */
export function createMetrics({ channels, version, clock, state, problems, problemCounts }: MetricsDeps): Registry {
  const registry = new Registry();
  const addGauge = (name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  };
  const addFeedGauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (channel: Channel) => readonly Sample[],
  ): void => {
    addGauge(`greenroom_feed_${name}`, help, ['feed', ...labelNames], () =>
      [...channels].flatMap(([feed, channel]) =>
        read(channel).map(([labels, value]): Sample => [{ feed, ...labels }, value]),
      ),
    );
  };

  addGauge('greenroom_info', 'Greenroom version.', ['version'], () => [[{ version }, 1]]);
  addFeedGauge('revision', 'Revision on air.', [], ({ documents }) => [[{}, documents.status().revision]]);
  addFeedGauge('items', 'Posts on air.', [], ({ documents }) => [
    [{}, documents.publication().feed.onAir.items.length],
  ]);
  addFeedGauge('following', '1 while the feed follows live, 0 while held or cleared.', [], ({ documents }) => [
    [{}, documents.status().gate === 'following' ? 1 : 0],
  ]);
  addFeedGauge(
    'served',
    '0 while it is not known what was on air last and graphics get nothing, else 1.',
    [],
    (channel) => [[{}, channel.isServed() ? 1 : 0]],
  );
  addFeedGauge('freshness', '1 for the current freshness, 0 for the others.', ['word'], ({ documents }) =>
    freshnessValues.map((word) => [{ word }, documents.status().freshness === word ? 1 : 0]),
  );
  // Monotonic, because the wall clock may have just been set.
  const confirmedAgesOf = (feed: FeedState): readonly Sample[] => {
    const { confirmedMonotonicMs } = confirmationOf(state().source, feed.collectionId);
    if (confirmedMonotonicMs === null) return [];
    return [[{ feed: feed.slug }, Math.max(0, clock.monotonicMs() - confirmedMonotonicMs) / 1000]];
  };
  addGauge('greenroom_feed_confirmed_age_seconds', 'Seconds since the service last confirmed our copy.', ['feed'], () =>
    state().feeds.flatMap(confirmedAgesOf),
  );
  addFeedGauge('consumers', 'Consumers by state.', ['state'], (channel) => {
    const consumers = channel.consumers.list();
    return consumerStates.map((state) => [{ state }, consumers.filter((consumer) => consumer.state === state).length]);
  });
  addFeedGauge(
    'painted_seconds',
    'Seconds from the revision on air to its paint by the slowest consumer that has reported it.',
    [],
    (channel) => {
      const { revision } = channel.documents.status();
      const times = channel.consumers
        .list()
        .flatMap(({ paintedRevision, paintedInMs }) => (paintedRevision === revision ? (paintedInMs ?? []) : []));
      return times.length === 0 ? [] : [[{}, Math.max(...times) / 1000]];
    },
  );
  addGauge('greenroom_feed_waiting_changes', 'Changes that a take would make.', ['feed'], () =>
    state().feeds.map((feed) => [{ feed: feed.slug }, countDifference(waitingOf(feed))]),
  );
  addGauge('greenroom_source_latency_seconds', 'Duration of the last request to the service.', [], () => {
    const { latencyMs } = state().source;
    return latencyMs === null ? [] : [[{}, latencyMs / 1000]];
  });
  addGauge('greenroom_problems', 'Problems shown now, by code.', ['code'], () => {
    const openTakedowns = countOpenTakedowns(state());
    return [
      ...Object.entries(Object.groupBy(problems(), ({ code }) => code)).map(
        ([code, list]): Sample => [{ code }, list.length],
      ),
      ...(openTakedowns === 0 ? [] : [[{ code: takedownCode }, openTakedowns] as const]),
    ];
  });
  new Counter({
    name: 'greenroom_problems_total',
    help: 'Problems that have begun since the start, by code.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of problemCounts()) this.inc({ code }, count);
    },
  });
  addGauge('process_resident_memory_bytes', 'Resident memory.', [], () => [[{}, process.memoryUsage.rss()]]);
  addGauge('greenroom_heap_used_bytes', 'JavaScript heap in use.', [], () => [[{}, process.memoryUsage().heapUsed]]);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  return registry;
}
