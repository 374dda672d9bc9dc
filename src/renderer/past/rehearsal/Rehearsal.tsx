/** The rehearsal: a recorded show again, in an engine of its own. Hatched, never red, and the gate's keys rest. */
import { X } from 'lucide-react';
import type { RehearsalView } from '../../../contract/past.ts';
import { capOf, useKeymap } from '../../keys/keymap.ts';
import { CopyButton } from '../../panels/CopyButton.tsx';
import { Row } from '../../show/Row.tsx';
import { useDesk, useHands } from '../../state/desk.ts';
import { useHand } from '../../state/hand.ts';
import { useQuestion } from '../../state/queries.ts';
import { Windowed } from '../../ui/Windowed.tsx';
import { clockTime, dayTime } from '../../words/time.ts';
import { PastPage } from '../PastPage.tsx';
import { Recordings } from './Recordings.tsx';
import { RehearsalLine } from './RehearsalLine.tsx';

const askEveryMs = 500;

export function Rehearsal() {
  const { state } = useDesk();
  const { rehearsal } = state;
  return (
    <PastPage view="rehearsal" title="Rehearsal" lead="A recorded show again, in an engine of its own." more={null}>
      <div className="rehearsal">
        <Head rehearsal={rehearsal} />
        {rehearsal !== null && <RehearsalLine rehearsal={rehearsal} />}
        <div className={`rehearsal-lists${rehearsal === null ? ' is-waiting' : ''}`}>
          <Recordings running={rehearsal} />
          {rehearsal !== null && <Rehearsed rehearsal={rehearsal} />}
          {rehearsal !== null && <OwnFeed base={rehearsal.base} />}
        </div>
      </div>
    </PastPage>
  );
}

function Head({ rehearsal }: { readonly rehearsal: RehearsalView | null }) {
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
            : `Recorded ${dayTime(rehearsal.startedAt, nowMs)} to ${clockTime(rehearsal.endedAt)}. `}
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

function Rehearsed({ rehearsal }: { readonly rehearsal: RehearsalView }) {
  const { feed, nowMs, isCompact } = useDesk();
  const { client } = useHands();
  const question = useQuestion(client, 'rehearsed', { feed: feed.slug }, askEveryMs);
  const list = question.data?.ok === true ? question.data.value.list : null;
  const items = list?.items ?? [];
  const gate = { following: 'Following', held: 'Held', cleared: 'Cleared' };
  return (
    <section className="list is-rehearsed" aria-label="Rehearsed list">
      <div className="list-head">
        <h2 className="list-title">REHEARSED {items.length.toLocaleString('en')}</h2>
        <span className="list-note">
          {list !== null && (
            <>
              <b>{gate[list.gate]}</b>, revision {list.revision} again
            </>
          )}
        </span>
      </div>
      {items.length === 0 ? (
        <p className="list-empty">
          {list === null
            ? `The recorded show has no feed ${feed.slug}.`
            : rehearsal.step === 0
              ? 'Nothing yet: it has not begun.'
              : 'Nothing was on air at this time.'}
        </p>
      ) : (
        <Windowed
          label="Rehearsed posts"
          count={items.length}
          rowHeight={isCompact ? 70 : 88}
          render={(place) => {
            const item = items[place];
            if (item === undefined) return null;
            return (
              <Row
                row={{ key: item.id, item, state: 'rehearsed', place: place + 1 }}
                marks={[]}
                nowMs={nowMs}
                isCompact={isCompact}
                isSelected={false}
                isAimed={false}
                text={null}
                placeNow={null}
              />
            );
          }}
        />
      )}
    </section>
  );
}

function OwnFeed({ base }: { readonly base: string }) {
  const { feed } = useDesk();
  const slug = encodeURIComponent(feed.slug);
  const addresses: readonly (readonly [string, string])[] = [
    ['Overlay, card', `/overlay/card?feed=${slug}`],
    ['List', `/feeds/${slug}/live.json`],
    ['vMix', `/feeds/${slug}/vmix.json`],
  ];
  return (
    <aside className="rail" aria-label="Its own feed">
      <section className="panel">
        <h3 className="panel-head">
          ITS OWN FEED <span className="panel-aside">port {portOf(base)}</span>
        </h3>
        <div className="rehearsal-feed">
          <p>Point a template here to try it. The addresses differ from the show’s by the port alone.</p>
          {addresses.map(([name, path]) => (
            <div className="address is-short" key={path}>
              <span>{name}</span>
              <CopyButton words={base + path} name={`Copy the address of the rehearsal: ${name}`} />
              <code>{base + path}</code>
            </div>
          ))}
        </div>
      </section>
    </aside>
  );
}

function portOf(base: string): string {
  return /:(\d+)/.exec(base)?.[1] ?? base;
}
