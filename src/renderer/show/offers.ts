/** What each key would do now: whether it may, why not, what it would say, and the command it would send. Pure. */
import type { Commands } from '../../contract/commands.ts';
import { countDifference } from '../../core/compare.ts';
import type { SentAction } from '../keys/actions.ts';
import { figures, nameOf, plural } from '../words/counts.ts';
import type { FeedIndex } from './feedIndex.ts';
import { isEmptyPlace, type RowView } from './rowModel.ts';

export type Sending = {
  readonly [Name in keyof Commands]: { readonly name: Name; readonly input: Commands[Name] };
}[keyof Commands];

export type Offer = {
  /** Why the key rests; null when it may be pressed. */
  readonly reason: string | null;
  /** What it says of itself while it may be pressed. */
  readonly note: string;
  /** The sentence after the first of two presses; null when one is enough. `{key}` stands for its letter. */
  readonly confirm: string | null;
  /** What it is aimed at, so that a second press cannot mean another. */
  readonly target: string;
  /** Acts on a row: refused when that very row has just changed. */
  readonly itemId: string | null;
  readonly sending: Sending | null;
};

export type Offers = Readonly<Record<SentAction, Offer>>;

const rests = (reason: string): Offer => ({
  reason,
  note: reason,
  confirm: null,
  target: '',
  itemId: null,
  sending: null,
});

const may = (
  note: string,
  sending: Sending,
  more: Partial<Pick<Offer, 'confirm' | 'target' | 'itemId'>> = {},
): Offer => ({
  reason: null,
  note,
  sending,
  confirm: more.confirm ?? null,
  target: more.target ?? '',
  itemId: more.itemId ?? null,
});

/** `selected` is the chosen row as painted; `index` null while nothing is known or this desk is cut off. */
export function offersOf(index: FeedIndex | null, selected: RowView | null, isCompact: boolean): Offers {
  if (index === null) {
    const lost = rests('no engine');
    const all: readonly SentAction[] = [
      'hold',
      'release',
      'takeAll',
      'takeRemovals',
      'clear',
      'back',
      'block',
      'unblock',
      'allow',
      'markUsed',
      'next',
      'previous',
      'cue',
      'pin',
      'rotate',
      'checkNow',
    ];
    return Object.fromEntries(all.map((name) => [name, lost])) as Record<SentAction, Offer>;
  }
  return {
    ...gateOffers(index, isCompact),
    ...postOffers(index, selected),
    ...headOffers(index, selected),
    checkNow: may('check now', { name: 'checkNow', input: {} }),
  };
}

function gateOffers(
  index: FeedIndex,
  isCompact: boolean,
): Pick<Offers, 'hold' | 'release' | 'takeAll' | 'takeRemovals' | 'clear' | 'back'> {
  const { feed } = index;
  const { gate, pending } = feed;
  const on = { feed: feed.slug };
  const versioned = { ...on, liveVersion: pending.liveVersion };
  const waits = countDifference(pending);
  const take = { name: 'take', input: { ...versioned, only: null } } as const;
  const removals = { name: 'take', input: { ...versioned, only: 'removals' } } as const;
  const target = `${feed.slug} ${feed.revision}`;
  const wouldBe = gate === 'cleared' ? pending.added.length - feed.guarded.length : 0;
  return {
    hold:
      gate === 'following'
        ? may('air stays', { name: 'hold', input: on })
        : rests(gate === 'held' ? 'held already' : 'nothing to hold'),
    release:
      gate === 'following'
        ? rests('following now')
        : may(gate === 'held' ? (waits === 0 ? 'follow again' : 'take all, follow') : 'live on air, follow', {
            name: 'release',
            input: versioned,
          }),
    takeAll:
      gate === 'cleared'
        ? may(`${wouldBe} on air, then hold`, take)
        : gate === 'held' && waits > 0
          ? may(isCompact ? figures(pending) : `${figures(pending)}, then hold`, take)
          : rests('nothing waits'),
    takeRemovals:
      gate === 'held' && pending.removed.length > 0
        ? may(`take only ${pending.removed.length} off`, removals)
        : rests(gate === 'held' && waits > 0 ? 'none waits' : 'nothing waits'),
    clear:
      gate === 'cleared'
        ? rests('cleared already')
        : may(
            'all off, twice',
            { name: 'clear', input: on },
            {
              target,
              confirm: `Press {key} again within 2 seconds to take ${feed.counts.onAir === 1 ? 'the one post' : `all ${plural(feed.counts.onAir, 'post', 'posts')}`} off air.`,
            },
          ),
    back:
      gate === 'cleared'
        ? may(
            `revision ${feed.revision - 1}, held`,
            { name: 'back', input: on },
            { target, confirm: `Press {key} again to put revision ${feed.revision - 1} on air.` },
          )
        : rests('nothing was cleared'),
  };
}

function postOffers(
  index: FeedIndex,
  selected: RowView | null,
): Pick<Offers, 'block' | 'unblock' | 'allow' | 'markUsed'> {
  if (selected === null) {
    const none = rests('select a post');
    return { block: none, unblock: none, allow: none, markUsed: none };
  }
  const { feed } = index;
  const id = selected.item.id;
  const name = nameOf(selected.item);
  if (isEmptyPlace(selected) && !index.onAir.has(id) && !index.liveItems.has(id)) {
    const gone = rests('it left this list');
    return { block: gone, unblock: gone, allow: gone, markUsed: gone };
  }
  const isBlocked = index.blocked.has(id);
  const isUsed = index.used.has(id);
  const at = { target: id, itemId: id };
  const on = { feed: feed.slug, itemId: id };
  const goes = `Press {key} again to let ${name} go on air.`;
  return {
    block: isBlocked ? rests('blocked already') : may(name, { name: 'block', input: { ...on, reason: null } }, at),
    unblock: isBlocked ? may(name, { name: 'unblock', input: on }, { ...at, confirm: goes }) : rests('not blocked'),
    allow:
      index.guarded.has(id) && !isBlocked
        ? may(name, { name: 'allow', input: on }, { ...at, confirm: goes })
        : rests('not guarded'),
    markUsed: may(isUsed ? 'not used' : 'used', { name: 'used', input: { ...on, used: !isUsed } }, at),
  };
}

function headOffers(
  index: FeedIndex,
  selected: RowView | null,
): Pick<Offers, 'next' | 'previous' | 'cue' | 'pin' | 'rotate'> {
  const { feed } = index;
  const { playHead } = feed;
  const on = { feed: feed.slug };
  const nothing = feed.counts.onAir === 0 ? rests('nothing on air') : null;
  const rotate = { ...on, byLength: playHead.byLength, loop: true, skipUsed: playHead.skipUsed };
  const selectedId = selected?.item.id ?? null;
  return {
    next: nothing ?? may('next', { name: 'next', input: on }),
    previous: nothing ?? may('previous', { name: 'previous', input: on }),
    cue:
      selectedId === null
        ? rests('select a post')
        : index.onAir.has(selectedId)
          ? may('cue', { name: 'cue', input: { ...on, itemId: selectedId, index: null } }, { itemId: selectedId })
          : rests('not on air'),
    pin:
      nothing ??
      may(
        playHead.pinned ? 'unpin' : 'pin',
        playHead.pinned ? { name: 'unpin', input: on } : { name: 'pin', input: on },
      ),
    rotate: may('rotation', {
      name: 'rotate',
      input: {
        ...rotate,
        seconds: playHead.rotateSeconds === null ? 8 : null,
        loop: playHead.rotateSeconds === null ? true : playHead.loop,
      },
    }),
  };
}
