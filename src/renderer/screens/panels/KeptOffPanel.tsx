/** The Kept off air panel: guard words and authors, the posts they match, and every block. */

import { useMemo, useState } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { matchGuard } from '../../../core/guard.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { onAirItems } from '../../model/feedIndex.ts';
import { isSameList, mergeList, parseList } from '../../model/guardLists.ts';
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
      <Guards key={feed.slug} />
      <GuardedPosts />
      <BlockedPosts />
    </Panel>
  );
}

/** The text that an operator types. `base`: the guards shown when typing began. */
type Draft = { readonly words: string; readonly authors: string; readonly base: DeskFeed['guards'] };

function Guards() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  const { guards } = feed;
  const [draft, setDraft] = useState<Draft | null>(null);
  const { base, words, authors } = draft ?? toDraft(guards);
  const newGuards = useMemo(
    () => ({
      words: mergeList(base.words, parseList(words), guards.words),
      authors: mergeList(base.authors, parseList(authors), guards.authors),
      allowed: [],
    }),
    [base, words, authors, guards],
  );
  const isUnchanged =
    draft === null || (isSameList(newGuards.words, guards.words) && isSameList(newGuards.authors, guards.authors));
  const hasOtherChange = !isSameList(base.words, guards.words) || !isSameList(base.authors, guards.authors);
  // Once nothing is left to save, the form shows what any desk saves. It keeps the focus.
  if (draft !== null && isUnchanged && base.version !== guards.version) setDraft(null);
  const edit = (change: Partial<Draft>): void => {
    const next = { base, words, authors, ...change };
    const untouched = toDraft(base);
    setDraft(next.words === untouched.words && next.authors === untouched.authors ? null : next);
  };
  const { armed, press } = useSecondPress();
  const isArmed = armed?.id === 'guards';
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
    const { version } = guards;
    const input = { feed: feed.slug, words: newGuards.words, authors: newGuards.authors, version };
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
        <input
          value={words}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => edit({ words: event.target.value })}
        />
        <small>Separate with commas. Not case-sensitive.</small>
      </label>
      <label className="field">
        <span>Authors</span>
        <input
          value={authors}
          spellCheck={false}
          placeholder="none"
          onChange={(event) => edit({ authors: event.target.value })}
        />
        <small>Complete handles or names, with or without @.</small>
      </label>
      <p className="field-note">
        {guards.allowed.length === 0
          ? 'No posts allowed. '
          : `${formatCount(guards.allowed.length, 'post', 'posts')} allowed. `}
        Changing either list forgets which posts were allowed.
      </p>
      {hasOtherChange && !isUnchanged && (
        <p className="field-note" role="status">
          The guards changed as you typed. Save keeps both changes. Words: {newGuards.words.join(', ') || 'none'}.
          Authors: {newGuards.authors.join(', ') || 'none'}.
        </p>
      )}
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

function toDraft(guards: DeskFeed['guards']): Draft {
  return { words: guards.words.join(', '), authors: guards.authors.join(', '), base: guards };
}
