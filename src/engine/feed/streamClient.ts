/** One connected socket or event stream of a feed, as the stream sees it. */
import type { Heartbeat } from './frames.ts';
import type { RefusalStatus } from './readAccess.ts';
import type { StateSender } from './stateSender.ts';

export type ReaderOptions = {
  /** `http://` and the host of the request. */
  readonly base: string;
  readonly query: URLSearchParams;
  /** Checks the request again, because the settings may have changed since. `null`: still allowed. */
  readonly recheck: () => RefusalStatus;
};

export type StreamClient = {
  readonly base: string;
  readonly recheck: ReaderOptions['recheck'];
  readonly sender: StateSender;
  /** Whether it is sent the whole state next, which takes long to format for a long list. */
  readonly needsState: () => boolean;
  /** Requests a proof that the client has read the newest state, unless it reports what it paints. */
  readonly requestProof: () => void;
  /** Sends a frame that keeps the connection alive. */
  readonly sendHeartbeat: (heartbeat: Heartbeat) => void;
  readonly close: () => void;
  /** Closes the connection, because the same page has opened a newer one. */
  readonly replace: () => void;
  /** Closes the connection of a client that may no longer read. */
  readonly refuse: () => void;
  /** Ends the connection without waiting for the client. */
  readonly end: () => void;
};
