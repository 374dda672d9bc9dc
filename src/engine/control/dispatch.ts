/** The one door for commands: whoever presses and whatever carried it, a command becomes an event here. */
import type { CommandAnswer, CommandName, Commands, Refusal } from '../../contract/commands.ts';
import type { RehearsalView } from '../../contract/past.ts';
import type { Item } from '../../core/collection.ts';
import type { FeedState } from '../../core/feedState.ts';
import { isByLength, type PlayHead, wouldLoop } from '../../core/playHead.ts';
import { describeProblem, type Facts, type ProblemCode } from '../../core/problem.ts';
import { feedOf, type Outcome, type ShowEvent, snapshotOf } from '../../core/show.ts';
import { PortTaken } from '../door/listen.ts';
import type { Ports } from '../ports.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { SettingsBook } from '../settings/book.ts';
import type { Source } from '../source/source.ts';
import type { Store } from '../store.ts';
import { faultOf, isCommand, readerOf } from './commandSchemas.ts';

export type DispatchDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'checkNow' | 'collection'>;
  readonly settings: Pick<SettingsBook, 'change' | 'pointed'>;
  readonly rehearsal: Rehearsal;
  /** An earlier on-air list, or null when it is no longer kept. */
  readonly listAt: (
    slug: string,
    revision: number,
  ) => Promise<{ items: readonly Item[]; header: FeedState['onAir']['header'] } | null>;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  /** Hears of every press, for the desks' list and the log. */
  readonly onPress: (press: {
    readonly by: string | null;
    readonly verb: CommandName;
    readonly at: string;
    readonly outcome: string;
  }) => void;
};

/** Runs a command by name over unread input, for the one who pressed. Never rejects. */
export type Dispatch = (name: string, input: unknown, by: string | null) => Promise<CommandAnswer>;

/** A refusal in the words of the catalogue. */
export function refuse(code: ProblemCode, facts: Facts): Refusal {
  const { message, nextStep } = describeProblem(code, 'command', '', facts);
  return { ok: false, code, message, nextStep };
}

