/** The desk's states as the engine would send them, for screenshots and tests. */
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { DeskFeed, DeskState, FeedLists } from '../../../src/contract/deskState.ts';
import { noDifference } from '../../../src/core/compare.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { consumers } from './consumers.ts';
import { ago, at, marked, now, posts as p, restoredFacts } from './posts.ts';

export type Scene = { readonly state: DeskState; readonly lists: FeedLists };

const collection = {
  id: 'col_8812',
  name: 'Harbour Night: viewer posts',
  contentType: 'SOCIAL_POST',
  lastModifiedDate: at('20:42:06'),
};

const blocked: DeskFeed['blocked'] = [
  {
    itemId: 'dealz',
    post: p.dealz,
    reason: null,
    since: at('20:37:15'),
    saved: true,
    by: 'Marit Lund',
    confirmedOffAirAt: at('20:37:16'),
    confirmedOffAirBy: null,
    confirmedInMs: 63,
    waitingFor: [],
  },
];

export const baseFeed: DeskFeed = {
  slug: 'main',
  collectionId: collection.id,
  collection,
  keptListOf: null,
  shownCollections: [collection.id],
  revision: 128,
  onAirSince: at('20:42:07'),
  onAirCause: 'service',
  onAirBy: null,
  gate: 'following',
  gateBy: null,
  gateSince: at('20:38:12'),
  hold: null,
  saved: true,
  restored: false,
  changedSinceRestart: false,
  changedAtStart: null,
  served: true,
  freshness: 'fresh',
  lastConfirmedAt: ago(2),
  confirmedAgeMs: 2000,
  beforeClear: null,
  counts: { staging: 8, live: 7, onAir: 6, consumers: 4, lostConsumers: 0 },
  pending: { ...noDifference, liveVersion: 57 },
  blocked,
  guards: { words: ['evacuation'], authors: [], allowed: [], passes: [], version: 1 },
  guarded: [],
  playHead: {
    index: 1,
    itemId: 'omar',
    // `makeScene` sets it.
    nextItemId: null,
    pinned: false,
    rotateSeconds: 8,
    byLength: false,
    loop: true,
    skipUsed: false,
    used: ['mira'],
    since: ago(3),
    by: null,
  },
  consumers: consumers(128),
};

const otherFeed = (slug: string, onAir: number): DeskFeed => ({
  ...baseFeed,
  slug,
  collectionId: `col_${slug}`,
  collection: { ...collection, id: `col_${slug}`, name: `Harbour: ${slug}` },
  counts: { staging: 3, live: onAir, onAir, consumers: onAir === 0 ? 0 : 2, lostConsumers: 0 },
  blocked: [],
  consumers: onAir === 0 ? [] : consumers(128).slice(0, 2),
});

export const baseState: DeskState = {
  sequence: 812,
  version: '0.1.0',
  you: 'Marit Lund',
  right: 'desk',
  at: new Date(now).toISOString(),
  feedBase: `${typeof location === 'undefined' ? '' : location.origin}/states`,
  isReadTokenRequired: false,
  collectionNames: { [collection.id]: collection.name },
  eventCount: 12,
  hasServicePage: false,
  isDemo: false,
  language: 'en',
  isFirstStart: false,
  source: {
    mode: 'poll',
    state: 'current',
    freshness: 'fresh',
    baseUrl: 'https://collections.example',
    pollSeconds: 5,
    lastConfirmedAt: ago(2),
    confirmedAgeMs: 2000,
    nextCheckAt: ago(-3),
    latencyMs: 84,
    pollsToday: {
      ...{ isSinceStart: false, polls: 902, unchanged: 864 },
      ...{ slowestMs: 412, unanswered: 2, lastUnansweredAt: at('20:35:58') },
    },
    webhook: null,
  },
  feeds: [baseFeed, otherFeed('studio-b', 12), otherFeed('foyer', 0)],
  rehearsal: null,
  desks: [{ name: 'Marit Lund', address: '127.0.0.1', lastSeenAt: ago(1), lastAction: null }],
  problems: [],
};

const tomEdited = marked(p.tom, { editedAt: at('20:40:51') });
const onAir = ['mira', 'omar', 'priya', 'tom', 'kenji', 'aoife'];
const baseStaging: readonly DeskItem[] = [p.luca, p.zanele, p.petra, p.joonas, p.unnamed, p.ingrid, p.chidi, p.rosa];
const baseLive: readonly DeskItem[] = [p.mira, p.omar, p.priya, tomEdited, p.kenji, p.dealz, p.aoife];
const kenjiMoved = marked(p.kenji, { wentLiveAt: ago(29), leftIndex: 2 });

