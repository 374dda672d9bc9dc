/** What going back to the chosen list would do, in one sentence, and the key that does it at the second press. */
import { History as HistorySign } from 'lucide-react';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { PastListView } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { useHand } from '../../state/hand.ts';
import { consequenceWords } from './historyWords.ts';
import { rollbackOffer } from './rollbackOffer.ts';
import { consequenceOf } from './sharedPlaces.ts';

type PutBackProps = {
  /** Null until it is told. */
  readonly past: PastListView | null;
  readonly now: readonly DeskItem[];
  readonly revision: number;
};

export function PutBack({ past, now, revision }: PutBackProps) {
  const { feed, isCutOff } = useDesk();
  const { press } = useHands();
  const keymap = useKeymap();
  const armed = useHand((hand) => (hand.armed?.id === 'back' ? hand.armed : null));
  const isWorking = useHand((hand) => hand.working.has('back'));
  const offer = rollbackOffer(feed, revision);
  const reason = isCutOff ? 'no engine' : past === null ? 'not told yet' : offer.reason;
  const cap = capOf(keymap, 'back');
  const would = past === null ? 0 : past.items.length - past.blockedNow.length;
  const note = armed === null ? (reason ?? offer.note) : `puts ${would} on air, holds`;
  const name = armed === null ? 'PUT BACK, HOLD' : 'AGAIN?';
  return (
    <div className={`history-act${armed === null ? '' : ' is-armed'}`}>
      <div role="status">
        {armed === null ? (
          <Sentence past={past} now={now} isPresent={revision === feed.revision} isHeld={feed.gate === 'held'} />
        ) : (
          <>
            <b>{armed.sentence}</b> Any other key, or waiting, leaves everything as it is.
          </>
        )}
      </div>
      <button
        type="button"
        className={`key ${armed === null ? (reason === null ? 'is-guarded' : '') : 'is-armed'}${isWorking ? ' is-working' : ''}`}
        disabled={reason !== null}
        aria-label={`${armed === null ? 'Put back and hold, twice' : 'Put back and hold, press again'}: ${note}`}
        onClick={() => press('back')}
      >
        <span className="key-icon">
          <HistorySign className="icon" aria-hidden="true" />
        </span>
        {cap !== null && <kbd>{armed === null ? `${cap} × 2` : cap}</kbd>}
        <span className="key-name">{name}</span>
        <span className="key-note">{note}</span>
      </button>
    </div>
  );
}

type SentenceProps = Pick<PutBackProps, 'past' | 'now'> & { readonly isPresent: boolean; readonly isHeld: boolean };

function Sentence({ past, now, isPresent, isHeld }: SentenceProps) {
  const { index } = useDesk();
  if (past === null) return 'Choose a revision to see what it would put on air.';
  if (isPresent) return 'This one is on air. Choose an earlier one to see what it would put on air.';
  const { lead, rest } = consequenceWords(
    consequenceOf(past.items, now, past.blockedNow),
    past.items.length,
    isHeld,
    (id) => index.blocked.has(id),
  );
  return (
    <>
      <b>{lead}</b> {rest}
    </>
  );
}
