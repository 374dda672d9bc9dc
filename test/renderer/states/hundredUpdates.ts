/** A hundred updates of a busy show: posts, feeds, blocks and consumers come, move and go; Tom’s and Petra’s posts stay. */
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import { writeDifference } from '../../../src/core/jsonDifference.ts';
import type { FakeWire } from './fakeWire.ts';
import { posts as p } from './posts.ts';
import type { Scene } from './show.ts';

const updates = 100;
const pauseMs = 10;

/** Posts that a test may have focused or selected. */
const staying: readonly string[] = ['tom', 'petra', 'dealz', 'kenji'];

/** Sends the updates one after another, then marks the desk; `onUpdate` is called with the number of each. */
export function pushHundredUpdates(wire: FakeWire, from: Scene, onUpdate: (update: number) => void): void {
  let before = from;
  wire.pushScene(from);
  const push = (update: number): void => {
    const next = updateOf(from, update);
    onUpdate(update);
    const change = writeDifference(viewOf(before), viewOf(next));
    before = next;
    if (change !== null)
      wire.pushMessage({ type: 'change', sequence: next.state.sequence, change: structuredClone(change) });
    if (update < updates) setTimeout(() => push(update + 1), pauseMs);
    else markWhenShown(String(next.state.feeds[0]?.revision));
  };
  push(1);
}

/** Marks the desk in the frame after it names this revision, in the strip or on the wall. */
function markWhenShown(revision: string): void {
  const desk = document.querySelector('.desk');
  const isShown = desk?.textContent.includes(revision) === true;
  requestAnimationFrame(() => {
    if (isShown) desk.setAttribute('data-pushed', 'all');
    else markWhenShown(revision);
  });
}

const viewOf = ({ state, lists }: Scene) => ({
  state: { ...state, sequence: undefined },
  lists: { [lists.slug]: lists },
});

function updateOf({ state, lists }: Scene, update: number): Scene {
  const [feed, ...others] = state.feeds;
  if (feed === undefined) throw new Error('the scene has no feed');
  const live = change(lists.live, update);
  const staging = change(lists.staging, update + 1);
  // Also in the last update, so that an element that belongs to another post or feed is seen.
  const hasExtra = update % 2 === 0;
  const extraBlock = feed.blocked.slice(0, 1).map((block) => ({ ...block, itemId: 'rosa', post: p.rosa }));
  const blocked = hasExtra ? [...extraBlock, ...feed.blocked] : feed.blocked;
  const blockedIds = blocked.map(({ itemId }) => itemId);
  const onAir = live.map(({ id }) => id).filter((id) => !blockedIds.includes(id));
  const consumers = feed.consumers.slice(update % 3 === 0 ? 1 : 0);
  const revision = feed.revision + update;
  const counts = { ...feed.counts, staging: staging.length, live: live.length, onAir: onAir.length };
  const playHead = { ...feed.playHead, itemId: 'tom', index: onAir.indexOf('tom') };
  const changed = { ...feed, revision, blocked, consumers, counts, playHead };
  // Between two feeds, so that the place of the others changes.
  const extraFeed = others.slice(0, 1).map((other) => ({ ...other, slug: `extra-${update}` }));
  return {
    state: {
      ...state,
      sequence: state.sequence + update,
      eventCount: state.eventCount + update,
      feeds: [changed, ...(hasExtra ? extraFeed : []), ...others],
      source: { ...state.source, latencyMs: update },
    },
    lists: { ...lists, live, staging, onAir, onAirOnly: [] },
  };
}

/** One more post at the start, all others moved, and some away. */
function change(items: readonly DeskItem[], update: number): readonly DeskItem[] {
  const kept = items.filter(({ id }, index) => staying.includes(id) || (index + update) % 3 !== 0);
  const start = update % kept.length;
  const added = { ...p.luca, id: `added-${update}`, fullName: `Added ${update}`, media: [] };
  return [added, ...kept.slice(start), ...kept.slice(0, start)];
}
