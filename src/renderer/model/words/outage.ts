/** The sentences about a service that doesn’t respond. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { airSentenceOf, type Problem, withAir } from '../../../core/problem.ts';
import { airSentences } from '../../../core/problems/entry.ts';
import { sourceProblems } from '../../../core/problems/source.ts';
import { formatDuration } from '../../../core/time.ts';

export type Outage = {
  /** Ends with a colon where `stays` goes on with it. */
  readonly lead: string;
  /** The same as a sentence of its own. */
  readonly leadAlone: string;
  readonly stays: string;
};

/** Says since when the service hasn’t responded, and what stays on air; `null` for another problem, and if it never responded. */
export function describeOutage(problem: Problem, state: DeskState, feed: DeskFeed, nowMs: number): Outage | null {
  const { code, message } = problem;
  if (code !== 'SOURCE_OFFLINE' || state.source.lastConfirmedAt === null) return null;
  const entry = sourceProblems.SOURCE_OFFLINE;
  const pattern = say(entry.message, { what: factMark });
  const what = (['whole', 'withoutList', 'withDeliveries'] as const)
    .map((words) => readFact(message, withAir(pattern, airSentenceOf(entry, words), say)))
    .find((fact) => fact !== null);
  if (what === undefined) return null;
  const duration = formatDuration(silenceMsOf(state, problem, nowMs));
  if (state.source.mode !== 'poll' && feed.gate === 'following' && feed.served) {
    const lead = say('The service hasn’t responded for {duration}: {what}.', { duration, what });
    const stays = say(airSentences.deliveries);
    return { lead, leadAlone: `${lead} ${stays}`, stays };
  }
  return {
    lead: say('The service hasn’t responded for {duration}: {what}. On air is not affected:', { duration, what }),
    leadAlone: say('The service hasn’t responded for {duration}: {what}. On air is not affected.', { duration, what }),
    stays: describeStays(feed),
  };
}

function silenceMsOf({ at, source }: DeskState, { since }: Problem, nowMs: number): number {
  // In push mode, the last response can be long before the first check that failed.
  if (source.mode === 'push') return Math.max(0, nowMs - Date.parse(since));
  return (source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(at));
}

function describeStays({ gate, counts, served }: DeskFeed): string {
  if (!served) return say('graphics still get nothing.');
  if (gate === 'cleared') return say('it stays cleared.');
  if (counts.onAir === 0) return say('it stays empty.');
  return gate === 'held' ? say('it stays held.') : say('the last good list stays.');
}

/** The next step, which advises Hold only where it can be pressed. */
export function removeHoldAdvice({ code, nextStep }: Problem, { gate }: DeskFeed): string {
  if (gate === 'following') return nextStep;
  if (code === 'SOURCE_OLDER_IGNORED')
    return say('Check the list at the service. If this returns, a cache may be the cause.');
  if (code !== 'SOURCE_OFFLINE') return nextStep;
  const check = readFact(nextStep, say(sourceProblems.SOURCE_OFFLINE.nextStep, { check: factMark }));
  return check === null ? nextStep : say('Check {check}.', { check });
}

/** A character that no sentence has. */
const factMark = '\ufdd2';

/** Returns the fact at the place of `factMark` in `pattern`; `null` for a sentence in another language. */
function readFact(sentence: string, pattern: string): string | null {
  const [before = '', after = ''] = pattern.split(factMark);
  const isSame = sentence.startsWith(before) && sentence.endsWith(after);
  return isSame && sentence.length >= before.length + after.length
    ? sentence.slice(before.length, sentence.length - after.length)
    : null;
}
