/** Tracks the graphics clients of a feed, the revision each one has, and which are behind or silent. */
import type { Consumer } from '../../contract/consumer.ts';
import type { Cancel, Clock } from '../ports.ts';
import { createLateReaders, type LateReaders } from './lateReaders.ts';
import { createLostReaders } from './lostReaders.ts';
import {
  describeFurther,
  describePoller,
  findOldestUncounted,
  furtherKey,
  isFurther,
  maxPollers,
  type Poller,
  pollerKeyOf,
} from './pollers.ts';
import { type Connection, createPollProofs, type PollResponse } from './pollProofs.ts';
import { type Introduction, isCounted, keyOf, paintTimeOf, type Reader, toConsumer } from './reader.ts';
import { type Heard, isGone, isOffScreen, recordHeard, stateOf } from './readerState.ts';
import { continueAs, type NewReader, recognise } from './recognise.ts';
import { createRevisionTimes } from './revisionTimes.ts';
import { proofOf, type Runs } from './runs.ts';
import { restoreReader, type SavedReader, saveReader } from './savedReaders.ts';

export type Consumers = {
  readonly list: () => readonly Consumer[];
  /** Without the silent ones. */
  readonly countConnected: () => number;
  /** Consumers that must confirm takedowns, also those lost long ago; excludes previews. */
  readonly readers: () => readonly Reader[];
  /** Consumers that show an older list for too long; lost ones stay listed while they do. */
  readonly late: Pick<LateReaders, 'find' | 'confirm'>;
  /** Whether a consumer, listed or not, may still show its last picture. False once a person has seen that it does not, or a new page has replaced it. */
  readonly mayStillShow: (id: string) => boolean;
  /** `onReplaced` is called if a newer connection of the same page continues its entry while it is connected. */
  readonly join: (introduction: Introduction, onReplaced?: () => void) => Reader;
  /** Unless the client said that it shows nothing any more, it may still show its last picture. A takedown waits whether it comes back. */
  readonly leave: (reader: Reader, showsNothing: boolean, isCutOff?: boolean) => void;
  /** A poller’s request proves that it has read the response before. */
  readonly recordRequest: (connection: Connection, poller: Poller) => Reader;
  readonly recordResponse: (connection: Connection, reader: Reader, response: PollResponse, revision: number) => void;
  readonly recordSent: (reader: Reader, revision: number) => void;
  /** Call when something proves that the client has read the revision. */
  readonly recordRead: (reader: Reader, revision: number) => void;
  readonly recordPainted: (reader: Reader, revision: number) => void;
  readonly setName: (reader: Reader, name: string, isPreview: boolean) => void;
  readonly markSeen: (reader: Reader, heard?: Heard) => void;
  /** Whether a takedown waits for the reader. */
  readonly isAwaited: (reader: Reader) => boolean;
  readonly setRevision: (revision: number) => void;
  /** The consumers to restore after a restart. */
  readonly toSaved: () => readonly SavedReader[];
  readonly stop: () => void;
};

export type ConsumersDeps = {
  readonly clock: Clock;
  /** Called when `list` changes in anything but `lastSeenAt`. */
  readonly onChanged: () => void;
  /** Called when a consumer joins, leaves or changes its identity. */
  readonly onMembersChanged: () => void;
  /** Called when a socket or event stream connects or shows that it is alive. */
  readonly onStreamSeen: (reader: Reader) => void;
  /** A reader whose confirmation is awaited stays listed until it has confirmed. */
  readonly isAwaited: (reader: Reader) => boolean;
  readonly runs: Omit<Runs, 'toSaved'>;
  readonly maxLostReaders?: number;
};

const checkIntervalMs = 1000;

