/** The history: every list that was on air at the left, one of them beside what is on air, and the key that puts it back. */
import { useMemo } from 'react';
import { onAirItems } from '../../show/feedIndex.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { useHand } from '../../state/hand.ts';
import { useQuestion } from '../../state/queries.ts';
import { PastPage } from '../PastPage.tsx';
import { PutBack } from './PutBack.tsx';
import { Revisions } from './Revisions.tsx';
import { chosenRevision } from './rollbackOffer.ts';
import { Sides } from './Sides.tsx';

/** What is blocked can change the answer; the list itself never does. Milliseconds. */
const askEveryMs = 3000;

export function History() {
  const { feed, index } = useDesk();
  const { client } = useHands();
  const revision = chosenRevision(
    feed,
    useHand((hand) => hand.pastRevision),
  );
  const question = useQuestion(client, 'pastList', { feed: feed.slug, revision }, askEveryMs);
  const answer = question.data;
  const past = answer?.ok === true && answer.value.revision === revision ? answer.value : null;
  const refusal = answer?.ok === false ? `${answer.message} ${answer.nextStep}` : null;
  const now = useMemo(() => onAirItems(index), [index]);
  return (
    <PastPage view="history" title="History" lead="Every list that was on air. Looking changes nothing." more={null}>
      <div className="history">
        <Revisions key={feed.slug} revision={revision} />
        <Sides past={past} now={now} revision={revision} refusal={refusal} />
        <PutBack past={past} now={now} revision={revision} />
      </div>
    </PastPage>
  );
}