/** Makes the door over a store and a source. */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { store, source, settings, rehearsal, listAt, ports } = deps;

  const rehearsed = (state: RehearsalView | null, code: ProblemCode): CommandAnswer =>
    state === null ? refuse(code, {}) : { ok: true, feed: null };

  /** Changes of the rotation one after the other, so that each leaves alone what the one before it set. */
  let rotating: Promise<unknown> = Promise.resolve();

  /** Commands that need more than the state: answered here, or null where the event alone is left to do. */
  const specials: Specials = {
    setMode: async ({ mode }, by) => {
      const answer = await settings.change({ source: { mode } }, by);
      return answer.ok ? { ok: true, feed: null } : answer;
    },
    checkNow: async () => {
      source.checkNow();
      return { ok: true, feed: null };
    },
    rehearse: async ({ recording, speed }) => rehearsed(await rehearsal.start(recording, speed), 'RECORDING_UNKNOWN'),
    endRehearsal: async () => {
      await rehearsal.stop();
      return { ok: true, feed: null };
    },
    pauseRehearsal: async ({ isPaused }) =>
      rehearsed(isPaused ? rehearsal.pause() : rehearsal.resume(), 'REHEARSAL_NONE'),
    stepRehearsal: async () => rehearsed(rehearsal.step(), 'REHEARSAL_NONE'),
    speedRehearsal: async ({ speed }) => rehearsed(rehearsal.changeSpeed(speed), 'REHEARSAL_NONE'),
    seekRehearsal: async ({ at }) => rehearsed(await rehearsal.seek(at), 'REHEARSAL_NONE'),
    rollback: async ({ feed, revision }, by, at) => {
      if (feedOf(store.state(), feed) === null) return refuse('FEED_UNKNOWN', {});
      const list = await listAt(feed, revision);
      return list === null
        ? refuse('REVISION_UNKNOWN', {})
        : press({ type: 'feedRolledBack', list, revision, feed, by, at });
    },
    rotate: (input, by, at) => {
      const turn = rotating.then(() => {
        const feed = feedOf(store.state(), input.feed);
        return feed === null ? refuse('FEED_UNKNOWN', {}) : press(rotationEvent(feed.playHead, input, by, at));
      });
      rotating = turn.catch(() => undefined);
      return turn;
    },
    point: async ({ feed, collectionId, hold }, by, at) => {
      if (feedOf(store.state(), feed) === null) return refuse('FEED_UNKNOWN', {});
      if (snapshotOf(store.state(), collectionId) === null) {
        // Known to the service first, so that a slip of the hand does not leave the feed reading nothing.
        const found = await source.collection(collectionId);
        if (!('id' in found)) return { ok: false, code: found.code, message: found.message, nextStep: found.nextStep };
        await store.apply({ type: 'collectionArrived', collection: found, from: 'poll', accept: 'newer', at });
      }
      const answer = await press({ type: 'feedPointed', feed, collectionId, hold, by, at });
      if (answer.ok) await settings.pointed(feed, collectionId);
      return answer;
    },
  };

  return (name, input, by) =>
    isCommand(name) ? readAndRun(name, input, by) : Promise.resolve(refuse('COMMAND_UNKNOWN', {}));

  async function readAndRun<Name extends CommandName>(
    verb: Name,
    input: unknown,
    by: string | null,
  ): Promise<CommandAnswer> {
    const read = readerOf(verb).safeParse(input, { reportInput: true });
    if (!read.success) return refuse('COMMAND_INVALID', { what: faultOf(read.error) });
    const at = new Date(ports.clock.now()).toISOString();
    let answer: CommandAnswer;
    try {
      answer = await run(verb, read.data, by, at);
    } catch (error) {
      if (error instanceof PortTaken) answer = refuse('COMMAND_PORT_TAKEN', { port: error.port });
      else {
        ports.log('error', 'COMMAND_FAILED', { verb, error: String(error) });
        answer = refuse('COMMAND_FAILED', {});
      }
    }
    const outcome = answer.ok ? 'done' : answer.code;
    deps.onPress({ by, verb, at, outcome });
    ports.log('info', 'COMMAND', { verb, by, outcome });
    return answer;
  }

  async function run<Name extends CommandName>(
    verb: Name,
    input: Commands[Name],
    by: string | null,
    at: string,
  ): Promise<CommandAnswer> {
    const special = specials[verb];
    const early = special === undefined ? null : await special(input, by, at);
    if (early !== null) return early;
    const event = eventMakers[verb]?.(input, by, at) ?? null;
    return event === null ? refuse('COMMAND_UNKNOWN', {}) : press(event);
  }

  async function press(event: Extract<ShowEvent, { readonly feed: string }>): Promise<CommandAnswer> {
    const outcome = await store.apply(event);
    const refusal = refusalOf(outcome);
    if (refusal !== null) return refuse(refusal, { what: 'disk', path: 'the data directory' });
    const feed = feedOf(store.state(), event.feed);
    if (feed === null) return refuse('FEED_UNKNOWN', {});
    const { index, itemId, isPinned } = feed.playHead;
    return {
      ok: true,
      feed: { revision: feed.onAir.revision, gate: feed.gate, playHead: { index, itemId, pinned: isPinned } },
    };
  }
}

function refusalOf(outcome: Outcome): ProblemCode | null {
  return outcome.kind === 'refused' ? outcome.code : null;
}

type FeedEvent = Extract<ShowEvent, { readonly feed: string }>;

/** How the head goes from now on: what the press does not name stays as it is. */
function rotationEvent(
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

type Specials = {
  readonly [Name in CommandName]?: (
    input: Commands[Name],
    by: string | null,
    at: string,
  ) => Promise<CommandAnswer | null>;
};

type Maker<Name extends CommandName> = ((input: Commands[Name], by: string | null, at: string) => FeedEvent) | null;

/** Command to event, one line each. Null: not an event of a feed, or made elsewhere. */
const eventMakers: { readonly [Name in CommandName]: Maker<Name> } = {
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
  point: ({ feed, collectionId, hold }, by, at) => ({ type: 'feedPointed', feed, collectionId, hold, by, at }),
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
