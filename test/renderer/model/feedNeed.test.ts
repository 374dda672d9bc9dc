/** Tests which one key each feed needs. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed, DeskState } from '../../../src/contract/deskState.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { feedNeedOf } from '../../../src/renderer/model/feedNeed.ts';
import { buildWallTile } from '../../../src/renderer/model/wallTile.ts';
import { ago, now } from '../states/posts.ts';
import { baseFeed, baseLists, baseState } from '../states/show.ts';

const [block] = baseFeed.blocked;
if (block === undefined) throw new Error('the fixture has no block');
const waiting = { ...block, waitingFor: [{ id: 'c1', name: 'CasparCG 1', program: null, canConfirm: true }] };
const noHead = { ...baseFeed.playHead, index: null, itemId: null };
const pending = { ...baseFeed.pending, added: ['chidi'] };

const needOf = (feed: Partial<DeskFeed>, state: Partial<DeskState> = {}): string => {
  const need = feedNeedOf({ ...baseState, ...state }, { ...baseFeed, ...feed });
  return need.kind === 'press' ? need.action : need.kind;
};

describe('the key that a feed needs', () => {
  it.each<readonly [string, Partial<DeskFeed>]>([
    ['none', {}],
    ['release', { gate: 'held' }],
    ['takeAll', { gate: 'held', pending }],
    ['takeAll', { gate: 'held', pending: { ...baseFeed.pending, removed: [block.itemId] } }],
    ['back', { gate: 'cleared', beforeClear: { revision: 127, posts: 6 } }],
    ['release', { gate: 'cleared', beforeClear: { revision: null, posts: 0 } }],
    ['seen', { restored: true }],
    ['seen', { restored: true, gate: 'held', freshness: 'stale' }],
    ['checkNow', { freshness: 'stale' }],
    ['checkNow', { freshness: 'offline', gate: 'held', pending }],
    ['none', { freshness: 'offline', collectionId: null, collection: null }],
    ['takeAll', { served: false, restored: true, gate: 'held', pending }],
    ['release', { served: false, restored: true, gate: 'held' }],
    ['open', { blocked: [waiting], restored: true, gate: 'held', pending }],
  ])('is %s for %o', (need, feed) => {
    expect(needOf(feed)).toBe(need);
  });

  it('acts on that feed, and needs a second press where the key does', () => {
    const feed = { ...baseFeed, slug: 'foyer', gate: 'cleared', beforeClear: { revision: 127, posts: 6 } } as const;
    const need = feedNeedOf(baseState, feed);
    if (need.kind !== 'press') throw new Error('no key');
    expect(need.actionState.command).toEqual({
      name: 'back',
      input: { feed: 'foyer', gate: 'cleared', revision: 128 },
    });
    expect(need.actionState.confirm).toContain('Press {key} again');
  });
});

describe('a tile', () => {
  const tileOf = (feed: Partial<DeskFeed>) => buildWallTile(baseState, { ...baseFeed, ...feed }, baseLists, null, now);

  it('names the current post, also before its list has arrived', () => {
    expect(tileOf({}).current).toContain('Now 2 of 6: ');
    expect(buildWallTile(baseState, baseFeed, undefined, null, now).current).toBe('Now 2 of 6');
    expect(tileOf({ playHead: { ...baseFeed.playHead, index: null, itemId: null } }).current).toBe('No current post');
  });

  it('says for ten seconds who pressed what', () => {
    const held = (by: string, seconds: number) => tileOf({ gate: 'held', gateBy: by, gateSince: ago(seconds) }).pressed;
    expect(held('Ines Halvorsen', 4)).toBe('Held by Ines Halvorsen 4 s ago');
    expect(held(baseState.you, 4)).toBe('Held by you 4 s ago');
    expect(held('Ines Halvorsen', 11)).toBeNull();
    const taken = { gateBy: 'Ines Halvorsen', gateSince: ago(3), onAirBy: 'Ines Halvorsen', onAirSince: ago(3) };
    const hold = { by: baseState.you, since: ago(40) };
    expect(tileOf({ gate: 'held', ...taken, hold, onAirCause: 'operator' }).pressed).toBe(
      'On air changed by Ines Halvorsen 3 s ago',
    );
    expect(tileOf({ blocked: [{ ...waiting, by: 'Ines Halvorsen', since: ago(2) }] }).pressed).toBe(
      'Post blocked by Ines Halvorsen 2 s ago',
    );
  });

  it('claims nothing without a connection', () => {
    const tile = buildWallTile(baseState, baseFeed, baseLists, { since: ago(3) }, now);
    expect(tile).toMatchObject({ current: 'Current post unknown', trouble: null, pressed: null, need: null });
    expect(tile.source.main).toBe('Unknown');
  });

  it('says neither that no post is current nor that no action is needed while the list on air is unknown', () => {
    const unknown = { served: false, counts: { ...baseFeed.counts, onAir: 0 }, playHead: noHead } as const;
    expect(tileOf(unknown)).toMatchObject({ current: 'Current post unknown', need: { kind: 'open' } });
  });

  it('needs somebody at the programme monitor while graphics may show an older list, also if the feed is cleared', () => {
    for (const problem of ['FEED_CONSUMER_BEHIND', 'FEED_CONSUMER_LOST'] as const)
      for (const gate of ['following', 'cleared'] as const) {
        const consumers = baseFeed.consumers.map((consumer) => ({ ...consumer, problem }));
        expect(tileOf({ gate, consumers }).need).toEqual({ kind: 'open' });
      }
  });

  it('does not say that no action is needed next to a problem', () => {
    const problem = describeProblem('FEED_CONSUMER_BEHIND', 'feed:main', ago(9), { feed: 'main', names: 'CasparCG 1' });
    const tile = buildWallTile({ ...baseState, problems: [problem] }, baseFeed, baseLists, null, now);
    expect(tile).toMatchObject({ trouble: { text: problem.message }, need: null });
    expect(tileOf({}).need).toEqual({ kind: 'none' });
  });
});
