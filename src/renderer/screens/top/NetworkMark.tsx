/** Stays in the top line while every machine on the network can read the feed without a token; opens the log. */

import { say } from '../../../core/language/say.ts';
import { openLog } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';

export function NetworkMark() {
  const problem = useDesk(({ state }) => state.problems.find(({ code }) => code === 'FEED_OPEN_TO_NETWORK') ?? null);
  if (problem === null) return null;
  const text = `${problem.message} ${problem.nextStep}`;
  return (
    <button type="button" className="tool" title={text} aria-label={text} onClick={() => openLog('events')}>
      <span className="tally is-open-network">{say('OPEN TO THE NETWORK')}</span>
    </button>
  );
}
