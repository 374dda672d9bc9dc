/** Computes the keys that act on the selected post alone. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { handleOf } from '../../core/collection.ts';
import { matchGuard } from '../../core/guard.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import { isolateName } from '../../core/outsideName.ts';
import { givenNameOf } from '../../core/shownName.ts';
import { type ActionState, type ActionStates, disabled, disabledButSent, enabled } from './actionState.ts';
import { type FeedIndex, keptOffTextOf, onAirItems, seenTextOf } from './feedIndex.ts';
import { describeUnseen, type SelectedRow } from './playHeadStates.ts';
import { isEmptySlot } from './rowModel.ts';
import { nameOf } from './words/counts.ts';
import { describeAllow, describeUnblock } from './words/unblock.ts';

/** Stays in the sentence for the label of the key. */
const key = '{key}';

export function postStatesOf(
  index: FeedIndex,
  selected: SelectedRow,
): Pick<ActionStates, 'block' | 'unblock' | 'allow' | 'markUsed' | 'guardAuthor'> {
  if (selected === null || selected === 'hidden' || selected === 'covered') {
    const none = disabled(selected === null ? say('select a post') : describeUnseen(selected));
    return { block: none, unblock: none, allow: none, markUsed: none, guardAuthor: none };
  }
  const { feed } = index;
  const id = selected.item.id;
  const name = nameOf(selected.item);
  if (isEmptySlot(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = disabled(say('no longer in this list'));
    return { block: gone, unblock: gone, allow: gone, markUsed: gone, guardAuthor: gone };
  }
  const block = index.blocked.get(id);
  const isBlocked = block !== undefined;
  const isUsed = index.used.has(id);
  const postOptions = { target: id, itemId: id };
  const seenText = seenTextOf(index, selected.item);
  const keptOffText = keptOffTextOf(index, selected.item);
  // Another version or sentence needs another second press before it goes on air.
  const [confirmUnblock, confirmAllow] = [describeUnblock(index, selected.item), describeAllow(index, selected.item)];
  const postInput = { feed: feed.slug, itemId: id };
  const blockCommand = { name: 'block', input: { ...postInput, reason: null } } as const;
  return {
    block: isBlocked
      ? disabledButSent(say('already blocked'), `${id} ${block.since}`, [blockCommand])
      : enabled(name, blockCommand, postOptions),
    unblock: isBlocked
      ? enabled(
          name,
          { name: 'unblock', input: { ...postInput, seenText: keptOffText } },
          { target: `${keptOffText} ${confirmUnblock}`, itemId: id, confirm: confirmUnblock },
        )
      : { ...disabled(say('not blocked')), target: id },
    allow:
      index.guarded.has(id) && !isBlocked
        ? enabled(
            name,
            { name: 'allow', input: { ...postInput, seenText } },
            { target: `${seenText} ${confirmAllow}`, itemId: id, confirm: confirmAllow },
          )
        : { ...disabled(say('not guarded')), target: id },
    markUsed: enabled(
      isUsed ? say('mark unused') : say('mark used'),
      { name: 'used', input: { ...postInput, used: !isUsed } },
      postOptions,
    ),
    guardAuthor: guardAuthorStateOf(index, selected.item),
  };
}

/** Keeps all posts of one author off air, identified by handle, else by name. */
function guardAuthorStateOf(index: FeedIndex, item: DeskItem): ActionState {
  const { feed } = index;
  const author = handleOf(item.username)?.slice(1) ?? givenNameOf(item);
  if (author === null) return disabled(say('the post has no author'));
  const { words, authors, allowed, version } = feed.guards;
  if (authors.some((known) => known.replace(/^@/, '').toLowerCase() === author.toLowerCase()))
    return { ...disabled(say('already guarded')), target: item.id };
  const newAuthors = [...authors, author];
  const command = { name: 'guards', input: { feed: feed.slug, words, authors: newAuthors, version } } as const;
  // Changing the guards forgets which posts were allowed, so allowed posts may go off air too.
  const authorGuard = { words: [], authors: [author], allowed: [] };
  const newGuards = { words, authors: newAuthors, allowed: [] };
  // Only a post allowed on air can match the guards there, apart from the author's own posts.
  const alsoOff = onAirItems(index, allowed).filter(
    (post) => matchGuard(authorGuard, post) === null && matchGuard(newGuards, post) !== null,
  );
  const note = say('all posts by {author}', { author: isolateName(author) });
  if (alsoOff.length === 0) return enabled(note, command, { target: item.id, itemId: item.id });
  return enabled(note, command, {
    target: [item.id, ...alsoOff.map(({ id }) => id)].join(' '),
    itemId: item.id,
    confirm: say('Press {key} again to guard all posts by {author}. Posts allowed earlier also go off: {names}.', {
      key,
      author: isolateName(author),
      names: listNames(alsoOff.map(nameOf)),
    }),
  });
}
