/** Who reads a feed: every graphics client seen, the revision that each has, and whether it keeps up. */
import type { Consumer } from '../../contract/deskState.ts';
import type { Cancel, Clock } from '../ports.ts';

/** One client while it is known. What it tells of itself changes; times are monotonic milliseconds unless said. */
export type Reader = {
  readonly id: string;
  readonly protocol: Consumer['protocol'];
  readonly address: string;
  readonly joinedMs: number;
  name: string;
  revision: number;
  paintedRevision: number | null;
  paintedInMs: number | null;
  /** Pollers and what went away without a word keep no connection. */
  isConnected: boolean;
  isPreview: boolean;
  /** A poller that has read only once. */
  isOnce: boolean;
  lastSeenMs: number;
};

/** What a read came by; the same object for all reads over one connection. */
export type Connection = { readonly remoteAddress?: string | undefined };

/** The consumers of one feed. */
export type Consumers = {
  readonly list: () => readonly Consumer[];
  /** Clients that count, for proofs: previews are left out. */
  readonly readers: () => readonly Reader[];
  readonly join: (protocol: 'socket' | 'events', address: string, name: string, isPreview: boolean) => Reader;
  /** A socket or event stream that ended; `isGoodbye` when it said so itself, otherwise it may still show its last picture. */
  readonly leave: (reader: Reader, isGoodbye: boolean) => void;
  /** A read that answers and is over; the connection it came by may be used again. */
  readonly polled: (connection: Connection, userAgent: string, revision: number) => void;
  readonly sent: (reader: Reader, revision: number) => void;
  readonly painted: (reader: Reader, revision: number) => void;
  readonly named: (reader: Reader, name: string, isPreview: boolean) => void;
  readonly seen: (reader: Reader) => void;
  /** The feed went to a new revision now. */
  readonly revised: (revision: number) => void;
  readonly stop: () => void;
};

const socketBehindAfterMs = 2000;
const pollBehindAfterMs = 5000;
const silentAfterMs = 15_000;
const goneAfterMs = 60_000;
const lookEveryMs = 1000;
/** Pollers beyond these are answered but not listed. */
const mostPollers = 500;

