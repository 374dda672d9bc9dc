/** Everything of one feed on the port: its documents, its readers, and the proof of what left the screens. */
import type { FeedState } from '../../core/feedState.ts';
import type { ShowState } from '../../core/show.ts';
import type { Clock } from '../ports.ts';
import { type Board, createBoard } from './board.ts';
import { type Consumers, createConsumers } from './consumers.ts';
import { createStream, type Stream } from './stream.ts';
import { createTakedowns, type Takedowns } from './takedowns.ts';
import { createWaiting, type Waiting } from './waiting.ts';

export type Channel = {
  readonly board: Board;
  readonly consumers: Consumers;
  readonly takedowns: Takedowns;
  readonly stream: Stream;
  readonly waiting: Waiting;
  /** Sends what changed, in this very turn. */
  readonly update: (state: ShowState, feed: FeedState) => void;
  readonly stop: () => void;
};

/** `changed` is called when the consumers or a takedown would be told differently. */
export function createChannel(state: ShowState, first: FeedState, clock: Clock, changed: () => void): Channel {
  let feed = first;
  const board = createBoard(state, first);
  const takedowns = createTakedowns(clock, first.blocks);
  const consumers = createConsumers(clock, first.onAir.revision, () => {
    if (feed.blocks.length > 0) takedowns.look(feed.blocks, consumers.readers());
    changed();
  });
  const stream = createStream(board, consumers, clock);
  const waiting = createWaiting(clock);
  return {
    board,
    consumers,
    takedowns,
    stream,
    waiting,
    update: (nextState, nextFeed) => {
      const before = feed;
      feed = nextFeed;
      if (nextFeed.onAir.revision !== before.onAir.revision) {
        consumers.revised(nextFeed.onAir.revision);
        takedowns.revised(before.onAir, nextFeed.onAir, consumers.readers());
      }
      if (board.update(nextState, nextFeed)) {
        stream.broadcast();
        waiting.look();
      }
      if (nextFeed.blocks !== before.blocks) {
        takedowns.look(nextFeed.blocks, consumers.readers());
        changed();
      }
    },
    stop: () => {
      waiting.stop();
      stream.stop();
      consumers.stop();
    },
  };
}
