/** Reads a list in use again before an operator chooses it for another feed. */
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { aboutCollection, type Problem } from '../../core/problem.ts';
import { confirmationOf } from '../../core/source.ts';
import { failure } from '../http/failure.ts';
import { doubtCodes } from '../sourceProblems.ts';
import type { Store } from '../store.ts';
import { isDiskProblem } from '../unsavedChanges.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { type BrowseDeps, toProblem, toSourceProblem } from './browse.ts';
import { describePause } from './pause.ts';
import type { PollLoop } from './pollLoop.ts';

export type RefreshDeps = Pick<BrowseDeps, 'ports' | 'pause' | 'base'> & {
  readonly store: Pick<Store, 'state'>;
  /** `undefined` if no feed uses the collection. */
  readonly loopOf: (id: string) => PollLoop | undefined;
};

/** At the default interval, a list is polled again before it is this old. Milliseconds. */
const recentMs = 6000;

/** Short, because an operator who pressed a key is waiting. Milliseconds. */
const longestRefreshMs = 3000;

/** Polls until one is conclusive. A change during a poll makes it inconclusive. */
const maxPolls = 3;

/**
 * Resolves with why the service has not confirmed the list in the last seconds. `null` if it has, if no feed uses the collection, or if
 * there is no key to poll with and push mode needs none.
 */
export async function refreshList(deps: RefreshDeps, id: string): Promise<Problem | null> {
  const { clock } = deps.ports;
  const loop = deps.loopOf(id);
  if (loop === undefined) return null;
  const { confirmedMonotonicMs, freshness } = confirmationOf(deps.store.state().source, id);
  const isRecent = confirmedMonotonicMs !== null && clock.monotonicMs() - confirmedMonotonicMs < recentMs;
  if (isRecent && freshness !== 'stale' && !loop.isInDoubt()) return null;
  if (deps.pause.leftMs() > 0) return toSourceProblem(deps, describePause(deps.pause.lengthMs()));
  const late = (): Problem => describeLate(deps, sayLater('waiting for a response'));
  return waitAtMost(clock, longestRefreshMs, pollUntilConclusive(deps, loop).catch(late), late);
}

async function pollUntilConclusive(deps: RefreshDeps, loop: PollLoop): Promise<Problem | null> {
  const { id } = loop;
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const poll = await loop.pollAndWait();
    if (deps.loopOf(id) !== loop) return null;
    if (poll?.isMissing === true) return toProblem(deps, failure('COLLECTION_UNKNOWN', {}), aboutCollection(id));
    if (poll?.result.kind === 'failed') return toSourceProblem(deps, poll.result.failure);
    if (poll?.result.kind === 'confirmed' || poll?.result.kind === 'noKey') return null;
    const isUnsaved = poll?.result.kind === 'inconclusive' && poll.result.isUnsaved === true;
    const isReason = ({ code, about }: Problem): boolean =>
      isUnsaved ? isDiskProblem(code) : about === aboutCollection(id) && doubtCodes.some((each) => each === code);
    const reason = deps.store.state().problems.find(isReason);
    if (reason !== undefined) return reason;
  }
  return describeLate(deps, sayLater('confirming the list'));
}

function describeLate(deps: RefreshDeps, phase: Phrase): Problem {
  const base = deps.base();
  if ('code' in base) return toSourceProblem(deps, base);
  return toSourceProblem(deps, failure('SOURCE_TIMEOUT', { host: new URL(base.origin).host, phase }));
}
