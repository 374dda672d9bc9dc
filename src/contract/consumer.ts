/** A program that reads a feed, as shown to an operator. */

export type Consumer = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly protocol: 'socket' | 'events' | 'poll';
  /** The last revision sent to it or read by it. */
  readonly revision: number;
  readonly paintedRevision: number | null;
  /** Milliseconds until it reported the paint, from the change or from its connection, whichever is later. */
  readonly paintedInMs: number | null;
  readonly state: 'reading' | 'behind' | 'silent';
  readonly lastSeenAt: string;
};
