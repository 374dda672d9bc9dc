/** Plays a recorded show on a separate feed server and port, never on the live feed. */

import type { Consumer } from '../contract/consumer.ts';
import type { RehearsalEvent, RehearsalView } from '../contract/history.ts';
import type { TimeSettings } from '../core/feed/timeOfDay.ts';
import type { ShowEvent, ShowState } from '../core/show.ts';
import { nextBackgroundTurn } from '../disk/turns.ts';
import { createFeedServer, type FeedServer } from './feed/server.ts';
import type { Theme } from './feed/theme.ts';
import { applyRecordedStep, type RecordedShow, type RecordedStep, type Recorder } from './logs/recorder.ts';
import { isUnlistedStep, summariseShow } from './logs/summariseShow.ts';
import type { MediaCache } from './media/cache.ts';
import type { Cancel, Ports } from './ports.ts';
import type { Change, Store } from './store.ts';

/** Recorded speed, ten times as fast, or one event per press. */
export type RehearsalSpeed = 1 | 10 | 'step';

export type Rehearsal = {
  /**
   * Plays a recording from its start, in place of the running rehearsal. Resolves with `null` and changes nothing when the recording is unknown.
   * Rejects with PortTaken.
   */
  readonly start: (recording: string, speed: RehearsalSpeed) => Promise<RehearsalView | null>;
  readonly stop: () => Promise<void>;
  /** This and the results below are `null` when no rehearsal is running, except `consumers`. */
  readonly state: () => RehearsalView | null;
  readonly show: () => ShowState | null;
  /** Consumers of a feed of the rehearsal; empty when none is running. */
  readonly consumers: (slug: string) => readonly Consumer[];
  /** Every event of the recorded show; `null` when this recording is not being rehearsed. */
  readonly events: (recording: string) => Promise<readonly RehearsalEvent[] | null>;
  readonly setPaused: (isPaused: boolean) => RehearsalView | null;
  /** Keeps the position. Changing to `step` pauses; changing from `step` plays. */
  readonly changeSpeed: (speed: RehearsalSpeed) => RehearsalView | null;
  /** Plays up to the next listed event, and pauses. */
  readonly step: () => RehearsalView | null;
  /** Goes to the last step at or before the time (ISO 8601). Works in slices, because the live show has priority. */
  readonly seek: (at: string) => Promise<RehearsalView | null>;
};

export type RehearsalDeps = {
  readonly recorder: Pick<Recorder, 'read'>;
  readonly ports: Ports;
  readonly media: MediaCache;
  readonly builtDir: string | null;
  readonly theme: Theme;
  readonly version: string;
  /** How its feed writes times of day. */
  readonly timeSettings: () => TimeSettings;
  /** Called after each change of `state`, `show` or `consumers`. */
  readonly onChanged: () => void;
};

/** Longer quiet periods in the recording are shortened to this. Milliseconds at speed 1. */
const maxWaitMs = 10 * 60_000;

type RunningRehearsal = {
  readonly recording: string;
  readonly show: RecordedShow;
  readonly replay: ReplayStore;
  readonly server: FeedServer;
  readonly base: string;
  speed: RehearsalSpeed;
  isPaused: boolean;
  /** Number of steps played. */
  step: number;
  /** `eventCounts[n]` is the number of listed events in the first n steps. */
  readonly eventCounts: readonly number[];
  /** Time already waited for the next step, in recorded milliseconds. */
  waitedMs: number;
  /** Start of the current wait, monotonic milliseconds; `null` when not waiting. */
  waitingSinceMs: number | null;
  cancel: Cancel;
  events: Promise<readonly RehearsalEvent[] | null> | null;
};

