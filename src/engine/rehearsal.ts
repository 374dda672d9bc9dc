/** Plays a recorded show into a feed server of its own, on a port of its own: never onto the live feed. */
import type { Consumer } from '../contract/deskState.ts';
import type { RehearsalEvent, RehearsalView } from '../contract/past.ts';
import type { ShowEvent, ShowState } from '../core/show.ts';
import { createFeedServer, type FeedServer } from './feed/server.ts';
import type { MediaCache } from './media/cache.ts';
import type { Cancel, Ports } from './ports.ts';
import { type RecordedStep, type RecordedShow, applyRecordedStep, type Recorder } from './record/recorder.ts';
import { isQuietStep, summariseShow } from './record/tellShow.ts';
import type { Change, Store } from './store.ts';

/** As it was, ten times as fast, or only by hand. */
export type RehearsalSpeed = 1 | 10 | 'step';

export type Rehearsal = {
  /** Plays it from its start, ending one that runs. Null: no such recording. Rejects with PortTaken. */
  readonly start: (recording: string, speed: RehearsalSpeed) => Promise<RehearsalView | null>;
  readonly stop: () => Promise<void>;
  /** Null from here on: none runs. */
  readonly state: () => RehearsalView | null;
  /** The rehearsed show as it stands now; null: none runs. */
  readonly show: () => ShowState | null;
  /** Who reads that feed of the rehearsal. */
  readonly readers: (slug: string) => readonly Consumer[];
  /** All that happened in the recorded show; null: that recording is not rehearsed. */
  readonly events: (recording: string) => Promise<readonly RehearsalEvent[] | null>;
  readonly pause: () => RehearsalView | null;
  readonly resume: () => RehearsalView | null;
  /** On from where it stands; to `step` pauses it, to another goes on. */
  readonly changeSpeed: (speed: RehearsalSpeed) => RehearsalView | null;
  /** To the next event that has something to tell, and paused. */
  readonly step: () => RehearsalView | null;
  /** To the last step at or before that time (ISO 8601), backwards too. Worked out in slices: the live show goes first. */
  readonly seek: (at: string) => Promise<RehearsalView | null>;
};

export type RehearsalDeps = {
  readonly recorder: Pick<Recorder, 'read'>;
  readonly ports: Ports;
  readonly media: MediaCache;
  readonly overlayDir: string | null;
  readonly version: string;
  /** Told whenever `state` would answer something else. */
  readonly onChanged: () => void;
};

/** Quiet stretches of a recording are passed over when they are longer than this. Milliseconds at speed 1. */
const maxWaitMs = 10 * 60_000;

type RunningRehearsal = {
  readonly recording: string;
  readonly show: RecordedShow;
  readonly replay: ReplayStore;
  readonly server: FeedServer;
  readonly base: string;
  speed: RehearsalSpeed;
  isPaused: boolean;
  /** Frames played. */
  step: number;
  /** Of the frames up to each place, how many have something to tell. */
  readonly eventCounts: readonly number[];
  /** What of the way to the next frame is over, in recorded milliseconds. */
  waitedMs: number;
  /** Since when it waits, monotonic milliseconds; null: it does not. */
  waitsSinceMs: number | null;
  cancel: Cancel;
  events: Promise<readonly RehearsalEvent[] | null> | null;
};

