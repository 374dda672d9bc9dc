/** The posts that a guard holds back now, and those that are blocked, each with why and how far. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { arm, disarm, openPanel, readPress, say, select, useHand } from '../state/hand.ts';
import { Mark } from '../ui/Mark.tsx';
import { nameOf, plural } from '../words/counts.ts';
import { clockTime } from '../words/time.ts';

export function HeldBack() {
  const { index } = useDesk();
  const keymap = useKeymap();
  const held = [...index.guarded].filter(([id]) => !index.blocked.has(id));
  return (
    <section>
      <h3>Held back now</h3>
      {held.length === 0 && <p>None.</p>}
      {held.map(([id, rule]) => {
        const isLive = index.liveItems.has(id);
        return (
          <Line
            key={id}
            id={id}
            name={nameOf(index.liveItems.get(id) ?? index.stagedItems.get(id))}
            mark={`“${rule}”`}
            words={isLive ? 'live' : 'staging'}
            list={isLive ? 'live' : 'staging'}
          />
        );
      })}
      {held.length > 0 && <p>Select one; {capOf(keymap, 'allow') ?? 'Let it go'} twice lets it through.</p>}
    </section>
  );
}

export function BlockedNow() {
  const { feed, index, state } = useDesk();
  const keymap = useKeymap();
  return (
    <section>
      <h3>Blocked</h3>
      {feed.blocked.length === 0 && <p>None.</p>}
      {feed.blocked.map((block) => {
        const { itemId: id } = block;
        const isLive = index.liveItems.has(id);
        const item = index.liveItems.get(id) ?? index.stagedItems.get(id) ?? index.servedItems.get(id);
        if (item === undefined)
          return <GoneBlock key={id} id={id} words={`${whoBlocked(block, state.you)}. ${proofOf(block)}`} />;
        return (
          <Line
            key={id}
            id={id}
            name={nameOf(item)}
            mark={null}
            words={`${whoBlocked(block, state.you)}. ${proofOf(block)}`}
            list={isLive ? 'live' : index.stagedItems.has(id) ? 'staging' : null}
          />
        );
      })}
      {feed.blocked.length > 0 && (
        <p>
          {plural(feed.blocked.length, 'post stays', 'posts stay')} off whatever the service says. Select one;{' '}
          {capOf(keymap, 'unblock') ?? 'Unblock'} twice lets it back. One that is in no list now has a key of its own.
        </p>
      )}
    </section>
  );
}

/** A blocked post that can be selected nowhere: its block is lifted here, by two presses. */
function GoneBlock({ id, words }: { readonly id: string; readonly words: string }) {
  const { feed, isCutOff } = useDesk();
  const { client } = useHands();
  const isArmed = useHand(({ armed }) => armed?.id === goneId && armed.target === id);
  const press = (): void => {
    const reading = readPress(goneId, id);
    if (reading === 'early') return;
    if (reading === 'first') {
      arm(goneId, id, `Press again to unblock ${id}, which is in no list now.`);
      return;
    }
    disarm();
    client.command('unblock', { feed: feed.slug, itemId: id }).then(
      (answer) => {
        if (!answer.ok) say(`Your Unblock was refused: ${answer.message}`, `Next: ${answer.nextStep}`, false);
      },
      () => say('Unblock did not reach the engine.', 'Look at the list of blocks before you press again.', false),
    );
  };
  return (
    <div className="kept-line is-gone">
      <b dir="auto">{id}</b>
      <span>Not in the collection now. {words}</span>
      <button
        type="button"
        className={`button is-twice${isArmed ? ' is-armed' : ''}`}
        aria-label={`Unblock ${id}, ${isArmed ? 'press again' : 'twice'}`}
        disabled={isCutOff}
        onClick={press}
      >
        {isArmed ? 'Again?' : 'Unblock, twice'}
      </button>
    </div>
  );
}

/** What is armed by the first press of such a key. */
const goneId = 'unblock gone';

type Block = DeskFeed['blocked'][number];

function whoBlocked({ by, since, reason }: Block, you: string): string {
  const who = by === null || by === you ? 'you' : by;
  return `By ${who} at ${clockTime(since)}${reason === null ? '' : `: ${reason}`}`;
}

/** Whether it is proved that nobody shows it any more. */
export function proofOf({ waitingFor, confirmedInMs }: Pick<Block, 'waitingFor' | 'confirmedInMs'>): string {
  if (waitingFor.length > 0) return `Not confirmed by ${waitingFor.join(', ')}.`;
  if (confirmedInMs !== null) return `Confirmed off air in ${Math.round(confirmedInMs)} ms.`;
  return 'Nobody showed it then.';
}

type LineProps = {
  readonly id: string;
  readonly name: string;
  readonly mark: string | null;
  readonly words: string;
  /** Where it can be selected; null: it is only on air now. */
  readonly list: 'live' | 'staging' | null;
};

function Line({ id, name, mark, words, list }: LineProps) {
  return (
    <button
      type="button"
      className="kept-line"
      disabled={list === null}
      onClick={() => {
        if (list === null) return;
        select(list, id);
        openPanel('detail');
      }}
    >
      <b dir="auto">{name}</b>
      {mark !== null && <Mark mark={{ kind: 'warning', icon: 'shield', words: mark }} />}
      <span>{words}</span>
    </button>
  );
}
