/** Runs the commands of every desk and API, and applies them to the store as events. */
import type { CommandName, CommandResult, Commands, Refusal } from '../contract/commands.ts';
import type { RehearsalView } from '../contract/history.ts';
import type { Item } from '../core/collection.ts';
import type { FeedState } from '../core/feedState.ts';
import { isByLength, type PlayHead, wouldLoop } from '../core/playHead.ts';
import { describeProblem, type Facts, type ProblemCode } from '../core/problem.ts';
import { feedOf, type Outcome, type ShowEvent, snapshotOf } from '../core/show.ts';
import { createSerialQueue } from '../disk/serialQueue.ts';
import { describeFirstFault, isCommand, schemaOf } from './commandSchemas.ts';
import { PortTaken } from './http/listen.ts';
import type { Ports } from './ports.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { SettingsService } from './settings/settingsService.ts';
import type { Source } from './source.ts';
import type { Store } from './store.ts';

export type DispatchDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'checkNow' | 'fetchCollection'>;
  readonly settings: Pick<SettingsService, 'change' | 'saveChosenCollection'>;
  readonly rehearsal: Rehearsal;
  /** Returns an earlier on-air list; `null` when it is no longer kept. */
  readonly listAt: (
    slug: string,
    revision: number,
  ) => Promise<{ items: readonly Item[]; header: FeedState['onAir']['header'] } | null>;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  /** Called after every valid command, for the list of desks. */
  readonly onCommand: (command: {
    readonly by: string | null;
    readonly verb: CommandName;
    readonly only: 'removals' | null;
    readonly at: string;
    readonly outcome: string;
  }) => void;
};

/** Validates the input and runs the named command; `by` goes into the logs. Never rejects. */
export type Dispatch = (name: string, input: unknown, by: string | null) => Promise<CommandResult>;

/** Returns a refusal with the message and next step of the problem catalogue. */
export function refuse(code: ProblemCode, facts: Facts): Refusal {
  const { message, nextStep } = describeProblem(code, 'command', '', facts);
  return { ok: false, code, message, nextStep };
}

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { store, source, settings, rehearsal, listAt, ports } = deps;

  const toRehearsalResult = (state: RehearsalView | null, code: ProblemCode): CommandResult =>
    state === null ? refuse(code, {}) : { ok: true, feed: null };

  /** Rotation changes run one at a time, because each keeps the fields it does not name. */
  const runInOrder = createSerialQueue();

  /** Commands that are more than a single store event. */
  const asyncHandlers: AsyncHandlers = {
    setMode: async ({ mode }, by) => {
      const result = await settings.change({ source: { mode } }, by);
      return result.ok ? { ok: true, feed: null } : result;
    },
    checkNow: async () => {
      source.checkNow();
      return { ok: true, feed: null };
    },
    rehearse: async ({ recording, speed }) =>
      toRehearsalResult(await rehearsal.start(recording, speed), 'RECORDING_UNKNOWN'),
    endRehearsal: async () => {
      await rehearsal.stop();
      return { ok: true, feed: null };
    },
    pauseRehearsal: async ({ isPaused }) =>
      toRehearsalResult(isPaused ? rehearsal.pause() : rehearsal.resume(), 'REHEARSAL_NONE'),
    stepRehearsal: async () => toRehearsalResult(rehearsal.step(), 'REHEARSAL_NONE'),
    speedRehearsal: async ({ speed }) => toRehearsalResult(rehearsal.changeSpeed(speed), 'REHEARSAL_NONE'),
    seekRehearsal: async ({ at }) => toRehearsalResult(await rehearsal.seek(at), 'REHEARSAL_NONE'),
    rollback: async ({ feed, revision }, by, at) => {
      if (feedOf(store.state(), feed) === null) return refuse('FEED_UNKNOWN', {});
      const list = await listAt(feed, revision);
      return list === null
        ? refuse('REVISION_UNKNOWN', {})
        : applyEvent({ type: 'feedRolledBack', list, revision, feed, by, at });
    },
    rotate: (input, by, at) =>
      runInOrder(() => {
        const feed = feedOf(store.state(), input.feed);
        return feed === null
          ? refuse('FEED_UNKNOWN', {})
          : applyEvent(createRotationEvent(feed.playHead, input, by, at));
      }),
    point: async ({ feed, collectionId, hold }, by, at) => {
      if (feedOf(store.state(), feed) === null) return refuse('FEED_UNKNOWN', {});
      if (snapshotOf(store.state(), collectionId) === null) {
        // Check that the collection exists, so that a typing error does not leave the feed without one.
        const found = await source.fetchCollection(collectionId);
        if (!('id' in found)) return { ok: false, code: found.code, message: found.message, nextStep: found.nextStep };
        await store.apply({ type: 'collectionArrived', collection: found, from: 'poll', accept: 'newer', at });
      }
      const result = await applyEvent({ type: 'feedPointed', feed, collectionId, hold, by, at });
      if (result.ok) await settings.saveChosenCollection(feed, collectionId);
      return result;
    },
  };

  return (name, input, by) =>
    isCommand(name) ? readAndRun(name, input, by) : Promise.resolve(refuse('COMMAND_UNKNOWN', {}));

  async function readAndRun<Name extends CommandName>(
    verb: Name,
    input: unknown,
    by: string | null,
  ): Promise<CommandResult> {
    const read = schemaOf(verb).safeParse(input, { reportInput: true });
    if (!read.success) return refuse('COMMAND_INVALID', { what: describeFirstFault(read.error) });
    const at = new Date(ports.clock.now()).toISOString();
    let result: CommandResult;
    try {
      result = await run(verb, read.data, by, at);
    } catch (error) {
      if (error instanceof PortTaken) result = refuse('COMMAND_PORT_TAKEN', { port: error.port });
      else {
        ports.log('error', 'COMMAND_FAILED', { verb, error: String(error) });
        result = refuse('COMMAND_FAILED', {});
      }
    }
    const outcome = result.ok ? 'done' : result.code;
    deps.onCommand({ by, verb, only: takesOnlyRemovals(read.data) ? 'removals' : null, at, outcome });
    ports.log('info', 'COMMAND', { verb, by, outcome });
    return result;
  }

  async function run<Name extends CommandName>(
    verb: Name,
    input: Commands[Name],
    by: string | null,
    at: string,
  ): Promise<CommandResult> {
    const handler = asyncHandlers[verb];
    if (handler !== undefined) return handler(input, by, at);
    const event = eventFactories[verb]?.(input, by, at) ?? null;
    return event === null ? refuse('COMMAND_UNKNOWN', {}) : applyEvent(event);
  }

  /** Repeats the problem that the store raised, which names the system's error. */
  function refuseUnsaved(): Refusal {
    const raised = store.state().problems.find((problem) => problem.code === 'DISK_WRITE_FAILED');
    const refusal = raised ?? refuse('DISK_WRITE_FAILED', { what: 'the disk failed', path: 'the data directory' });
    const { code, message, nextStep } = refusal;
    return { ok: false, code, message: `${message} Nothing happened.`, nextStep };
  }

  async function applyEvent(event: Extract<ShowEvent, { readonly feed: string }>): Promise<CommandResult> {
    const outcome = await store.apply(event);
    const refusal = refusalOf(outcome);
    if (refusal === 'DISK_WRITE_FAILED') return refuseUnsaved();
    if (refusal !== null) return refuse(refusal, {});
    const feed = feedOf(store.state(), event.feed);
    if (feed === null) return refuse('FEED_UNKNOWN', {});
    const { index, itemId, isPinned } = feed.playHead;
    return {
      ok: true,
      feed: { revision: feed.onAir.revision, gate: feed.gate, playHead: { index, itemId, pinned: isPinned } },
    };
  }
}

