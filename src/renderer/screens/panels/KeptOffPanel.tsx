/** The Kept off air panel: guard words and authors, the posts they match, and every block. */

import { useMemo, useState } from 'react';
import { matchGuard } from '../../../core/guard.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { onAirItems } from '../../model/feedIndex.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { BlockedPosts, GuardedPosts } from './KeptOffLists.tsx';
import { Panel } from './Panel.tsx';

export function KeptOffPanel() {
  const feed = useDesk((desk) => desk.feed);
  return (
    <Panel
      label="Kept off air"
      title="KEPT OFF AIR"
      note={
        <>
          Feed <b>{feed.slug}</b>. Guarded posts stay off air until allowed.
        </>
      }
    >
      <Guards />
      <GuardedPosts />
      <BlockedPosts />
    </Panel>
  );
}

/** Entries separated by commas or line breaks, trimmed and without duplicates. */
function parseList(text: string): readonly string[] {
  return [...new Set(text.split(/[,\n]/).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

function Guards() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  const { guards } = feed;
  const saved = { words: guards.words.join(', '), authors: guards.authors.join(', ') };
  const [lastSaved, setLastSaved] = useState(saved);
  const [words, setWords] = useState(saved.words);
  const [authors, setAuthors] = useState(saved.authors);
  // The form shows what any desk saves, and keeps the focus.
  if (saved.words !== lastSaved.words || saved.authors !== lastSaved.authors) {
    setLastSaved(saved);
    setWords(saved.words);
    setAuthors(saved.authors);
  }
  const { armed, press } = useSecondPress();
  const isArmed = armed?.id === 'guards';
  const newGuards = useMemo(
    () => ({ words: parseList(words), authors: parseList(authors), allowed: [] }),
    [words, authors],
  );
  const isUnchanged = words === saved.words && authors === saved.authors;
  const noLongerGuarded = feed.guarded.filter(({ itemId }) => {
    const item = index.liveItems.get(itemId);
    return item !== undefined && matchGuard(newGuards, item) === null;
  });
  // A cleared feed puts nothing on air.
  const goesOnCount = feed.gate === 'cleared' ? 0 : noLongerGuarded.length;
  const goesOffCount = useMemo(
    () => onAirItems(index, index.lists.onAir).filter((item) => matchGuard(newGuards, item) !== null).length,
    [index, newGuards],
  );
  const save = (): void => {
    const sentence = `Press Save again within 2 seconds to put ${formatCount(goesOnCount, 'post', 'posts')} on air.`;
    if (goesOnCount > 0 && !press({ id: 'guards', target: JSON.stringify(newGuards), sentence })) return;
    const input = { feed: feed.slug, words: newGuards.words, authors: newGuards.authors };
    send({ title: 'Save', keyLabel: null, command: { name: 'guards', input } });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnchanged && !isDisconnected) save();
      }}
    >
      <h3>Keep off air until allowed</h3>
      <label className="field">
        <span>Words</span>
        <input value={words} spellCheck={false} placeholder="none" onChange={(event) => setWords(event.target.value)} />
        <small>Separate with commas. Not case-sensitive.</small>
      </label>
      <label className="field">
        <span>Authors</span>
        <input
          value={authors}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => setAuthors(event.target.value)}
        />
        <small>Complete handles or names, with or without @.</small>
      </label>
      <p className="field-note">
        {guards.allowed.length === 0
          ? 'No posts allowed. '
          : `${formatCount(guards.allowed.length, 'post', 'posts')} allowed. `}
        Changing either list forgets which posts were allowed.
      </p>
      <div className="button-row">
        <Button
          type="submit"
          className={`button${goesOnCount > 0 ? ' is-two-press' : ''}${isArmed ? ' is-armed' : ''}`}
          disabledReason={isDisconnected ? 'not connected' : isUnchanged ? 'nothing has changed' : null}
        >
          {goesOnCount > 0 ? (
            <TwoLabels isArmed={isArmed} armedLabel="Press again to save">
              Save
            </TwoLabels>
          ) : (
            'Save'
          )}{' '}
          <kbd>Enter</kbd>
        </Button>
        {!isUnchanged && (
          <span role="status">
            {goesOffCount > 0 && `${formatCount(goesOffCount, 'post goes', 'posts go')} off air. `}
            {goesOnCount > 0 && `${formatCount(goesOnCount, 'post goes', 'posts go')} on air. `}
            {goesOffCount === 0 && goesOnCount === 0 && 'Air does not change.'}
          </span>
        )}
      </div>
    </form>
  );
}
