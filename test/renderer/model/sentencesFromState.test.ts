/** Tests that the desk's sentences follow from the state now: none outlives its cause, and none claims more than is known. */
import { describe, expect, it } from 'vitest';
import type { AsRunRow } from '../../../src/contract/history.ts';
import { describeProblem, type ProblemCode } from '../../../src/core/problem.ts';
import { computeActionStates } from '../../../src/renderer/model/computeActionStates.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { createLiveRows } from '../../../src/renderer/model/rows.ts';
import { type AnnouncementInput, announcementOf } from '../../../src/renderer/model/words/announcement.ts';
import { nameOf } from '../../../src/renderer/model/words/counts.ts';
import { removeEmphasis } from '../../../src/renderer/model/words/emphasis.ts';
import { buildStripFacts } from '../../../src/renderer/model/words/stripFacts.ts';
import { detailFactsOf } from '../../../src/renderer/screens/panels/postFacts.ts';
import { at, marked, now, posts } from '../states/posts.ts';
import { baseFeed, baseLists, type SceneName, scenes } from '../states/show.ts';

function announcementIn(name: SceneName, more: Partial<AnnouncementInput> = {}) {
  const { state } = scenes[name];
  return announcementOf({
    state,
    feed: state.feeds[0] ?? baseFeed,
    nowMs: now,
    armed: null,
    notice: null,
    done: null,
    airChange: null,
    arrivals: null,
    nameOfPost: (id) => `Author of ${id}`,
    isInLive: () => true,
    hasPost: () => true,
    ...more,
  });
}

describe('a feed whose list this service has not confirmed', () => {
  const { state } = scenes.trouble;
  const feed = { ...(state.feeds[0] ?? baseFeed), freshness: 'offline' as const, lastConfirmedAt: null };
  const factWith = (code: ProblemCode, facts: Record<string, string | number>) => {
    const problems = [describeProblem(code, 'source', at('20:42:40'), facts)];
    const { main, note } = buildStripFacts({ ...state, problems }, feed, now).source;
    return [main, note];
  };

  it('is said to have no response only while the service returns none', () => {
    expect(factWith('SOURCE_OFFLINE', { what: 'no route', check: 'the network' })[1]).toMatch(/^No response yet/);
    expect(factWith('SOURCE_TIMEOUT', { host: 'a', phase: 'headers' })).toContain('OFFLINE');
    expect(factWith('SOURCE_FAILING', { status: 404, detail: '', check: 'wait' })).toEqual([
      'Not confirmed',
      'The service has not confirmed this list',
    ]);
  });

  it('is said to connect only while a request is planned, which push without an API key never sends', () => {
    const sourceWith = (mode: 'poll' | 'push', nextCheckAt: string | null): string => {
      const source = { ...state.source, state: 'connecting' as const, mode, nextCheckAt };
      return buildStripFacts({ ...state, source, problems: [] }, feed, now).source.main;
    };
    expect([sourceWith('push', null), sourceWith('push', at('20:42:50')), sourceWith('poll', null)]).toEqual([
      ...['Not confirmed', 'Connecting…', 'Connecting…'],
    ]);
  });
});

describe('after a restart', () => {
  const { state } = scenes.restored;
  const feed = state.feeds[0] ?? baseFeed;
  const restWith = (states: readonly ('reading' | 'behind' | 'silent')[]): string => {
    const consumers = feed.consumers.slice(0, states.length).map((consumer, index) => ({
      ...consumer,
      state: states[index] ?? 'reading',
    }));
    const counts = { ...feed.counts, consumers: consumers.length };
    return announcementIn('restored', { feed: { ...feed, consumers, counts } }).rest;
  };

  it('counts a consumer as connected only once it reads again', () => {
    expect(restWith(['silent'])).toMatch(/^0 of 1 consumers are connected\. /);
    expect(restWith(['reading', 'silent', 'behind'])).toMatch(/^2 of 3 consumers are connected\. /);
    expect(restWith(['reading', 'reading'])).toMatch(/^2 consumers are connected\. /);
    // One may have read the feed since the restart, and left.
    expect(restWith([])).toMatch(/^No consumers\. /);
  });
});

describe('after a restart with a wrong clock', () => {
  const { state } = scenes.restored;
  const feed = { ...(state.feeds[0] ?? baseFeed), gate: 'following' as const };
  /** The list went on air at this time on the desk’s clock; the restart was at 20:42:37. */
  const wordsWith = (onAirSince: string, changedSinceRestart: boolean): readonly string[] => {
    const changed = { ...feed, onAirSince: at(onAirSince), changedSinceRestart };
    const { lead } = announcementIn('restored', { feed: changed });
    return [removeEmphasis(lead), buildStripFacts(state, changed, now).revision.note];
  };

  it('says that on air has changed, although the times say that it has not', () => {
    const [sentence, note] = wordsWith('20:32:00', true);
    expect(sentence).toContain('On air has changed since');
    expect(note).not.toContain('before the restart');
  });

  it('says that on air is unchanged, although the times say that it has', () => {
    const [sentence, note] = wordsWith('20:52:00', false);
    expect(sentence).toContain('On air is unchanged');
    expect(note).toContain('before the restart');
  });
});