export function createConsumers(
  { clock, onChanged, onMembersChanged, onStreamSeen, isAwaited, runs, maxLostReaders }: ConsumersDeps,
  currentRevision: number,
  saved: readonly SavedReader[] = [],
): Consumers {
  const readers = new Map<string, Reader>();
  const lostReaders = createLostReaders(clock, isAwaited, maxLostReaders);
  const pollers = new Map<string, Reader>();
  const reportedStates = new Map<string, Consumer['state']>();
  const byConnection = new WeakMap<Connection, { readonly poller: Poller; readonly reader: Reader }>();
  const revisionTimes = createRevisionTimes(currentRevision, clock.monotonicMs());
  const callOnReplaced = new WeakMap<Reader, () => void>();
  let counter = 0;
  let timer: Cancel | null = null;

  const countedReaders = (): readonly Reader[] => [...readers.values()].filter(isCounted);
  const allReaders = (): readonly Reader[] => [...countedReaders(), ...lostReaders.all()];
  const lateReaders = createLateReaders({ clock, revisionTimes, isAwaited, readers: allReaders });
  const currentStateOf = (reader: Reader): Consumer['state'] =>
    stateOf(reader, lateReaders.sinceMs(reader), clock.monotonicMs());

  /** Updates states and removes readers that are gone; runs only while there are readers. */
  const checkReaders = (): void => {
    timer = null;
    let isChanged = false;
    for (const reader of readers.values()) {
      if (isGone(reader, clock.monotonicMs()) && !isAwaited(reader)) {
        removeReader(reader);
        if (!reader.showsNothing && isCounted(reader)) lostReaders.add(reader);
        isChanged = true;
        onMembersChanged();
        continue;
      }
      const state = currentStateOf(reader);
      // A takedown that waits for it is confirmed now.
      if (reportedStates.get(reader.id) !== state || isOffScreen(reader, clock.monotonicMs())) isChanged = true;
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
  const addReader = (fields: NewReader): Reader => {
    counter += 1;
    const reader: Reader = {
      ...fields,
      id: `c${counter}`,
      ...{ earlierRevision: 0, joinedMs: clock.monotonicMs(), paintedInMs: null },
      ...{ hasPainted: fields.paintedRevision !== null, isConnected: fields.protocol !== 'poll' },
      ...{ showsNothing: false, isCutOff: false, isAmbiguous: false, isRestored: false },
      isAwaitingSecondRead: fields.protocol === 'poll',
      ...{ lastSeenMs: clock.monotonicMs(), pageSeenMs: clock.monotonicMs(), isLastSeenKnown: true },
    };
    readers.set(reader.id, reader);
    reportedStates.set(reader.id, 'reading');
    scheduleCheck();
    return reader;
  };
  const markSeen = (reader: Reader, heard: Heard = 'other'): void => {
    const isFollowing = recordHeard(reader, heard, currentStateOf(reader) === 'behind', clock.monotonicMs());
    if (reader.protocol !== 'poll' && !reader.isPreview && isFollowing) onStreamSeen(reader);
  };
  const toWallTime = (atMs: number): string => new Date(clock.now() - (clock.monotonicMs() - atMs)).toISOString();
  const addPoller = (key: string, fields: NewReader): Reader => {
    const reader = addReader(fields);
    replaceLost(reader);
    pollers.set(key, reader);
    return reader;
  };
  /** Finds or adds the poller of an address, program and name. */
  const pollerOf = (address: string, poller: Poller): Reader => {
    const key = pollerKeyOf(address, poller);
    const known = pollers.get(key);
    if (known !== undefined) return known;
    const newest = revisionTimes.newest();
    if (pollers.size >= maxPollers) {
      const oldest = findOldestUncounted(pollers.values());
      if (oldest === null) {
        const further = pollers.get(furtherKey) ?? addPoller(furtherKey, describeFurther(newest));
        further.isAwaitingSecondRead = false;
        return further;
      }
      removeReader(oldest);
    }
    return addPoller(key, describePoller(key, address, poller, newest));
  };
  const isListed = (reader: Reader): boolean => !reader.showsNothing || isAwaited(reader);
  const recordRead = (reader: Reader, readRevision: number): void => {
    if (readRevision <= reader.readRevision) return;
    reader.readRevision = readRevision;
    if (!reader.isAwaitingSecondRead) onChanged();
  };
  const pollProofs = createPollProofs({ clock, recordRead, hasPollers: () => pollers.size > 0 });
  /** A client that comes back continues its own entry. */
  const replaceLost = (reader: Reader): void => {
    if (reader.isPreview) return;
    const lost = recognise(reader, [...readers.values(), ...lostReaders.all()]);
    if (lost === null) return;
    removeReader(reader);
    removeReader(lost);
    lostReaders.remove(lost.id);
    continueAs(reader, lost);
    if (lost.isConnected) callOnReplaced.get(lost)?.();
    readers.set(reader.id, reader);
    reportedStates.set(reader.id, 'reading');
  };

  for (const savedReader of saved) {
    counter += 1;
    const reader = restoreReader(savedReader, `c${counter}`, currentRevision, clock);
    if (lostReaders.mayBeForgotten(reader) || isOffScreen(reader, clock.monotonicMs())) continue;
    if (isGone(reader, clock.monotonicMs())) lostReaders.add(reader);
    else readers.set(reader.id, reader);
  }
  scheduleCheck();

  return {
    list: () =>
      [
        ...countedReaders().filter(isListed),
        ...lostReaders.all().filter((reader) => lateReaders.problemOf(reader) !== null),
      ].map((reader) => {
        const state = currentStateOf(reader);
        const lateMs = lateReaders.sinceMs(reader);
        const behindSince = state !== 'behind' || lateMs === null ? null : toWallTime(lateMs);
        const lastSeenAt = reader.isLastSeenKnown ? toWallTime(reader.pageSeenMs) : null;
        return toConsumer(reader, state, { lastSeenAt, behindSince, problem: lateReaders.problemOf(reader) });
      }),
    countConnected: () => countedReaders().filter((reader) => currentStateOf(reader) !== 'silent').length,
    readers: allReaders,
    late: lateReaders,
    mayStillShow: (id) => {
      const reader = readers.get(id) ?? lostReaders.find(id);
      return reader !== null && !reader.showsNothing && !lateReaders.isSettled(reader);
    },
    join: ({ painted, lastEvent, ...introduction }, onReplaced = () => undefined) => {
      const newest = revisionTimes.newest();
      const proof = proofOf({ painted, lastEvent }, runs, newest);
      const reader = addReader({ ...introduction, ...proof, key: keyOf(introduction) });
      callOnReplaced.set(reader, onReplaced);
      replaceLost(reader);
      markSeen(reader);
      onChanged();
      onMembersChanged();
      return reader;
    },
    leave: (reader, showsNothing, isCutOff = false) => {
      if (readers.get(reader.id) !== reader) return;
      Object.assign(reader, { isConnected: false, showsNothing, isCutOff });
      if (showsNothing) reader.lastSeenMs = clock.monotonicMs();
      if (reader.isPreview) removeReader(reader);
      onChanged();
      onMembersChanged();
    },
    recordRequest: (connection, poller) => {
      const known = byConnection.get(connection);
      const isSame = known?.poller.userAgent === poller.userAgent && known.poller.name === poller.name;
      const isKnown = known !== undefined && isSame && readers.get(known.reader.id) === known.reader;
      const reader = isKnown ? known.reader : pollerOf(connection.remoteAddress ?? '', poller);
      markSeen(reader);
      if (isFurther(reader)) return reader;
      if (!isKnown) byConnection.set(connection, { poller, reader });
      pollProofs.recordRequest(connection, reader);
      return reader;
    },
    recordResponse: (connection, reader, response, sentRevision) => {
      markSeen(reader);
      if (!isFurther(reader)) pollProofs.recordResponse(connection, reader, response, sentRevision);
      const isSecondRead = reader.isAwaitingSecondRead && reader.revision >= 0;
      const isNewMember = isSecondRead || (!reader.isAwaitingSecondRead && reader.revision < 0);
      if (isSecondRead) reader.isAwaitingSecondRead = false;
      if (!isSecondRead && reader.revision === sentRevision && reportedStates.get(reader.id) === 'reading') return;
      reader.revision = sentRevision;
      reportedStates.set(reader.id, 'reading');
      if (!reader.isAwaitingSecondRead) onChanged();
      if (isNewMember) onMembersChanged();
    },
    // Sending does not update `lastSeenMs`; only a pong, a frame or a read proves that the client is alive.
    recordSent: (reader, sentRevision) => {
      if (reader.revision === sentRevision) return;
      reader.revision = sentRevision;
      onChanged();
    },
    recordRead,
    recordPainted: (reader, paintedRevision) => {
      markSeen(reader);
      // Ignore a revision that was never sent to this client.
      if (paintedRevision > reader.revision || paintedRevision === reader.paintedRevision) return;
      reader.paintedRevision = paintedRevision;
      reader.paintedInMs = paintTimeOf(reader, revisionTimes.firstAfter(paintedRevision - 1), clock.monotonicMs());
      reader.hasPainted = true;
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
      onMembersChanged();
    },
    markSeen,
    isAwaited,
    setRevision: (revision) => revisionTimes.add(revision, clock.monotonicMs()),
    toSaved: () =>
      allReaders()
        .filter((reader) => !isOffScreen(reader, clock.monotonicMs()))
        .map((reader) => saveReader(reader, readers.has(reader.id), clock)),
    stop: () => {
      timer?.();
      timer = null;
      pollProofs.stop();
      readers.clear();
      lostReaders.clear();
      pollers.clear();
    },
  };
}
