/** Tracks the graphics clients of a feed, the revision each one has, and which are behind or silent. */
import type { Consumer } from '../../contract/consumer.ts';
import type { Cancel, Clock } from '../ports.ts';

/** Times are monotonic milliseconds. */
export type Reader = {
  readonly id: string;
  readonly protocol: Consumer['protocol'];
  readonly address: string;
  readonly joinedMs: number;
  name: string;
  revision: number;
  paintedRevision: number | null;
  paintedInMs: number | null;
  /** False for pollers and for clients that disconnected without a close frame. */
  isConnected: boolean;
  isPreview: boolean;
  /** Always false for sockets and event streams. */
  isAwaitingSecondRead: boolean;
  lastSeenMs: number;
};

/** Pass the same object for every read of one connection. */
export type Connection = { readonly remoteAddress?: string | undefined };

export type Consumers = {
  readonly list: () => readonly Consumer[];
  readonly count: () => number;
  /** Consumers that must confirm takedowns; excludes previews. */
  readonly readers: () => readonly Reader[];
  readonly join: (protocol: 'socket' | 'events', address: string, name: string, isPreview: boolean) => Reader;
  /** Unless the client closed the connection properly, it may still show its last picture. */
  readonly leave: (reader: Reader, isCleanClose: boolean) => void;
  /** Records one completed read by a poller. */
  readonly recordPoll: (connection: Connection, userAgent: string, revision: number) => void;
  readonly recordSent: (reader: Reader, revision: number) => void;
  readonly recordPainted: (reader: Reader, revision: number) => void;
  readonly setName: (reader: Reader, name: string, isPreview: boolean) => void;
  readonly markSeen: (reader: Reader) => void;
  readonly setRevision: (revision: number) => void;
  readonly stop: () => void;
};

const socketBehindAfterMs = 2000;
const pollBehindAfterMs = 5000;
const silentAfterMs = 15_000;
const goneAfterMs = 60_000;
const checkIntervalMs = 1000;
/** Further pollers are served but not listed. */
const maxPollers = 500;