describe('while held', () => {
  it('names the blocked posts that live has and on air has not, and no other blocked posts', () => {
    const held = scenes['held-guarded'].state.feeds[0] ?? baseFeed;
    const same = { ...held, guarded: [], pending: { ...held.pending, added: [] } };
    const restOf = (feed: typeof held, isInLive: boolean): string =>
      removeEmphasis(announcementIn('held-guarded', { feed, isInLive: () => isInLive }).rest);
    expect(restOf(same, true)).toContain('Live and on air are the same, except for blocked posts: Author of dealz.');
    expect(restOf(same, false)).toContain('Live and on air are the same. ');
    expect(restOf(held, true)).toContain(
      'the same, except for blocked posts: Author of dealz; guarded posts: Author of petra.',
    );
  });
});

describe('after a clear', () => {
  it('names what Back puts on air now, and no revision: a block changed since then changes it', () => {
    const cleared = scenes.cleared.state.feeds[0] ?? baseFeed;
    const sentencesWith = (posts: number, revision: number | null) => {
      const feed = { ...cleared, beforeClear: { revision, posts } };
      const index = indexFeed(feed, scenes.cleared.lists);
      const context = { rotation: { seconds: 8 }, rehearsal: null, isRestartShown: false, canSave: true };
      const { back } = computeActionStates(index, null, [], false, context);
      return [removeEmphasis(announcementIn('cleared', { feed }).rest), back.note, back.confirm];
    };
    expect(sentencesWith(3, 128)).toEqual([
      expect.stringContaining(' Back puts 3 posts on air, held. '),
      '3 on air, held',
      'Press {key} again to put 3 posts on air.',
    ]);
    expect(sentencesWith(0, 128)).toEqual([
      expect.stringContaining('. Back holds with nothing on air. '),
      'nothing on air, held',
      'Press {key} again to hold with nothing on air.',
    ]);
  });
});

describe('a change without a person', () => {
  it('is not said to be yours', () => {
    const held = scenes.held.state.feeds[0] ?? baseFeed;
    expect(announcementIn('held', { feed: { ...held, gateBy: null, hold: null } }).rest).toMatch(
      /^Greenroom is holding\. /,
    );
    const cleared = { ...(scenes.cleared.state.feeds[0] ?? baseFeed), gateBy: null };
    expect(buildStripFacts(scenes.cleared.state, cleared, now).gate.note).toMatch(/^By Greenroom \d+ s ago$/);
  });
});

describe('a very long name', () => {
  it('leaves room for what to do', () => {
    const name = nameOf({ fullName: 'Name '.repeat(30) });
    expect(name.length).toBeLessThanOrEqual(50);
    expect(name).toMatch(/^Name Name .*…$/);
  });
});

describe('while nothing can be saved', () => {
  it.each(['DISK_WRITE_FAILED', 'DISK_NOT_RESPONDING'] as const)(
    'the strip does not say that changes go straight to air (%s)',
    (code) => {
      const problems = [describeProblem(code, 'disk', at('20:42:07'), {})];
      const { gate } = buildStripFacts({ ...scenes.following.state, problems }, baseFeed, now);
      expect(gate.note).toBe('Added and edited posts wait');
    },
  );
});

describe('the details of a post', () => {
  const row: AsRunRow = {
    feed: 'main',
    of: 'list',
    itemId: 'mira',
    author: null,
    handle: null,
    source: null,
    message: '',
    on: at('20:42:07'),
    off: null,
    seconds: null,
    onCause: 'service',
    onBy: null,
    onVerb: null,
    onAbout: null,
    offCause: null,
    offBy: null,
    offVerb: null,
    offAbout: null,
    revision: 128,
    consumers: 4,
    confirmedOffAirAt: null,
    confirmedOffAirBy: null,
  } as unknown as AsRunRow;
  const factsOf = (feed: typeof baseFeed, item = posts.mira) => {
    const index = indexFeed(feed, { ...baseLists, live: [item, ...baseLists.live.slice(1)] });
    const view = createLiveRows()(index, false).find((found) => found.item.id === item.id);
    return new Map(view === undefined ? [] : detailFactsOf(view, index, row, {}, [], now));
  };

  it('say what consumers have confirmed, and never that a screen showed the post', () => {
    expect(factsOf(baseFeed).get('On air')).toEqual(['20:42:07, revision 128, confirmed by every consumer in 41 ms']);
    const dead = baseFeed.consumers.map((consumer) => ({ ...consumer, state: 'silent' as const }));
    expect(factsOf({ ...baseFeed, consumers: dead }).get('On air')).toEqual(['20:42:07, revision 128']);
  });

  it('say when a post arrived, and not that it was staged, because it may have come directly to live', () => {
    const facts = factsOf(baseFeed, marked(posts.mira, { arrivedAt: at('20:40:00') }));
    expect([facts.get('Arrived'), facts.has('Staged')]).toEqual([['20:40:00 from the service'], false]);
  });
});