/** No command but `take` has this field. */
function takesOnlyRemovals(input: Commands[CommandName]): boolean {
  return 'only' in input && input.only === 'removals';
}

function refusalOf(outcome: Outcome): ProblemCode | null {
  return outcome.kind === 'refused' ? outcome.code : null;
}

type FeedEvent = Extract<ShowEvent, { readonly feed: string }>;

/** A field the command does not name keeps its current value. */
function createRotationEvent(
  head: PlayHead,
  { feed, seconds, byLength, loop, skipUsed }: Commands['rotate'],
  by: string | null,
  at: string,
): FeedEvent {
  const wanted = seconds === 'same' ? (head.rotation?.seconds ?? null) : seconds;
  return {
    type: 'rotationSet',
    feed,
    rotation: wanted === null ? null : { seconds: wanted, isByLength: byLength ?? isByLength(head) },
    isLooping: loop ?? (wanted === null ? head.isLooping : wouldLoop(head)),
    ...(loop !== null && { isLoopChosen: true }),
    skipsUsed: skipUsed ?? head.skipsUsed,
    by,
    at,
  };
}

type AsyncHandlers = {
  readonly [Name in CommandName]?: (input: Commands[Name], by: string | null, at: string) => Promise<CommandResult>;
};

type EventFactory<Name extends CommandName> =
  | ((input: Commands[Name], by: string | null, at: string) => FeedEvent)
  | null;

/** `null` for commands in `asyncHandlers`. */
const eventFactories: { readonly [Name in CommandName]: EventFactory<Name> } = {
  hold: ({ feed }, by, at) => ({ type: 'feedHeld', feed, by, at }),
  release: ({ feed, liveVersion }, by, at) => ({ type: 'feedReleased', feed, liveVersion, by, at }),
  take: ({ feed, liveVersion, only }, by, at) => ({ type: 'feedTaken', feed, liveVersion, only, by, at }),
  clear: ({ feed }, by, at) => ({ type: 'feedCleared', feed, by, at }),
  back: ({ feed }, by, at) => ({ type: 'feedBroughtBack', feed, by, at }),
  block: ({ feed, itemId, reason }, by, at) => ({ type: 'itemBlocked', feed, itemId, reason, by, at }),
  unblock: ({ feed, itemId }, by, at) => ({ type: 'itemUnblocked', feed, itemId, by, at }),
  guards: ({ feed, words, authors }, by, at) => ({ type: 'guardsSet', feed, words, authors, by, at }),
  allow: ({ feed, itemId }, by, at) => ({ type: 'itemAllowed', feed, itemId, by, at }),
  rollback: null,
  next: ({ feed }, by, at) => ({ type: 'headStepped', feed, steps: 1, by, at }),
  previous: ({ feed }, by, at) => ({ type: 'headStepped', feed, steps: -1, by, at }),
  cue: ({ feed, itemId, index }, by, at) => ({ type: 'headCued', feed, itemId, index, by, at }),
  pin: ({ feed }, by, at) => ({ type: 'headPinned', feed, isPinned: true, by, at }),
  unpin: ({ feed }, by, at) => ({ type: 'headPinned', feed, isPinned: false, by, at }),
  rotate: null,
  used: ({ feed, itemId, used }, by, at) => ({ type: 'itemUsed', feed, itemId, isUsed: used, by, at }),
  point: null,
  seen: ({ feed }, by, at) => ({ type: 'restorationSeen', feed, by, at }),
  setMode: null,
  checkNow: null,
  rehearse: null,
  endRehearsal: null,
  pauseRehearsal: null,
  stepRehearsal: null,
  speedRehearsal: null,
  seekRehearsal: null,
};
