/** Rows with little room: long names, sources without a shape, pictures, old text on air and two badges. */
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import { noDifference } from '../../../src/core/compare.ts';
import { ago, at, marked, posts as p } from './posts.ts';
import { baseFeed, makeScene, type Scene } from './show.ts';

const by = (item: DeskItem, id: string, fullName: string, source: string): DeskItem => ({
  ...item,
  ...{ id, fullName, source, username: fullName.toLowerCase().replaceAll(' ', '.') },
});

const longest = 'Anne-Charlotte de La Rochefoucauld-Doudeauville';
const guardedText = 'Is there an evacuation at pier 4?';

const edited = [
  by(p.priya, 'alex', 'Alexander Hoffmann', 'LINKEDIN'),
  by(p.kenji, 'petra-m', 'Petra Nováková', 'MASTODON'),
  by(p.mira, 'alex-y', 'Alexander Hoffmann', 'YOUTUBE_SHORTS'),
  by(p.priya, 'konst', 'Konstantinos Papadimitrakopoulos', 'MASTODON_FEDERATION'),
];
const removed = [by(p.luca, 'francisco', 'Francisco José Fernández de la Vega', 'FACEBOOK')];
const kept = [
  by(p.luca, 'konst-g', 'Konstantinos Papadimitrakopoulos', 'MASTODON_FEDERATION'),
  by(p.petra, 'anne', longest, 'INSTAGRAM'),
];
const other = by(p.tom, 'konst-h', 'Konstantinos Papadimitrakopoulos 15', 'MASTODON_FEDERATION');
const byOther = by(p.dealz, 'dealz-2', longest, 'CLIPSTER');

const staged = (id: string, name: string, source: string, item: DeskItem = p.petra): DeskItem =>
  marked(by({ ...item, message: guardedText }, id, name, source), { arrivedAt: ago(5) });
const staging = [
  staged('s1', longest, 'INSTAGRAM'),
  staged('s2', longest, 'MASTODON_FEDERATION', p.luca),
  staged('s3', 'Christopher Montgomery', 'INSTAGRAM'),
  staged('s4', 'Alexandra von Hohenstein', 'WHATSAPP', p.luca),
  marked(by(p.rosa, 's5', longest, 'WHATSAPP'), { arrivedAt: ago(5), editedAt: ago(4) }),
  marked(by(p.luca, 's6', 'Alexander Hoffmann', 'LINKEDIN'), { arrivedAt: ago(5), editedAt: ago(4) }),
];

const onAir = [...edited, ...removed, other];

/** The same with two more posts that a take adds, so that the announcer’s sentence is longer. */
export function addedScene(): Scene {
  const { state, lists } = crowdedScene();
  const [feed, ...others] = state.feeds;
  if (feed === undefined) throw new Error('the scene has no feed');
  const added = [by(p.tom, 'added-1', 'Tom Okafor', 'FACEBOOK'), by(p.aoife, 'added-2', 'Aoife Brennan', 'WHATSAPP')];
  const pending = { ...feed.pending, added: [...feed.pending.added, ...added.map(({ id }) => id)] };
  const counts = { ...feed.counts, live: feed.counts.live + added.length };
  return {
    state: { ...state, feeds: [{ ...feed, pending, counts }, ...others] },
    lists: { ...lists, live: [...lists.live, ...added] },
  };
}

/** Held, with two guarded posts and two blocked ones in live. */
export function crowdedScene(): Scene {
  const [block] = baseFeed.blocked;
  const live = [...edited, other, ...kept, p.dealz, byOther];
  const counts = { staging: staging.length, live: live.length, onAir: onAir.length, consumers: 4, lostConsumers: 0 };
  const blockedByOther = { ...block, itemId: byOther.id, post: byOther, by: 'Friederike Oberhauser' };
  return makeScene(
    {
      ...{ gate: 'held', gateBy: 'Marit Lund', gateSince: at('20:39:39'), onAirSince: at('20:39:39'), counts },
      pending: {
        ...noDifference,
        added: kept.map(({ id }) => id),
        removed: removed.map(({ id }) => id),
        edited: edited.map(({ id }) => ({ id, fields: ['message'] })),
        liveVersion: 58,
      },
      guarded: kept.map(({ id }) => ({ itemId: id, by: 'word', rule: 'evacuation' })),
      blocked: block === undefined ? [] : [block, { ...block, ...blockedByOther }],
      playHead: { ...baseFeed.playHead, index: 1, itemId: 'petra-m', used: ['alex', 'francisco', 'konst'] },
    },
    {
      staging,
      live,
      onAir: onAir.map(({ id }) => id),
      onAirOnly: [...edited, ...removed],
      keptOff: [p.dealz, byOther],
    },
    {},
  );
}