/** `changed` is called whenever `list` would tell something else of a reader than how lately it was seen. */
export function createConsumers(clock: Clock, revisionNow: number, changed: () => void): Consumers {
  const readers = new Map<string, Reader>();
  const pollers = new Map<string, Reader>();
  const told = new Map<string, Consumer['state']>();
  const byConnection = new WeakMap<Connection, { readonly userAgent: string; readonly reader: Reader }>();
  let revision = revisionNow;
  let revisedMs = clock.monotonicMs();
  let counter = 0;
  let timer: Cancel | null = null;

  /** Since when that reader could have the newest revision: nobody is late for what came before it connected. */
  const owedSinceMs = (reader: Reader): number => Math.max(revisedMs, reader.joinedMs);
  const stateOf = (reader: Reader): Consumer['state'] => {
    const nowMs = clock.monotonicMs();
    if (!reader.isConnected && (reader.protocol !== 'poll' || nowMs - reader.lastSeenMs > silentAfterMs))
      return 'silent';
    if (reader.isConnected && nowMs - reader.lastSeenMs > silentAfterMs) return 'silent';
    const has = reader.paintedRevision ?? reader.revision;
    const patienceMs = reader.protocol === 'poll' ? pollBehindAfterMs : socketBehindAfterMs;
    return has < revision && nowMs - owedSinceMs(reader) > patienceMs ? 'behind' : 'reading';
  };

  /** Finds who fell behind, went silent or is gone; runs only while there is somebody. */
  const look = (): void => {
    timer = null;
    let isChanged = false;
    for (const reader of readers.values()) {
      if (!reader.isConnected && clock.monotonicMs() - reader.lastSeenMs > goneAfterMs) {
        forget(reader);
        isChanged = true;
        continue;
      }
      const state = stateOf(reader);
      if (told.get(reader.id) !== state) isChanged = true;
      told.set(reader.id, state);
    }
    if (isChanged) changed();
    watch();
  };
  const watch = (): void => {
    if (timer === null && readers.size > 0) timer = clock.after(lookEveryMs, look);
  };
  const forget = (reader: Reader): void => {
    readers.delete(reader.id);
    told.delete(reader.id);
    for (const [key, known] of pollers) if (known === reader) pollers.delete(key);
  };
  const add = (protocol: Consumer['protocol'], address: string, name: string, isPreview: boolean): Reader => {
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
      isOnce: false,
      lastSeenMs: clock.monotonicMs(),
    };
    readers.set(reader.id, reader);
    told.set(reader.id, 'reading');
    watch();
    return reader;
  };
  const touch = (reader: Reader): void => {
    reader.lastSeenMs = clock.monotonicMs();
  };
  const wallTime = (atMs: number): string => new Date(clock.now() - (clock.monotonicMs() - atMs)).toISOString();
  /** The poller of that address and program, new or known; null when there are too many. */
  const pollerOf = (address: string, userAgent: string): Reader | null => {
    const key = `${address}\n${userAgent}`;
    const known = pollers.get(key);
    if (known !== undefined) return known;
    if (pollers.size >= mostPollers) return null;
    const reader = add('poll', address, readerName(userAgent), false);
    reader.isOnce = true;
    pollers.set(key, reader);
    // A revision that nobody has, so that the first read is told of.
    reader.revision = -1;
    return reader;
  };
  /** A program that read once is somebody who looked; one that reads again is a consumer. */
  const counted = (): readonly Reader[] =>
    [...readers.values()].filter((reader) => !reader.isPreview && !reader.isOnce);
  /** One that comes back under the same name takes the place of the silent one that it was. */
  const replaceSilent = (reader: Reader): void => {
    for (const other of [...readers.values()]) {
      const isSame = other.name === reader.name && other.address === reader.address;
      if (other !== reader && isSame && !other.isConnected && other.protocol === reader.protocol) forget(other);
    }
  };

  return {
    list: () => counted().map((reader) => describe(reader, stateOf(reader), wallTime(reader.lastSeenMs))),
    readers: counted,
    join: (protocol, address, name, isPreview) => {
      const reader = add(protocol, address, name, isPreview);
      replaceSilent(reader);
      changed();
      return reader;
    },
    leave: (reader, isGoodbye) => {
      if (!readers.has(reader.id)) return;
      reader.isConnected = false;
      if (isGoodbye || reader.isPreview) forget(reader);
      changed();
    },
    polled: (connection, userAgent, readRevision) => {
      const nowMs = clock.monotonicMs();
      const known = byConnection.get(connection);
      const isKnown = known !== undefined && known.userAgent === userAgent && readers.has(known.reader.id);
      const reader = isKnown ? known.reader : pollerOf(connection.remoteAddress ?? '', userAgent);
      if (reader === null) return;
      if (!isKnown) byConnection.set(connection, { userAgent, reader });
      const isAgain = reader.isOnce && reader.revision >= 0;
      if (isAgain) reader.isOnce = false;
      reader.lastSeenMs = nowMs;
      if (!isAgain && reader.revision === readRevision && told.get(reader.id) === 'reading') return;
      reader.revision = readRevision;
      told.set(reader.id, 'reading');
      if (!reader.isOnce) changed();
    },
    // That bytes left is no sign of life: who is alive says so with a pong, a frame or a read.
    sent: (reader, sentRevision) => {
      if (reader.revision === sentRevision) return;
      reader.revision = sentRevision;
      changed();
    },
    painted: (reader, paintedRevision) => {
      touch(reader);
      // What was never sent cannot have been painted.
      if (paintedRevision > reader.revision || paintedRevision === reader.paintedRevision) return;
      reader.paintedRevision = paintedRevision;
      if (paintedRevision === revision) reader.paintedInMs = Math.round(clock.monotonicMs() - owedSinceMs(reader));
      changed();
    },
    named: (reader, name, isPreview) => {
      touch(reader);
      if (name === reader.name && isPreview === reader.isPreview) return;
      reader.name = name;
      reader.isPreview = isPreview;
      replaceSilent(reader);
      changed();
    },
    seen: touch,
    revised: (next) => {
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

function describe(reader: Reader, state: Consumer['state'], lastSeenAt: string): Consumer {
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

/** What to call a client that did not say its name, from its User-Agent. */
export function readerName(userAgent: string): string {
  for (const [pattern, name] of programs) if (pattern.test(userAgent)) return name;
  const first = /^[\w .+-]{1,40}/.exec(userAgent)?.[0].trim();
  return first === undefined || first === '' ? 'A reader' : first;
}
