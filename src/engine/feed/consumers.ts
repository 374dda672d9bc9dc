/** Tracks the graphics clients of a feed, the revision each one has, and which are behind or silent. */
import type { Consumer } from '../../contract/consumer.ts';
import type { Cancel, Clock } from '../ports.ts';
import { readerNameOf } from './programs.ts';
import { type Introduction, isCounted, keyOf, type Reader, reachedRevisionOf, toConsumer } from './reader.ts';

/** Pass the same object for every read of one connection. */
export type Connection = { readonly remoteAddress?: string | undefined };

export type Consumers = {
  readonly list: () => readonly Consumer[];
  readonly count: () => number;
  /** Consumers that must confirm takedowns, also those lost long ago; excludes previews. */
  readonly readers: () => readonly Reader[];
  readonly join: (introduction: Introduction) => Reader;
  /** Unless the client said that it shows nothing any more, it may still show its last picture. */
  readonly leave: (reader: Reader, showsNothing: boolean) => void;
  /** Records a read by a poller. The response to a held request proves nothing; the next request does. */
  readonly recordPoll: (connection: Connection, userAgent: string, revision: number, isHeld: boolean) => void;
  readonly recordSent: (reader: Reader, revision: number) => void;
  /** Call when something proves that the client has read the revision. */
  readonly recordRead: (reader: Reader, revision: number) => void;
  readonly recordPainted: (reader: Reader, revision: number) => void;
  readonly setName: (reader: Reader, name: string, isPreview: boolean) => void;
  readonly markSeen: (reader: Reader) => void;
  /** Whether a takedown waits for the reader. */
  readonly isAwaited: (reader: Reader) => boolean;
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
/** The oldest beyond it are forgotten. */
const maxLostReaders = 500;

/**
 * `onChanged` is called when `list` changes in anything but `lastSeenAt`. A reader whose confirmation `isAwaited` stays listed until it has
 * confirmed.
 */
export function createConsumers(
  clock: Clock,
  currentRevision: number,
  onChanged: () => void,
  isAwaited: (reader: Reader) => boolean,
): Consumers {
  const readers = new Map<string, Reader>();
  /** No longer listed, but they may still show their last picture. Oldest first. */
  const lostReaders = new Map<string, Reader>();
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
    // The revision sent counts, except while a takedown waits for a socket: its pong follows within milliseconds.
    const isProofDue = reader.protocol === 'socket' && isAwaited(reader);
    const hasReported = reader.client !== null || reader.paintedRevision !== null;
    const shown = hasReported || isProofDue ? reachedRevisionOf(reader) : reader.revision;
    const allowedMs = reader.protocol === 'poll' ? pollBehindAfterMs : socketBehindAfterMs;
    return shown < revision && nowMs - availableSinceMs(reader) > allowedMs ? 'behind' : 'reading';
  };

  /** Updates states and removes readers that are gone; runs only while there are readers. */
  const checkReaders = (): void => {
    timer = null;
    let isChanged = false;
    for (const reader of readers.values()) {
      const isGone = reader.showsNothing || clock.monotonicMs() - reader.lastSeenMs > goneAfterMs;
      if (!reader.isConnected && isGone && !isAwaited(reader)) {
        removeReader(reader);
        if (!reader.showsNothing && isCounted(reader)) rememberLost(reader);
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
  const rememberLost = (reader: Reader): void => {
    lostReaders.set(reader.id, reader);
    const [oldest] = lostReaders.keys();
    if (lostReaders.size > maxLostReaders && oldest !== undefined) lostReaders.delete(oldest);
  };
  type FirstFields = Pick<
    Reader,
    | 'key'
    | 'client'
    | 'page'
    | 'program'
    | 'protocol'
    | 'address'
    | 'name'
    | 'revision'
    | 'firstRevision'
    | 'readRevision'
    | 'paintedRevision'
    | 'isPreview'
  >;
  const addReader = (fields: FirstFields): Reader => {
    counter += 1;
    const reader: Reader = {
      ...fields,
      id: `c${counter}`,
      joinedMs: clock.monotonicMs(),
      paintedInMs: null,
      isConnected: fields.protocol !== 'poll',
      showsNothing: false,
      isAmbiguous: false,
      isAwaitingSecondRead: fields.protocol === 'poll',
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
    const program = readerNameOf(userAgent);
    const reader = addReader({
      key: `poll ${key}`,
      client: null,
      page: null,
      program,
      protocol: 'poll',
      address,
      name: program,
      // Differs from every real revision, so that the first read counts as a change.
      revision: -1,
      firstRevision: 0,
      readRevision: 0,
      paintedRevision: null,
      isPreview: false,
    });
    replaceLost(reader);
    pollers.set(key, reader);
    return reader;
  };
  const countedReaders = (): readonly Reader[] => [...readers.values()].filter(isCounted);
  /** A client that comes back continues its own entry. Where two shared a key, either could be back. */
  const replaceLost = (reader: Reader): void => {
    if (reader.isPreview) return;
    const same = [...readers.values(), ...lostReaders.values()].filter(
      (other) => other !== reader && other.key === reader.key && !other.isPreview,
    );
    // The engine can notice only later that a page has lost its connection.
    const samePage = same.find(({ page }) => page !== null && page === reader.page);
    if (samePage === undefined && same.some(({ isConnected }) => isConnected)) {
      for (const other of [reader, ...same]) other.isAmbiguous = true;
      return;
    }
    const [lost, ...others] = samePage === undefined ? same.filter(({ isAmbiguous }) => !isAmbiguous) : [samePage];
    if (lost === undefined || others.length > 0) return;
    removeReader(reader);
    removeReader(lost);
    lostReaders.delete(lost.id);
    reader.id = lost.id;
    reader.isAmbiguous = lost.isAmbiguous;
    reader.paintedRevision ??= lost.paintedRevision;
    reader.firstRevision = Math.min(reader.firstRevision, lost.firstRevision);
    reader.readRevision = Math.max(reader.readRevision, lost.readRevision);
    readers.set(reader.id, reader);
    reportedStates.set(reader.id, 'reading');
  };

  return {
    list: () => countedReaders().map((reader) => toConsumer(reader, stateOf(reader), toWallTime(reader.lastSeenMs))),
    count: () => countedReaders().length,
    readers: () => [...countedReaders(), ...lostReaders.values()],
    join: ({ lastEventId, ...introduction }) => {
      const { paintedRevision } = introduction;
      // A revision that is still to come cannot have been read.
      const read = lastEventId === null || lastEventId > revision ? null : lastEventId;
      const painted = paintedRevision === null ? null : Math.min(paintedRevision, revision);
      const reader = addReader({
        ...introduction,
        key: keyOf(introduction),
        revision: painted ?? 0,
        firstRevision: read ?? revision,
        readRevision: read ?? 0,
        paintedRevision: painted,
      });
      replaceLost(reader);
      onChanged();
      return reader;
    },
    leave: (reader, showsNothing) => {
      if (readers.get(reader.id) !== reader) return;
      reader.isConnected = false;
      reader.showsNothing = showsNothing;
      if (reader.isPreview || (showsNothing && !isAwaited(reader))) removeReader(reader);
      onChanged();
    },
    recordPoll: (connection, userAgent, readRevision, isHeld) => {
      const nowMs = clock.monotonicMs();
      const known = byConnection.get(connection);
      const isKnown = known !== undefined && known.userAgent === userAgent && readers.has(known.reader.id);
      const reader = isKnown ? known.reader : pollerOf(connection.remoteAddress ?? '', userAgent);
      if (reader === null) return;
      if (!isKnown) byConnection.set(connection, { userAgent, reader });
      const isSecondRead = reader.isAwaitingSecondRead && reader.revision >= 0;
      if (isSecondRead) reader.isAwaitingSecondRead = false;
      reader.lastSeenMs = nowMs;
      const isNew = reader.revision !== readRevision || (!isHeld && reader.readRevision !== readRevision);
      if (!isSecondRead && !isNew && reportedStates.get(reader.id) === 'reading') return;
      reader.revision = readRevision;
      if (!isHeld) reader.readRevision = readRevision;
      reportedStates.set(reader.id, 'reading');
      if (!reader.isAwaitingSecondRead) onChanged();
    },
    // Sending does not update `lastSeenMs`; only a pong, a frame or a read proves that the client is alive.
    recordSent: (reader, sentRevision) => {
      if (reader.revision === sentRevision) return;
      reader.revision = sentRevision;
      onChanged();
    },
    recordRead: (reader, readRevision) => {
      if (readRevision <= reader.readRevision) return;
      reader.readRevision = readRevision;
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
      if (reader.client === null) {
        reader.key = keyOf(reader);
        reader.isAmbiguous = false;
        replaceLost(reader);
      }
      onChanged();
    },
    markSeen,
    isAwaited,
    setRevision: (next) => {
      revision = next;
      revisedMs = clock.monotonicMs();
    },
    stop: () => {
      timer?.();
      timer = null;
      readers.clear();
      lostReaders.clear();
      pollers.clear();
    },
  };
}