export const baseLists: FeedLists = {
  slug: 'main',
  staging: [marked(p.luca, { arrivedAt: ago(20) }), ...baseStaging.slice(1)],
  live: baseLive,
  onAir,
  onAirOnly: [],
  keptOff: [p.dealz],
  otherInLive: [],
  onAirSince: ago(42),
};

export function makeScene(feed: Partial<DeskFeed>, lists: Partial<FeedLists>, state: Partial<DeskState>): Scene {
  const { playHead, ...mainFeed }: DeskFeed = { ...baseFeed, ...feed };
  const { onAir } = { ...baseLists, ...lists };
  const { index, loop, skipUsed } = playHead;
  // A scene that skips used posts has used all others.
  const nextItemId = index === null || skipUsed ? null : (onAir[loop ? (index + 1) % onAir.length : index + 1] ?? null);
  return {
    state: {
      ...baseState,
      ...state,
      feeds: [{ ...mainFeed, playHead: { ...playHead, nextItemId } }, ...baseState.feeds.slice(1)],
    },
    lists: { ...baseLists, ...lists },
  };
}

const heldPending = {
  ...noDifference,
  added: ['chidi', 'luca'],
  removed: ['aoife'],
  edited: [{ id: 'tom', fields: ['message'] }],
  liveVersion: 58,
};
const heldFeed: Partial<DeskFeed> = {
  gate: 'held',
  gateBy: 'Marit Lund',
  gateSince: at('20:39:39'),
  hold: { by: 'Marit Lund', since: at('20:39:39') },
  onAirSince: at('20:39:39'),
  counts: { staging: 6, live: 8, onAir: 6, consumers: 4, lostConsumers: 0 },
  pending: heldPending,
};
const heldLists: Partial<FeedLists> = {
  staging: [p.zanele, p.joonas, p.petra, p.unnamed, p.ingrid, p.rosa],
  live: [
    marked(p.chidi, { wentLiveAt: ago(80), leftIndex: 6 }),
    p.mira,
    p.omar,
    p.priya,
    p.tom,
    marked(p.luca, { wentLiveAt: ago(60), leftIndex: 0 }),
    p.kenji,
    p.dealz,
  ],
  onAirOnly: [p.tomOld, p.aoife],
};

const offline = {
  freshness: 'offline',
  lastConfirmedAt: at('20:40:35'),
  confirmedAgeMs: 134_000,
} as const;
const offlineSource = {
  ...baseState.source,
  ...offline,
  state: 'stale',
  nextCheckAt: ago(-6),
} as const;

const justConfirmed = { lastConfirmedAt: ago(1), confirmedAgeMs: 1000 };

