/** Tests that only what changed between two lists is compared, with the same result as looking at every post. */
import { expect, it } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { compareOnAir } from '../../../src/renderer/model/airChange.ts';
import { findChangedIds } from '../../../src/renderer/model/listChanges.ts';
import { createRandom, type Random } from '../../random.ts';
import { seed } from '../../seed.ts';
import { posts } from '../states/posts.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const versions: ReadonlyMap<string, DeskItem> = new Map(
  ids.flatMap((id) =>
    ['first', 'second'].map((message) => [`${id} ${message}`, { ...posts.tom, id, message } as DeskItem] as const),
  ),
);

/** Most posts stay as they were. A post on air can be of a version that live does not have. */
function changeLists(before: FeedLists, random: Random): FeedLists {
  const create = (id: string): DeskItem => versions.get(`${id} ${random.pick(['first', 'second'])}`) as DeskItem;
  const change = (list: readonly DeskItem[]): readonly DeskItem[] => {
    const at = random.between(0, list.length);
    const changed = list.toSpliced(
      at,
      random.between(0, 2),
      ...(random.between(0, 1) === 0 ? [create(random.pick(ids))] : []),
    );
    return changed.filter((post, index) => changed.findIndex(({ id }) => id === post.id) === index);
  };
  const live = change(before.live);
  const isHeld = random.between(0, 2) === 0;
  const onAir = isHeld ? before.onAir : live.map(({ id }) => id).filter(() => random.between(0, 9) > 0);
  const known = [...before.onAirOnly, ...before.live];
  const onAirOnly = isHeld
    ? onAir.flatMap((id) => known.find((post) => post.id === id) ?? []).filter((post) => !live.includes(post))
    : [];
  return { ...before, staging: change(before.staging), live, onAir, onAirOnly, onAirSince: `${random.between(0, 99)}` };
}

const findOnAir = ({ live, onAirOnly }: FeedLists, id: string): DeskItem | undefined =>
  [...onAirOnly, ...live].find((post) => post.id === id);

function findEditedSlowly(before: FeedLists, after: FeedLists): readonly number[] {
  return after.onAir.flatMap((id, index) => {
    const [old, post] = [before.onAir.includes(id) ? findOnAir(before, id) : undefined, findOnAir(after, id)];
    return old === undefined || post === undefined || old.message === post.message ? [] : [index + 1];
  });
}

function findChangedSlowly(before: FeedLists, after: FeedLists): readonly string[] {
  const isChanged = (list: (lists: FeedLists) => readonly (DeskItem | string)[], id: string): boolean => {
    const [old, post] = [before, after].map((lists) =>
      list(lists).find((entry) => (typeof entry === 'string' ? entry : entry.id) === id),
    );
    return old !== post;
  };
  const lists = [
    ({ staging }: FeedLists) => staging,
    ({ live }: FeedLists) => live,
    ({ onAirOnly }: FeedLists) => onAirOnly,
    ({ onAir }: FeedLists) => onAir,
  ];
  return ids.filter((id) => lists.some((list) => isChanged(list, id)));
}

it(`finds the same changes as looking at every post (seed ${seed})`, () => {
  const random = createRandom(seed);
  let lists: FeedLists = {
    ...{ slug: 'main', staging: [], live: [], onAir: [] },
    onAirOnly: [],
    keptOff: [],
    otherInLive: [],
    onAirSince: '',
  };
  let edits = 0;
  for (let run = 0; run < 3000; run += 1) {
    const next = changeLists(lists, random);
    expect([...findChangedIds(lists, next)].toSorted()).toEqual(findChangedSlowly(lists, next));
    const edited = compareOnAir(lists, next)?.edited.map(({ position }) => position) ?? [];
    expect(edited).toEqual(findEditedSlowly(lists, next));
    edits += edited.length;
    lists = next;
  }
  expect(edits).toBeGreaterThan(50);
});
