/** What is kept off air: the guards' words and authors, what they hold back now, and every blocked post with its proof. */
import { useState } from 'react';
import { guardHit } from '../../core/guard.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { arm, disarm, readPress, useHand } from '../state/hand.ts';
import { plural } from '../words/counts.ts';
import { BlockedNow, HeldBack } from './KeptOffLists.tsx';
import { Panel } from './Panel.tsx';

export function KeptOff() {
  const { feed } = useDesk();
  return (
    <Panel
      label="Kept off air"
      title="KEPT OFF AIR"
      note={
        <>
          Feed <b>{feed.slug}</b>. A guard holds a post back until you let it through.
        </>
      }
    >
      {/* What another desk set is what this one goes on from. */}
      <Guards key={JSON.stringify([feed.slug, feed.guards.words, feed.guards.authors])} />
      <HeldBack />
      <BlockedNow />
    </Panel>
  );
}

/** Each once, without what is only space. */
function readList(text: string): readonly string[] {
  return [...new Set(text.split(/[,\n]/).map((one) => one.trim()))].filter((one) => one !== '');
}

function Guards() {
  const { feed, index, isCutOff } = useDesk();
  const { client } = useHands();
  const { guards } = feed;
  const [words, setWords] = useState(guards.words.join(', '));
  const [authors, setAuthors] = useState(guards.authors.join(', '));
  const [refused, setRefused] = useState<string | null>(null);
  const isArmed = useHand((hand) => hand.armed?.id === 'guards');
  const wanted = { words: readList(words), authors: readList(authors), allowed: [] };
  const isSame = words === guards.words.join(', ') && authors === guards.authors.join(', ');
  const free = feed.guarded.filter(({ itemId }) => {
    const item = index.liveItems.get(itemId);
    return item !== undefined && guardHit(wanted, item) === null;
  });
  // Only a following feed shows at once what a guard lets go; and what it shows asks for a second press.
  const goesOn = feed.gate === 'cleared' ? 0 : free.length;
  const goesOff = index.lists.onAir.filter((id) => {
    const item = index.servedItems.get(id) ?? index.liveItems.get(id);
    return item !== undefined && guardHit(wanted, item) !== null;
  }).length;
  const set = (): void => {
    const target = JSON.stringify(wanted);
    if (goesOn > 0) {
      const reading = readPress('guards', target);
      if (reading === 'early') return;
      if (reading === 'first') {
        arm('guards', target, `Press Set again to let ${plural(goesOn, 'post', 'posts')} go on air.`);
        return;
      }
    }
    disarm();
    setRefused(null);
    client.command('guards', { feed: feed.slug, words: wanted.words, authors: wanted.authors }).then(
      (answer) => setRefused(answer.ok ? null : `${answer.message} ${answer.nextStep}`),
      () => setRefused('The engine did not answer. The guards are as they were.'),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame && !isCutOff) set();
      }}
    >
      <h3>Keep off air until let through</h3>
      <label className="field">
        <span>Words</span>
        <input value={words} spellCheck={false} placeholder="none" onChange={(event) => setWords(event.target.value)} />
        <small>With commas between. Large or small letters, any width of letter.</small>
      </label>
      <label className="field">
        <span>Authors</span>
        <input
          value={authors}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => setAuthors(event.target.value)}
        />
        <small>Handles or names, whole. With or without @.</small>
      </label>
      <p className="field-note">
        {guards.allowed.length === 0
          ? 'No post was let through. '
          : `${plural(guards.allowed.length, 'post was', 'posts were')} let through. `}
        Changing either list forgets what was let through.
      </p>
      <div className="row-of-buttons">
        <button
          type="submit"
          className={`button${goesOn > 0 ? ' is-twice' : ''}${isArmed ? ' is-armed' : ''}`}
          disabled={isSame || isCutOff}
        >
          {isArmed ? 'Again?' : goesOn > 0 ? 'Set, twice' : 'Set'} <kbd>Enter</kbd>
        </button>
        {!isSame && (
          <span role="status">
            {goesOff > 0 && `${plural(goesOff, 'post goes', 'posts go')} off air. `}
            {goesOn > 0 && `${plural(goesOn, 'post goes', 'posts go')} on air. `}
            {goesOff === 0 && goesOn === 0 && 'On air does not change.'}
          </span>
        )}
      </div>
      {refused !== null && <p className="choices-refused">{refused}</p>}
    </form>
  );
}