/** `onChanged` is called when `list` changes in anything but `lastSeenAt`. */
export function createConsumers(clock: Clock, currentRevision: number, onChanged: () => void): Consumers {
  const readers = new Map<string, Reader>();
  const pollers = new Map<string, Reader>();
  const reportedStates = new Map<string, Consumer['state']>();
  const byConnection = new WeakMap<Connection, { readonly userAgent: string; readonly reader: Reader }>();
  let revision = currentRevision;
  let revisedMs = clock.monotonicMs();
  let counter = 0;
  let timer: Cancel | null = null;

  /** A reader is not late for a revision from before it connected. */
  const availableSinceMs = (reader: Reader): number => Math.max(revisedMs, reader.joinedMs);
  const stateOf = (reader: Reader): Consumer['state'] => {
    const nowMs = clock.monotonicMs();
    if (!reader.isConnected && (reader.protocol !== 'poll' || nowMs - reader.lastSeenMs > silentAfterMs))
      return 'silent';
    if (reader.isConnected && nowMs - reader.lastSeenMs > silentAfterMs) return 'silent';
    const shown = reader.paintedRevision ?? reader.revision;
    const allowedMs = reader.protocol === 'poll' ? pollBehindAfterMs : socketBehindAfterMs;
    return shown < revision && nowMs - availableSinceMs(reader) > allowedMs ? 'behind' : 'reading';
  };

  /** Updates states and removes readers that are gone; runs only while there are readers. */
  const checkReaders = (): void => {
    timer = null;
    let isChanged = false;
    for (const reader of readers.values()) {
      if (!reader.isConnected && clock.monotonicMs() - reader.lastSeenMs > goneAfterMs) {
        removeReader(reader);
        isChanged = true;
        continue;
      }
      const state = stateOf(reader);
      if (reportedStates.get(reader.id) !== state) isChanged = true;
      reportedStates.set(reader.id, state);
    }
    if (isChanged) onChanged();
    scheduleCheck();
  };
  const scheduleCheck = (): void => {
    if (timer === null && readers.size > 0) timer = clock.after(checkIntervalMs, checkReaders);
  };
  const removeReader = (reader: Reader): void => {
    readers.delete(reader.id);
    reportedStates.delete(reader.id);
    for (const [key, known] of pollers) if (known === reader) pollers.delete(key);
  };
  const addReader = (protocol: Consumer['protocol'], address: string, name: string, isPreview: boolean): Reader => {
    counter += 1;
    const reader: Reader = {
      id: `c${counter}`,
      protocol,
      address,
      joinedMs: clock.monotonicMs(),
      name,
      revision: 0,
      paintedRevision: null,
      paintedInMs: null,
      isConnected: protocol !== 'poll',
      isPreview,
      isAwaitingSecondRead: false,
      lastSeenMs: clock.monotonicMs(),
    };
    readers.set(reader.id, reader);
    reportedStates.set(reader.id, 'reading');
    scheduleCheck();
    return reader;
  };
  const markSeen = (reader: Reader): void => {
    reader.lastSeenMs = clock.monotonicMs();
  };
  const toWallTime = (atMs: number): string => new Date(clock.now() - (clock.monotonicMs() - atMs)).toISOString();
  /** Finds or adds the poller of an address and program; `null` beyond the limit. */
  const pollerOf = (address: string, userAgent: string): Reader | null => {
    const key = `${address}\n${userAgent}`;
    const known = pollers.get(key);
    if (known !== undefined) return known;
    if (pollers.size >= maxPollers) return null;
    const reader = addReader('poll', address, readerNameOf(userAgent), false);
    reader.isAwaitingSecondRead = true;
    pollers.set(key, reader);
    // Differs from every real revision, so that the first read counts as a change.
    reader.revision = -1;
    return reader;
  };
  /** A client that has read only once may be a browser visit, so it is not a consumer yet. */
  const countedReaders = (): readonly Reader[] =>
    [...readers.values()].filter((reader) => !reader.isPreview && !reader.isAwaitingSecondRead);
  /** A client that reconnects under the same name replaces its own silent entry. */
  const replaceSilent = (reader: Reader): void => {
    for (const other of [...readers.values()]) {
      const isSame = other.name === reader.name && other.address === reader.address;
      if (other !== reader && isSame && !other.isConnected && other.protocol === reader.protocol) removeReader(other);
    }
  };

  return {
    list: () => countedReaders().map((reader) => toConsumer(reader, stateOf(reader), toWallTime(reader.lastSeenMs))),
    count: () => countedReaders().length,
    readers: countedReaders,
    join: (protocol, address, name, isPreview) => {
      const reader = addReader(protocol, address, name, isPreview);
      replaceSilent(reader);
      onChanged();
      return reader;
    },
    leave: (reader, isCleanClose) => {
      if (!readers.has(reader.id)) return;
      reader.isConnected = false;
      if (isCleanClose || reader.isPreview) removeReader(reader);
      onChanged();
    },
    recordPoll: (connection, userAgent, readRevision) => {
      const nowMs = clock.monotonicMs();
      const known = byConnection.get(connection);
      const isKnown = known !== undefined && known.userAgent === userAgent && readers.has(known.reader.id);
      const reader = isKnown ? known.reader : pollerOf(connection.remoteAddress ?? '', userAgent);
      if (reader === null) return;
      if (!isKnown) byConnection.set(connection, { userAgent, reader });
      const isSecondRead = reader.isAwaitingSecondRead && reader.revision >= 0;
      if (isSecondRead) reader.isAwaitingSecondRead = false;
      reader.lastSeenMs = nowMs;
      if (!isSecondRead && reader.revision === readRevision && reportedStates.get(reader.id) === 'reading') return;
      reader.revision = readRevision;
      reportedStates.set(reader.id, 'reading');
      if (!reader.isAwaitingSecondRead) onChanged();
    },
    // Sending does not update `lastSeenMs`; only a pong, a frame or a read proves that the client is alive.
    recordSent: (reader, sentRevision) => {
      if (reader.revision === sentRevision) return;
      reader.revision = sentRevision;
      onChanged();
    },
    recordPainted: (reader, paintedRevision) => {
      markSeen(reader);
      // Ignore a revision that was never sent to this client.
      if (paintedRevision > reader.revision || paintedRevision === reader.paintedRevision) return;
      reader.paintedRevision = paintedRevision;
      if (paintedRevision === revision) reader.paintedInMs = Math.round(clock.monotonicMs() - availableSinceMs(reader));
      onChanged();
    },
    setName: (reader, name, isPreview) => {
      markSeen(reader);
      if (name === reader.name && isPreview === reader.isPreview) return;
      reader.name = name;
      reader.isPreview = isPreview;
      replaceSilent(reader);
      onChanged();
    },
    markSeen,
    setRevision: (next) => {
      revision = next;
      revisedMs = clock.monotonicMs();
    },
    stop: () => {
      timer?.();
      timer = null;
      readers.clear();
      pollers.clear();
    },
  };
}

function toConsumer(reader: Reader, state: Consumer['state'], lastSeenAt: string): Consumer {
  const { id, name, address, protocol, revision, paintedRevision, paintedInMs } = reader;
  return { id, name, address, protocol, revision, paintedRevision, paintedInMs, state, lastSeenAt };
}

const programs: readonly (readonly [RegExp, string])[] = [
  [/vMix/i, 'vMix'],
  [/CasparCG/i, 'CasparCG'],
  [/\bOBS\b/i, 'OBS'],
  [/python-urllib/i, 'OBS url-text'],
  [/\bLavf\//i, 'FFmpeg'],
  [/^curl\//i, 'curl'],
  [/^Wget\//i, 'wget'],
  [/Electron\//i, 'Electron'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
];

/** Names a client by its User-Agent. */
export function readerNameOf(userAgent: string): string {
  for (const [pattern, name] of programs) if (pattern.test(userAgent)) return name;
  const first = /^[\w .+-]{1,40}/.exec(userAgent)?.[0].trim();
  return first === undefined || first === '' ? 'Unknown client' : first;
}
