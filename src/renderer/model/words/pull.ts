/** Says whether a program reads the feed now, what it read, and when it last did. */
import type { RecipeView } from '../../../contract/recipes.ts';
import { isolateName } from '../../../core/outsideName.ts';
import type { RecipeTarget } from '../../../core/recipes.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';

/** `good`: read within the last ten seconds; `warn`: read before that; `off`: never, or not known. */
export type PullState = 'good' | 'warn' | 'off';

export type PullFacts = Pick<RecipeView, 'target' | 'pulledAt' | 'consumer'>;

const pullingForMs = 10_000;
const stoppedAfterMs = 60_000;
const hourMs = 3_600_000;

/** The names of the programs in sentences. */
const programNames: Readonly<Record<RecipeTarget, string>> = {
  obs: 'OBS',
  'vmix-data': 'vMix',
  'vmix-browser': 'vMix',
  casparcg: 'CasparCG',
  spx: 'SPX',
  ograf: 'OGraf',
  companion: 'Companion',
  http: 'A reader',
};

function ageMsOf(pulledAt: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(pulledAt));
}

function describeAge(ageMs: number): string {
  return ageMs < 1000 ? `${(Math.floor(ageMs / 100) / 10).toFixed(1)} s` : formatDuration(ageMs);
}

/** For the list of programs, such as “Pulled 2 s ago”. */
export function describePull({ pulledAt }: PullFacts, nowMs: number, isDisconnected: boolean): [PullState, string] {
  if (isDisconnected) return ['off', 'Not known'];
  if (pulledAt === null) return ['off', 'Never pulled'];
  const ageMs = ageMsOf(pulledAt, nowMs);
  if (ageMs <= pullingForMs) return ['good', `Pulled ${describeAge(ageMs)} ago`];
  if (ageMs < stoppedAfterMs) return ['warn', `Last pulled ${describeAge(ageMs)} ago`];
  if (ageMs < hourMs) return ['warn', `Stopped ${Math.floor(ageMs / 60_000)} min ago`];
  return ['warn', `Stopped at ${formatDayTime(pulledAt, nowMs)}`];
}

export type PullSentence = {
  readonly state: PullState;
  /** Without ages, so that a screen reader says it again only when the state changes. */
  readonly lead: string;
  readonly rest: string;
};

/** For the open recipe. `feedRevision` is the one on air. */
export function describePullInFull(
  facts: PullFacts,
  {
    feedRevision,
    nowMs,
    isDisconnected,
  }: {
    readonly feedRevision: number;
    readonly nowMs: number;
    readonly isDisconnected: boolean;
  },
): PullSentence {
  const { target, pulledAt, consumer } = facts;
  const name = programNames[target];
  const [state] = describePull(facts, nowMs, isDisconnected);
  if (isDisconnected)
    return {
      state,
      lead: 'Not connected.',
      rest: `Whether ${name} reads the feed is not known until the desk reconnects.`,
    };
  if (pulledAt === null || consumer === null)
    return { state, lead: `${name} has never read this feed.`, rest: 'This turns green by itself.' };
  const ageMs = ageMsOf(pulledAt, nowMs);
  const parts = [
    `Last pull ${ageMs < hourMs ? `${describeAge(ageMs)} ago` : `at ${formatDayTime(pulledAt, nowMs)}`} from ${describeReader(facts, name)}`,
    ...(consumer.everyMs === null ? [] : [`every ${describeInterval(consumer.everyMs)}`]),
    describeRevision(consumer.revision),
  ];
  const isNewest = consumer.revision === feedRevision;
  const list = isNewest ? 'It has the newest list.' : `Revision ${feedRevision} is on air.`;
  const rest = `${parts.join(', ')}. ${list} ${describeRead(consumer.read)}`;
  if (state === 'good') return { state, lead: `${name} is pulling.`, rest };
  return {
    state,
    lead: `${name} has stopped pulling.`,
    rest: `${rest} Check that it is running, and that its address is the one below.`,
  };
}

function describeReader({ consumer }: PullFacts, program: string): string {
  const { address = '', name = '' } = consumer ?? {};
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(address);
  const machine = isLoopback ? 'this machine' : address;
  return name === program || name === '' ? machine : `${isolateName(name)} on ${machine}`;
}

function describeInterval(everyMs: number): string {
  return everyMs < 950 ? `${(Math.max(100, everyMs) / 1000).toFixed(1)} s` : `${Math.round(everyMs / 1000)} s`;
}

function describeRevision(revision: number): string {
  return revision === 0 ? 'no list confirmed yet' : `revision ${revision}`;
}

function describeRead(read: string): string {
  if (read === 'socket') return 'It used the socket.';
  if (read === 'events') return 'It used the event stream.';
  return read === 'panel' ? 'It read the state for its keys.' : `It read ${read}.`;
}