export const scenes = {
  following: makeScene({}, { live: [p.mira, p.omar, p.priya, tomEdited, kenjiMoved, p.dealz, p.aoife] }, {}),
  held: makeScene(heldFeed, heldLists, {}),
  cleared: makeScene(
    {
      gate: 'cleared',
      gateBy: 'Marit Lund',
      gateSince: at('20:42:31'),
      revision: 129,
      onAirSince: at('20:42:31'),
      onAirCause: 'operator',
      beforeClear: { revision: 128, posts: 6 },
      counts: { staging: 8, live: 7, onAir: 0, consumers: 4, lostConsumers: 0 },
      pending: { ...noDifference, added: onAir, liveVersion: 57 },
      consumers: consumers(129).map((consumer) => ({ ...consumer, paintedInMs: 63 })),
      playHead: { ...baseFeed.playHead, index: null, itemId: null },
    },
    { onAir: [] },
    {},
  ),
  trouble: makeScene(
    { ...offline, onAirSince: at('20:38:12') },
    { staging: [{ ...p.luca, publishedAt: ago(180) }, ...baseStaging.slice(1)] },
    {
      source: offlineSource,
      problems: [
        describeProblem('SOURCE_OFFLINE', 'source', at('20:40:35'), {
          what: 'there is no route to collections.example:443',
          check: 'this machine’s network connection',
        }),
      ],
    },
  ),
  'onair-risk': makeScene(
    {
      revision: 129,
      onAirSince: at('20:42:40'),
      blocked: [
        {
          itemId: 'dealz',
          post: p.dealz,
          reason: null,
          since: at('20:42:40'),
          saved: true,
          by: 'Marit Lund',
          confirmedOffAirAt: null,
          confirmedOffAirBy: null,
          confirmedInMs: null,
          waitingFor: [{ id: 'c3', name: 'CasparCG 1', program: 'CasparCG', canConfirm: true }],
        },
      ],
      consumers: consumers(129).map((consumer) =>
        consumer.id === 'c3'
          ? {
              ...consumer,
              revision: 128,
              confirmedRevision: 128,
              paintedRevision: 128,
              state: 'behind',
              behindSince: ago(9),
            }
          : consumer,
      ),
    },
    {},
    {},
  ),
  restored: makeScene({ ...heldFeed, ...justConfirmed, restored: true }, heldLists, {
    source: { ...baseState.source, ...justConfirmed },
    problems: [describeProblem('FEED_RESTORED', 'feed:main', at('20:42:37'), restoredFacts)],
  }),
  'two-desks': makeScene(
    {
      ...heldFeed,
      revision: 129,
      gateBy: 'Ines Halvorsen',
      gateSince: at('20:42:47'),
      onAirSince: at('20:42:47'),
      onAirCause: 'operator',
      onAirBy: 'Ines Halvorsen',
      counts: { staging: 5, live: 9, onAir: 7, consumers: 4, lostConsumers: 0 },
      pending: { ...noDifference, added: ['joonas'], liveVersion: 60 },
      consumers: consumers(129).map((consumer) => ({ ...consumer, paintedInMs: 44 })),
      playHead: { ...baseFeed.playHead, index: 2, used: [] },
    },
    {
      staging: [p.zanele, p.petra, p.unnamed, p.ingrid, p.rosa],
      live: [
        marked(p.chidi, { wentLiveAt: ago(80), leftIndex: 6 }),
        p.mira,
        p.omar,
        p.priya,
        tomEdited,
        marked(p.luca, { wentLiveAt: ago(60), leftIndex: 0 }),
        p.kenji,
        marked(p.joonas, { wentLiveAt: ago(1) }),
        p.dealz,
      ],
      onAir: ['chidi', 'mira', 'omar', 'priya', 'tom', 'luca', 'kenji'],
      onAirSince: at('20:42:47'),
    },
    {
      desks: [
        {
          name: 'Marit Lund',
          address: '127.0.0.1',
          lastSeenAt: ago(1),
          lastAction: { verb: 'take', only: null, at: ago(1), outcome: 'refused' },
        },
        {
          name: 'Ines Halvorsen',
          address: '10.0.0.7',
          lastSeenAt: ago(1),
          lastAction: { verb: 'take', only: null, at: ago(2), outcome: 'done' },
        },
      ],
    },
  ),
  guarded: makeScene(
    {
      counts: { staging: 7, live: 8, onAir: 6, consumers: 4, lostConsumers: 0 },
      pending: { ...noDifference, added: ['petra'], liveVersion: 58 },
      guarded: [{ itemId: 'petra', by: 'word', rule: 'evacuation' }],
    },
    {
      staging: baseStaging.filter((item) => item.id !== 'petra'),
      live: [...baseLive, p.petra],
      keptOff: [p.dealz, p.petra],
    },
    {},
  ),
  'held-guarded': makeScene(
    {
      gate: 'held',
      gateBy: 'Marit Lund',
      gateSince: at('20:39:39'),
      hold: { by: 'Marit Lund', since: at('20:39:39') },
      onAirSince: at('20:39:39'),
      counts: { staging: 7, live: 8, onAir: 6, consumers: 4, lostConsumers: 0 },
      pending: { ...noDifference, added: ['petra'], liveVersion: 58 },
      guarded: [{ itemId: 'petra', by: 'word', rule: 'evacuation' }],
    },
    { staging: baseStaging.filter((item) => item.id !== 'petra'), live: [...baseLive, p.petra] },
    {},
  ),
  'block-gone': makeScene(
    {
      blocked: [
        ...blocked,
        ...blocked.map((block) => ({ ...block, itemId: 'ada', post: { ...p.dealz, fullName: 'Ada Berg' } })),
      ],
    },
    {},
    {},
  ),
  empty: makeScene(
    {
      collectionId: null,
      collection: null,
      revision: 0,
      counts: { staging: 0, live: 0, onAir: 0, consumers: 0, lostConsumers: 0 },
      blocked: [],
      consumers: [],
      playHead: { ...baseFeed.playHead, index: null, itemId: null, rotateSeconds: null, used: [] },
    },
    { staging: [], live: [], onAir: [] },
    {},
  ),
} as const satisfies Readonly<Record<string, Scene>>;

export type SceneName = keyof typeof scenes;

/** Two new posts above the others, to test that the row under the pointer stays in place. */
export const arrivedLists: FeedLists = {
  ...baseLists,
  staging: [
    marked({ ...p.chidi, id: 'new-1' }, { arrivedAt: ago(2) }),
    marked({ ...p.rosa, id: 'new-2' }, { arrivedAt: ago(2) }),
    ...baseStaging,
  ],
};
