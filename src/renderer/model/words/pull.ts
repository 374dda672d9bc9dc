/** Says whether a program reads the feed now, what it read, and when it last did. */
import type { RecipeView } from '../../../contract/recipes.ts';
import { formatTenths } from '../../../core/formatNumber.ts';
import { markMessage, say } from '../../../core/language/say.ts';
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
  http: markMessage('A reader'),
};

function ageMsOf(pulledAt: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(pulledAt));
}

function describeAge(ageMs: number): string {
  return ageMs < 1000 ? `${formatTenths(Math.floor(ageMs / 100) / 10)} s` : formatDuration(ageMs);
}

/** For the list of programs, such as “Pulled 2 s ago”. */
export function describePull({ pulledAt }: PullFacts, nowMs: number, isDisconnected: boolean): [PullState, string] {
  if (isDisconnected) return ['off', say('Not known')];
  if (pulledAt === null) return ['off', say('Never pulled')];
  const ageMs = ageMsOf(pulledAt, nowMs);
  if (ageMs <= pullingForMs) return ['good', say('Pulled {age} ago', { age: describeAge(ageMs) })];
  if (ageMs < stoppedAfterMs) return ['warn', say('Last pulled {age} ago', { age: describeAge(ageMs) })];
  if (ageMs < hourMs) return ['warn', say('Stopped {age} ago', { age: `${Math.floor(ageMs / 60_000)} min` })];
  return ['warn', say('Stopped at {time}', { time: formatDayTime(pulledAt, nowMs) })];
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
  const programName = programNames[target];
  const name = say(programName);
  const [state] = describePull(facts, nowMs, isDisconnected);
  if (isDisconnected)
    return {
      state,
      lead: say('Not connected.'),
      rest:
        target === 'http'
          ? say('Whether a reader reads the feed is not known until the desk reconnects.')
          : say('Whether {name} reads the feed is not known until the desk reconnects.', { name }),
    };
  const greens = say('This turns green by itself.');
  if (target === 'vmix-data' && (pulledAt === null || consumer === null))
    return {
      state,
      lead: say('No data source has read an address with {name}.', { name: 'name=vMix' }),
      rest: `${say('If vMix reads an address without it, use one of the addresses below instead. The name of the data source in vMix has no effect.')} ${greens}`,
    };
  if (pulledAt === null || consumer === null)
    return { state, lead: say('{name} has never read this feed.', { name }), rest: greens };
  const ageMs = ageMsOf(pulledAt, nowMs);
  const reader = describeReader(facts, name);
  const parts = [
    ageMs < hourMs
      ? say('Last pull {age} ago from {reader}', { age: describeAge(ageMs), reader })
      : say('Last pull at {time} from {reader}', { time: formatDayTime(pulledAt, nowMs), reader }),
    ...(consumer.everyMs === null ? [] : [say('every {interval}', { interval: describeInterval(consumer.everyMs) })]),
    describeRevision(consumer.revision),
  ];
  const isNewest = consumer.revision === feedRevision;
  const list = isNewest
    ? say('It has the newest list.')
    : say('Revision {revision} is on air.', { revision: feedRevision });
  const rest = `${parts.join(', ')}. ${list} ${describeRead(consumer.read)}`;
  if (state === 'good') return { state, lead: say('{name} is pulling.', { name }), rest };
  return {
    state,
    lead: say('{name} has stopped pulling.', { name }),
    rest: `${rest} ${say('Check that it is running, and that its address is the one below.')}`,
  };
}

function describeReader({ consumer }: PullFacts, program: string): string {
  const { address = '', name = '' } = consumer ?? {};
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(address);
  const machine = isLoopback ? say('this machine||after “from” or “on”') : address;
  return name === program || name === ''
    ? machine
    : say('{reader} on {machine}', { reader: isolateName(name), machine });
}

function describeInterval(everyMs: number): string {
  return everyMs < 950 ? `${formatTenths(Math.max(100, everyMs) / 1000)} s` : `${Math.round(everyMs / 1000)} s`;
}

function describeRevision(revision: number): string {
  return revision === 0 ? say('no list confirmed yet') : say('revision {revision}', { revision });
}

function describeRead(read: string): string {
  if (read === 'socket') return say('It used the socket.');
  if (read === 'events') return say('It used the event stream.');
  return read === 'panel' ? say('It read the state for its keys.') : say('It read {what}.', { what: read });
}
