/** Combines the documents, consumers, takedowns, streams and long polls of one feed. */
import type { FormatTimeOfDay } from '../../core/feed/timeOfDay.ts';
import type { FeedState } from '../../core/feedState.ts';
import { hasOwnList, type ShowEvent, type ShowState } from '../../core/show.ts';
import { listStartedOlderEvents } from '../../core/startedOlder.ts';
import type { Clock } from '../ports.ts';
import { type ConsumerMemory, noMemory } from './consumerFile.ts';
import { type Consumers, createConsumers } from './consumers.ts';
import { createDocumentCache, type DocumentCache } from './documentCache.ts';
import { createLongPolls, type LongPolls } from './longPolls.ts';
import { listDoubtfulPosts } from './postsBeforeStart.ts';
import { createPulls, type Pulls } from './pulls.ts';
import { createRuns } from './runs.ts';
import { createStream, type Stream } from './stream.ts';
import { createTakedowns, type Takedowns } from './takedowns.ts';

export type Channel = {
  readonly documents: DocumentCache;
  readonly consumers: Consumers;
  readonly pulls: Pulls;
  readonly takedowns: Takedowns;
  readonly stream: Stream;
  readonly longPolls: LongPolls;
  /** Whether it has a list for graphics. Without one it closes connections, and graphics keep their last picture. */
  readonly isServed: () => boolean;
  /** Whether a blocked post or an older list may still be on screen. */
  readonly hasOpenAlarm: () => boolean;
  /** `null` unless held. ISO 8601. */
  readonly heldSince: () => string | null;
  /** True if the feed's collection has no live posts. */
  readonly isLiveEmpty: () => boolean;
  /** Whether it has a list of its collection to follow. */
  readonly hasOwnList: () => boolean;
  /** Sends the change to readers in the same event-loop turn, or a long list within the next ones. */
  readonly update: (state: ShowState, feed: FeedState) => void;
  /** Closes the readers that may no longer read, after a change of settings. */
  readonly closeRefused: () => void;
  readonly stop: () => void;
};

export type ChannelDeps = {
  readonly clock: Clock;
  readonly formatTimeOfDay: FormatTimeOfDay;
  /** Called when the consumers or a takedown change. */
  readonly onChanged: () => void;
  /** Applies an event to the show. */
  readonly apply: (event: ShowEvent) => void;
  /** Keeps the consumers over a restart. */
  readonly memory?: ConsumerMemory;
  /** Beyond these, posts and consumers are no longer told apart. */
  readonly limits?: { readonly maxLeftPosts: number; readonly maxLostReaders: number };
};

export function createChannel(
  state: ShowState,
  initialFeed: FeedState,
  { clock, formatTimeOfDay, onChanged, apply, memory = noMemory, limits }: ChannelDeps,
): Channel {
  let feed = initialFeed;
  const documents = createDocumentCache(state, initialFeed, formatTimeOfDay);
  const startedAt = new Date(clock.now()).toISOString();
  let isLaterReported = false;
  /** A client can name any revision, so this never changes air. */
  const reportLaterRevision = (): void => {
    if (isLaterReported || !feed.isRestored || feed.loss !== null) return;
    const reader = consumers.readers().find(({ laterRevision }) => laterRevision !== null);
    if (reader === undefined) return;
    isLaterReported = true;
    const known = { name: reader.name, known: reader.laterRevision ?? 0 };
    const at = new Date(clock.now()).toISOString();
    listStartedOlderEvents(initialFeed, known, startedAt, at).forEach(apply);
  };
  const updateReaders = (): void => {
    reportLaterRevision();
    if (feed.blocks.length > 0) takedowns.update(feed.blocks, consumers.readers());
    onChanged();
  };
  const takedowns: Takedowns = createTakedowns(
    {
      clock,
      report: ({ itemId, since }, report) => {
        const at = new Date(clock.now()).toISOString();
        apply({ type: 'takedownReported', feed: feed.slug, itemId, blockedAt: since, report, by: null, at });
      },
      onLate: updateReaders,
      ...limits,
    },
    {
      ...{ blocks: initialFeed.blocks, revision: initialFeed.onAir.revision, restored: memory.restored },
      doubtfulPosts: listDoubtfulPosts(state, initialFeed, memory.restored),
    },
  );
  const runs = createRuns(documents.run, initialFeed, memory.restored.runs);
  const pulls = createPulls(clock, memory.restored.pulls, () => memory.save());
  const consumers: Consumers = createConsumers(
    {
      ...{ clock, onChanged: updateReaders, onMembersChanged: () => memory.save() },
      ...{ onStreamSeen: pulls.recordStream, isAwaited: takedowns.isAwaited, runs, ...limits },
    },
    initialFeed.onAir.revision,
    memory.restored.readers,
  );
  takedowns.recogniseRestored(consumers.readers());
  takedowns.update(feed.blocks, consumers.readers());
  memory.onSave(() => ({
    revision: feed.onAir.revision,
    readers: consumers.toSaved(),
    ...takedowns.toSaved(consumers.readers()),
    pulls: pulls.list(),
    runs: runs.toSaved(),
  }));
  // Before a reader can name it.
  memory.save();
  const stream = createStream(documents, consumers, clock);
  const longPolls = createLongPolls(clock);
  return {
    documents,
    consumers,
    pulls,
    takedowns,
    stream,
    longPolls,
    isServed: () => feed.loss !== 'list',
    hasOpenAlarm: () => takedowns.isAnyOpen() || consumers.list().some(({ problem }) => problem !== null),
    heldSince: () => feed.hold?.since ?? null,
    isLiveEmpty: () => hasOwnList(feed) && feed.live.items.length === 0,
    hasOwnList: () => hasOwnList(feed),
    update: (nextState, nextFeed) => {
      const before = feed;
      feed = nextFeed;
      if (nextFeed.onAir.revision !== before.onAir.revision) {
        consumers.setRevision(nextFeed.onAir.revision);
        takedowns.recordRevision(before.onAir, nextFeed.onAir, consumers.readers());
        memory.saveIfPostsChanged();
      }
      if (documents.update(nextState, nextFeed)) {
        stream.broadcast();
        // An operator who takes posts off air waits for the proof.
        if (nextFeed.onAir.items.length < before.onAir.items.length) stream.requestProofs();
        longPolls.respondToReady();
      }
      if (nextFeed.blocks !== before.blocks) {
        takedowns.update(nextFeed.blocks, consumers.readers());
        stream.requestProofs();
        onChanged();
      }
    },
    closeRefused: () => {
      stream.closeRefused();
      longPolls.respondToReady();
    },
    stop: () => {
      memory.stop();
      takedowns.stop();
      longPolls.stop();
      stream.stop();
      consumers.stop();
    },
  };
}
