/** Changes from one feed to another without a moment in which the screen shows a picture that no feed controls. */
import type { FeedConnection } from './feedConnection.ts';
import type { FeedState } from './publicTypes.ts';

export type FeedSwitch = {
  /** Follows another feed from its first state on. Until then, the old feed stays in control. */
  readonly change: (feed: string) => void;
  /** Returns a function that reports a painted revision to the feed that is in control now, as one of the run that sent its last state. */
  readonly reporter: () => (revision: number) => void;
  readonly reconnectNow: () => void;
  /** Disconnects because the page leaves the screen. */
  readonly stop: () => void;
  /** Connects again because the page is back on screen. */
  readonly restart: () => void;
};

type Link = {
  readonly feed: string;
  readonly connection: FeedConnection;
  /** The newest revision received; `null` before the first state. */
  revision: number | null;
};

export function createFeedSwitch(
  connect: (feed: string, onState: (state: FeedState) => void) => FeedConnection,
  onState: (state: FeedState) => void,
): FeedSwitch {
  let current: Link | null = null;
  /** Waits for its first state. */
  let next: Link | null = null;
  /** No longer in control, but perhaps still on screen. */
  let leaving: readonly Link[] = [];

  const open = (feed: string): Link => {
    const link: Link = {
      feed,
      connection: connect(feed, (state) => {
        link.revision = state.revision;
        if (link === next) {
          next = null;
          leaving = current === null ? leaving : [...leaving, current];
          current = link;
        }
        if (link === current) onState(state);
      }),
      revision: null,
    };
    link.connection.start();
    return link;
  };

  return {
    change: (feed) => {
      if (next?.feed === feed) return;
      next?.connection.stop();
      next = null;
      if (current === null) current = open(feed);
      else if (current.feed !== feed) next = open(feed);
    },
    reporter: () => {
      const link = current;
      const run = link?.connection.run() ?? null;
      return (revision) => {
        if (link === null || link !== current) return;
        link.connection.reportPainted({ revision, run });
        for (const old of leaving) {
          // Nothing of the old feed is on screen any more.
          if (old.revision !== null)
            old.connection.reportPainted({ revision: old.revision, run: old.connection.run() });
          old.connection.stop();
        }
        leaving = [];
      };
    },
    reconnectNow: () => {
      for (const link of [current, next]) link?.connection.reconnectNow();
    },
    stop: () => {
      for (const link of [current, next, ...leaving]) link?.connection.stop();
    },
    restart: () => {
      for (const link of [current, next, ...leaving]) link?.connection.start();
    },
  };
}