/** A rehearsal room on that address; 7421 unless told otherwise, 0 for any free port. */
export function createRehearsal(
  settings: { readonly host: string; readonly port: number },
  deps: RehearsalDeps,
): Rehearsal {
  const { recorder, ports, media, overlayDir, version, onChanged } = deps;
  let running: RunningRehearsal | null = null;

  const play = (room: RunningRehearsal): void => {
    const frame = room.show.steps[room.step];
    if (frame === undefined) return;
    room.step += 1;
    room.waitedMs = 0;
    room.replay.show(applyRecordedStep(room.replay.store.state(), frame));
    onChanged();
  };

  /** Stops waiting, and keeps how much of the way is over. */
  const stopWaiting = (room: RunningRehearsal): void => {
    room.cancel();
    if (room.waitsSinceMs === null || room.speed === 'step') return;
    room.waitedMs += (ports.clock.monotonicMs() - room.waitsSinceMs) * room.speed;
    room.waitsSinceMs = null;
  };

  const scheduleNext = (room: RunningRehearsal): void => {
    const next = room.show.steps[room.step];
    if (room.isPaused || room.speed === 'step' || next === undefined) return;
    const last = room.show.steps[room.step - 1]?.afterMs ?? next.afterMs;
    const wayMs = Math.min(Math.max(0, next.afterMs - last), maxWaitMs) - room.waitedMs;
    room.waitsSinceMs = ports.clock.monotonicMs();
    room.cancel = ports.clock.after(Math.max(0, wayMs) / room.speed, () => {
      room.waitsSinceMs = null;
      play(room);
      scheduleNext(room);
    });
  };

  const state = (): RehearsalView | null => {
    if (running === null) return null;
    const { recording, base, speed, isPaused, step, show, eventCounts: told } = running;
    const startedAt = show.steps[0]?.at ?? '';
    const [at, endedAt] = [show.steps[step - 1]?.at ?? startedAt, show.steps.at(-1)?.at ?? startedAt];
    const steps = told.at(-1) ?? 0;
    return { recording, base, speed, isPaused, step: told[step] ?? 0, steps, at, startedAt, endedAt };
  };

  const stop = async (): Promise<void> => {
    const ended = running;
    running = null;
    if (ended !== null) stopWaiting(ended);
    await ended?.server.stop();
    if (ended !== null) onChanged();
  };

  const change = (act: (room: RunningRehearsal) => void): RehearsalView | null => {
    if (running === null) return null;
    stopWaiting(running);
    act(running);
    scheduleNext(running);
    onChanged();
    return state();
  };

  return {
    start: async (recording, speed) => {
      const show = await recorder.read(recording);
      if (show === null) return null;
      await stop();
      const screen = createReplayStore(show.start);
      const feedSettings = { ...settings, readToken: null, allowedOrigins: [] };
      const server = createFeedServer(feedSettings, {
        store: screen.store,
        ports,
        media,
        overlayDir,
        version,
        isRehearsal: true,
      });
      const { base } = await server.start();
      const room = {
        recording,
        show,
        replay: screen,
        server,
        base,
        speed,
        isPaused: speed === 'step',
        step: 0,
        eventCounts: countEvents(show.steps),
        waitedMs: 0,
        waitsSinceMs: null,
        cancel: () => {},
        events: null,
      } satisfies RunningRehearsal;
      running = room;
      scheduleNext(room);
      onChanged();
      return state();
    },
    stop,
    state,
    show: () => running?.replay.store.state() ?? null,
    readers: (slug) => running?.server.consumers(slug) ?? [],
    events: async (recording) => {
      const room = running;
      if (room === null || room.recording !== recording) return null;
      room.events ??= summariseShow(room.show, () => running === room);
      return room.events;
    },
    changeSpeed: (speed) =>
      change((room) => {
        room.isPaused = speed === 'step' || (room.speed !== 'step' && room.isPaused);
        room.speed = speed;
      }),
    pause: () =>
      change((room) => {
        room.isPaused = true;
      }),
    resume: () =>
      change((room) => {
        room.isPaused = room.speed === 'step';
      }),
    step: () =>
      change((room) => {
        room.isPaused = true;
        const from = room.step;
        do play(room);
        while (room.step < room.show.steps.length && room.eventCounts[room.step] === room.eventCounts[from]);
      }),
    seek: async (at) => {
      const room = running;
      if (room === null) return null;
      stopWaiting(room);
      const { start, steps: frames } = room.show;
      const until = frames.filter((frame) => Date.parse(frame.at) <= Date.parse(at)).length;
      const isBack = until < room.step;
      const reached = await playInSlices(
        isBack ? start : room.replay.store.state(),
        frames.slice(isBack ? 0 : room.step, until),
      );
      if (running !== room) return state();
      room.step = until;
      room.waitedMs = 0;
      room.replay.show(reached);
      scheduleNext(room);
      onChanged();
      return state();
    },
  };
}

/** How many of the first 0, 1, 2… frames have something to tell. */
function countEvents(frames: readonly RecordedStep[]): readonly number[] {
  const counts = [0];
  for (const frame of frames) counts.push((counts.at(-1) ?? 0) + (isQuietStep(frame) ? 0 : 1));
  return counts;
}

/** The show after those frames. The live feed is served between slices of a few milliseconds. */
async function playInSlices(start: ShowState, frames: readonly RecordedStep[]): Promise<ShowState> {
  let state = start;
  let sliceBegan = performance.now();
  for (const frame of frames) {
    state = applyRecordedStep(state, frame);
    if (performance.now() - sliceBegan < 10) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sliceBegan = performance.now();
  }
  return state;
}

type ReplayStore = { readonly store: Store; readonly show: (state: ShowState) => void };

/** A store that nobody writes to: it shows what it is told to. */
function createReplayStore(start: ShowState): ReplayStore {
  let state = start;
  const listeners = new Set<(change: Change) => void>();
  return {
    store: {
      state: () => state,
      apply: (_: ShowEvent) => Promise.resolve({ kind: 'nothing' }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    show: (next) => {
      const previous = state;
      state = next;
      if (next === previous) return;
      for (const listener of listeners) listener({ state, previous, steps: [] });
    },
  };
}
