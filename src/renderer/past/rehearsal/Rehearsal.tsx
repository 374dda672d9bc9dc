/** The rehearsal: a recorded show again, in an engine of its own. Hatched, never red, and the gate's keys rest. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { RehearsalView } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { useDesk, useHands } from '../../state/desk.ts';
import { say, useHand } from '../../state/hand.ts';
import { useQuestion } from '../../state/queries.ts';
import { clockTime, dayTime } from '../../words/time.ts';
import { PastPage } from '../PastPage.tsx';
import { EventList } from './EventList.tsx';
import { OwnFeed, portOf } from './OwnFeed.tsx';
import { Recordings } from './Recordings.tsx';
import { RehearsalLine } from './RehearsalLine.tsx';
import { Rehearsed } from './Rehearsed.tsx';

const askEveryMs = 500;

export function Rehearsal() {
  const { state, feed } = useDesk();
  const { client } = useHands();
  const { rehearsal } = state;
  const running = rehearsal !== null;
  const question = useQuestion(client, 'rehearsed', { feed: feed.slug }, askEveryMs);
  const { refetch } = question;
  const step = rehearsal?.step ?? null;
  // At each event, not only as often as it is asked anyway.
  useEffect(() => {
    if (step !== null) void refetch();
  }, [step, refetch]);
  const list = running && question.data?.ok === true ? question.data.value.list : null;
  const recording = rehearsal?.recording ?? 'none';
  const asked = useQuestion(client, 'rehearsalEvents', { recording }, null);
  const events = running && asked.data?.ok === true ? asked.data.value.events : null;
  const seek = (at: string): void => {
    client.command('seekRehearsal', { at }).then(
      (answer) => {
        if (!answer.ok) say('The rehearsal did not go there.', answer.nextStep, false);
      },
      () => say('The engine did not answer.', 'The rehearsal is as it was.', false),
    );
  };
  return (
    <PastPage view="rehearsal" title="Rehearsal" lead="A recorded show again, in an engine of its own." more={null}>
      <div className="rehearsal">
        <Head rehearsal={rehearsal} collection={list?.collection ?? null} />
        {rehearsal !== null && <RehearsalLine rehearsal={rehearsal} events={events ?? []} seek={seek} />}
        <div className={`rehearsal-lists${rehearsal === null ? ' is-waiting' : ''}`}>
          {rehearsal === null ? (
            <Recordings running={rehearsal} />
          ) : (
            <>
              <EventList rehearsal={rehearsal} events={events} list={list} seek={seek} />
              <Rehearsed rehearsal={rehearsal} list={list} />
              <OwnFeed rehearsal={rehearsal} list={list} />
            </>
          )}
        </div>
      </div>
    </PastPage>
  );
}

type HeadProps = { readonly rehearsal: RehearsalView | null; readonly collection: string | null };

function Head({ rehearsal, collection }: HeadProps) {
  const { state, nowMs } = useDesk();
  const { press } = useHands();
  const keymap = useKeymap();
  const isArmed = useHand((hand) => hand.armed?.id === 'rehearseEnd');
  const gateKeys = (['hold', 'release', 'takeAll', 'block', 'clear'] as const)
    .flatMap((action) => capOf(keymap, action) ?? [])
    .join(' ');
  const feed = state.feedBase === null ? 'the feed' : `the feed on ${portOf(state.feedBase)}`;
  return (
    <header className="rehearsal-head">
      <b className="rehearsal-word">REHEARSAL</b>
      <div>
        <b>Not on air. Nothing in this frame reaches {feed}; on air is the strip above, and only that.</b>
        <p>
          {rehearsal === null
            ? 'Choose a recorded show. '
            : `Recorded: ${collection === null ? '' : `${collection}, `}${dayTime(rehearsal.startedAt, nowMs)} to ${clockTime(rehearsal.endedAt)}. `}
          The keys of the gate, {gateKeys}, rest on this screen.
        </p>
      </div>
      {rehearsal !== null && (
        <button
          type="button"
          className={`button is-twice${isArmed ? ' is-armed' : ''}`}
          onClick={() => press('rehearseEnd')}
        >
          <X className="icon" aria-hidden="true" />
          {isArmed ? 'Again?' : 'End rehearsal, twice'} <kbd>{capOf(keymap, 'rehearseEnd')}</kbd>
        </button>
      )}
    </header>
  );
}