/** Creates the rehearsal on an address; port 0 selects any free port. */
export function createRehearsal(
  settings: { readonly host: string; readonly port: number },
  deps: RehearsalDeps,
): Rehearsal {
  const { recorder, ports, media, builtDir, theme, version, onChanged } = deps;
  let running: RunningRehearsal | null = null;

  const playStep = (session: RunningRehearsal): void => {
    const next = session.show.steps[session.step];
    if (next === undefined) return;
    session.step += 1;
    session.waitedMs = 0;
    session.replay.setState(applyRecordedStep(session.replay.store.state(), next));
    onChanged();
  };

  /** Stops waiting and remembers the time waited. */
  const stopWaiting = (session: RunningRehearsal): void => {
    session.cancel();
    if (session.waitingSinceMs === null || session.speed === 'step') return;
    session.waitedMs += (ports.clock.monotonicMs() - session.waitingSinceMs) * session.speed;
    session.waitingSinceMs = null;
  };

  const scheduleNext = (session: RunningRehearsal): void => {
    const next = session.show.steps[session.step];
    if (session.isPaused || session.speed === 'step' || next === undefined) return;
    const last = session.show.steps[session.step - 1]?.afterMs ?? next.afterMs;
    const remainingMs = Math.min(Math.max(0, next.afterMs - last), maxWaitMs) - session.waitedMs;
    session.waitingSinceMs = ports.clock.monotonicMs();
    session.cancel = ports.clock.after(Math.max(0, remainingMs) / session.speed, () => {
      session.waitingSinceMs = null;
      playStep(session);
      scheduleNext(session);
    });
  };

  const state = (): RehearsalView | null => {
    if (running === null) return null;
    const { recording, base, speed, isPaused, step, show, eventCounts } = running;
    const startedAt = show.steps[0]?.at ?? '';
    const [at, endedAt] = [show.steps[step - 1]?.at ?? startedAt, show.steps.at(-1)?.at ?? startedAt];
    const steps = eventCounts.at(-1) ?? 0;
    return { recording, base, speed, isPaused, step: eventCounts[step] ?? 0, steps, at, startedAt, endedAt };
  };

  const stop = async (): Promise<void> => {
    const ended = running;
    if (ended === null) return;
    running = null;
    stopWaiting(ended);
    // Before the port closes, so that desks remove their picture of it instead of loading it again.
    onChanged();
    await ended.server.stop();
  };

  const update = (applyTo: (session: RunningRehearsal) => void): RehearsalView | null => {
    if (running === null) return null;
    stopWaiting(running);
    applyTo(running);
    scheduleNext(running);
    onChanged();
    return state();
  };

  return {
    start: async (recording, speed) => {
      const show = await recorder.read(recording);
      if (show === null) return null;
      await stop();
      const replay = createReplayStore(show.start, onChanged);
      // Only these two: the address and the token of the feed are not those of the rehearsal.
      const { timeZone, timeLocale } = deps.timeSettings();
      const feedSettings = {
        ...settings,
        readToken: null,
        allowedOrigins: [],
        allowedHosts: [],
        interfaces: [],
        announce: false,
        allowWithoutToken: false,
        timeZone,
        timeLocale,
      };
      const { store } = replay;
      const server = createFeedServer(feedSettings, {
        ...{ store, ports, media, builtDir, theme, version },
        isRehearsal: true,
        consumerFile: null,
        waitsForAddress: false,
        problemCounts: () => new Map(),
      });
      const { base } = await server.start();
      const session = {
        recording,
        show,
        replay,
        server,
        base,
        speed,
        isPaused: speed === 'step',
        step: 0,
        eventCounts: countEvents(show.steps),
        waitedMs: 0,
        waitingSinceMs: null,
        cancel: () => {},
        events: null,
      } satisfies RunningRehearsal;
      running = session;
      scheduleNext(session);
      onChanged();
      return state();
    },
    stop,
    state,
    show: () => running?.replay.store.state() ?? null,
    consumers: (slug) => running?.server.consumers(slug) ?? [],
    events: async (recording) => {
      const session = running;
      if (session === null || session.recording !== recording) return null;
      session.events ??= summariseShow(session.show, () => running === session);
      return session.events;
    },
    changeSpeed: (speed) =>
      update((session) => {
        session.isPaused = speed === 'step' || (session.speed !== 'step' && session.isPaused);
        session.speed = speed;
      }),
    setPaused: (isPaused) =>
      update((session) => {
        session.isPaused = isPaused || session.speed === 'step';
      }),
    step: () =>
      update((session) => {
        session.isPaused = true;
        const from = session.step;
        do playStep(session);
        while (
          session.step < session.show.steps.length &&
          session.eventCounts[session.step] === session.eventCounts[from]
        );
      }),
    seek: async (at) => {
      const session = running;
      if (session === null) return null;
      stopWaiting(session);
      const { start, steps } = session.show;
      const targetStep = steps.filter((step) => Date.parse(step.at) <= Date.parse(at)).length;
      const isBackwards = targetStep < session.step;
      const reached = await playInSlices(
        isBackwards ? start : session.replay.store.state(),
        steps.slice(isBackwards ? 0 : session.step, targetStep),
      );
      if (running !== session) return state();
      session.step = targetStep;
      session.waitedMs = 0;
      session.replay.setState(reached);
      scheduleNext(session);
      onChanged();
      return state();
    },
  };
}

/** Returns the number of listed events in the first 0, 1, 2… steps. */
function countEvents(steps: readonly RecordedStep[]): readonly number[] {
  const counts = [0];
  for (const step of steps) counts.push((counts.at(-1) ?? 0) + (isUnlistedStep(step) ? 0 : 1));
  return counts;
}

/** Returns the show after the steps. Pauses every 10 ms, so that the live feed is served in between. */
async function playInSlices(start: ShowState, steps: readonly RecordedStep[]): Promise<ShowState> {
  let state = start;
  let sliceStartedMs = performance.now();
  for (const step of steps) {
    state = applyRecordedStep(state, step);
    if (performance.now() - sliceStartedMs < 10) continue;
    await nextBackgroundTurn();
    sliceStartedMs = performance.now();
  }
  return state;
}

type ReplayStore = { readonly store: Store; readonly setState: (state: ShowState) => void };

/** Creates a read-only store whose state is set directly; `onTransient` is called when its consumers change. */
function createReplayStore(start: ShowState, onTransient: () => void): ReplayStore {
  let state = start;
  const listeners = new Set<(change: Change) => void>();
  return {
    store: {
      state: () => state,
      apply: (_: ShowEvent) => Promise.resolve({ kind: 'nothing' }),
      announceTransient: onTransient,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    setState: (next) => {
      const previous = state;
      state = next;
      if (next === previous) return;
      for (const listener of listeners) listener({ kind: 'durable', state, previous, steps: [] });
    },
  };
}
