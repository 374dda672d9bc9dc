/** The sentences of the strip and the announcer: a number, a state, a next step. */
import { describe, expect, it } from 'vitest';
import { ago, at, now } from '../../../src/renderer/states/posts.ts';
import { baseFeed, type SceneName, scenes } from '../../../src/renderer/states/show.ts';
import { announcementOf, lostAnnouncement, type Said } from '../../../src/renderer/words/announcement.ts';
import { changedWords } from '../../../src/renderer/words/changedWords.ts';
import { lostFacts, stripFacts } from '../../../src/renderer/words/stripFacts.ts';
import { clockTime, dayTime, duration, filmLength, postAge } from '../../../src/renderer/words/time.ts';

function factsIn(name: SceneName) {
  const { state } = scenes[name];
  return stripFacts(state, state.feeds[0] ?? baseFeed, now);
}

function saidIn(name: SceneName, more: Partial<Said> = {}) {
  const { state } = scenes[name];
  return announcementOf({
    state,
    feed: state.feeds[0] ?? baseFeed,
    nowMs: now,
    armed: null,
    notice: null,
    airChange: null,
    arrivals: null,
    nameOfPost: () => 'Ticket Hunter 24',
    ...more,
  });
}

describe('the strip', () => {
  it('says what consumers get while following', () => {
    const facts = factsIn('following');
    expect([facts.tally.main, facts.tally.count]).toEqual(['ON AIR', 6]);
    expect([facts.gate.main, facts.gate.note]).toEqual(['Following live', 'Changes go straight to air']);
    expect([facts.revision.main, facts.revision.note]).toEqual(['Revision 128', 'Since 20:42:07, for 42 s']);
    expect([facts.source.main, facts.source.note]).toEqual(['Checked 2 s ago', 'Fresh. Poll 5 s, took 84 ms']);
    expect([facts.consumers.main, facts.consumers.note]).toEqual(['4 consumers', 'All on 128. Painted in 41 ms']);
  });

  it('says how long air has stood still', () => {
    expect(factsIn('held').gate).toMatchObject({
      kind: 'held',
      main: 'HELD',
      note: 'On air stands still for 3 min 10 s',
    });
  });

  it('says who took, when it was another desk', () => {
    expect(factsIn('two-desks').gate.note).toBe('Taken by Ines Halvorsen 2 s ago');
  });

  it('says that nothing is on air, who cleared and when', () => {
    expect(factsIn('cleared').tally).toMatchObject({ kind: 'empty', main: 'NOTHING ON AIR' });
    expect(factsIn('cleared').gate.note).toBe('By you at 20:42:31, 18 s ago');
    expect(factsIn('cleared').consumers.note).toBe('All blank. Confirmed in 63 ms');
  });

  it('says since when the service is away and when it is asked again', () => {
    expect(factsIn('trouble').source).toMatchObject({
      kind: 'held',
      main: 'OFFLINE 2 min 14 s',
      note: 'Last good 20:40:35, next try in 6 s',
    });
    expect(factsIn('trouble').gate.note).toBe('Follows again when it is back');
  });

  it('names the consumer that is behind', () => {
    expect(factsIn('onair-risk').consumers).toMatchObject({
      kind: 'alarm',
      main: '1 of 4 behind',
      note: 'CasparCG 1 is still on 128, for 9 s',
    });
  });

  it('says that all are on a revision, or blank, only when each has confirmed it', () => {
    const { state } = scenes.following;
    const late = baseFeed.consumers.map((one) =>
      one.id === 'c2' ? { ...one, revision: 128, paintedRevision: 127 } : one,
    );
    const feed = { ...baseFeed, consumers: late };
    expect(stripFacts(state, feed, now).consumers).toMatchObject({ kind: 'usual', note: '3 of 4 on 128 so far' });
    const blank = { ...feed, counts: { ...feed.counts, onAir: 0 } };
    expect(stripFacts(state, blank, now).consumers.note).toBe('3 of 4 blank so far');
    expect(lostFacts(feed, at('20:42:46'), 3000).consumers.note).toBe('Not all on 128 at 20:42:46');
    // One that reports no paint is known by what it read.
    const poller = { ...baseFeed, consumers: late.map((one) => ({ ...one, paintedRevision: null })) };
    expect(stripFacts(state, poller, now).consumers.note).toMatch(/^All on 128/);
  });

  it('claims nothing while this desk is cut off', () => {
    const facts = lostFacts(baseFeed, at('20:42:46'), 3000);
    expect(facts.tally).toMatchObject({ kind: 'unknown', main: 'ON AIR?', count: 6 });
    expect(facts.gate.main).toBe('Engine lost, 3 s');
    expect(facts.revision.note).toBe('Last known 20:42:46');
  });
});

describe('the announcer', () => {
  it('tells of the last change and that nothing is wrong', () => {
    const airChange = { at: at('20:42:07'), on: [{ name: '田中 健司', place: 5, isFromStaging: true }], off: [] };
    const said = saidIn('following', { airChange });
    expect(said).toMatchObject({
      kind: 'usual',
      time: '20:42:07',
      rest: 'Went on air: **田中 健司**, from staging to place 5. Nothing is wrong.',
    });
  });

  it('spells out what waits while holding', () => {
    expect(saidIn('held').rest).toBe(
      'You are holding. Live has moved on: **2 added, 1 removed, 1 edited.** None of it goes on air until you take or release.',
    );
  });

  it('names what a guard holds apart from what waits for a take', () => {
    expect(saidIn('held-guarded', { nameOfPost: () => 'Petra Nováková' }).rest).toBe(
      'You are holding. Live and on air are the same, less what a guard holds: **Petra Nováková.** What changes now waits until you take or release.',
    );
    const { state } = scenes.held;
    const guarded = [{ itemId: 'petra', by: 'word', rule: 'evacuation' }] as const;
    const held = { ...(state.feeds[0] ?? baseFeed), guarded };
    const more = { ...held, pending: { ...held.pending, added: [...held.pending.added, 'petra'] } };
    expect(saidIn('held', { feed: more, nameOfPost: () => 'Petra Nováková' }).rest).toContain(
      '**2 added, 1 removed, 1 edited.** None of it goes on air until you take or release. A guard holds **Petra Nováková** besides.',
    );
  });

  it('names the revision that Back brings, or says that nothing was on air', () => {
    expect(saidIn('cleared').rest).toContain('**Back** puts revision 128 on air again and holds it.');
    const cleared = scenes.cleared.state.feeds[0] ?? baseFeed;
    const said = (posts: number) =>
      saidIn('cleared', { feed: { ...cleared, beforeClear: { revision: null, posts } } }).rest;
    expect(said(0)).toContain('Nothing was on air then: **Back** holds, and air stays empty.');
    expect(said(2)).toContain('Nothing was on air then: **Back** puts 2 posts on air that were kept off, and holds.');
  });

  it('says that air is not affected when the service is away, and what to do', () => {
    const said = saidIn('trouble');
    expect(said.kind).toBe('warning');
    expect(said.lead).toBe('The service has not answered for 2 min 14 s. On air is not affected:');
    expect(said.rest).toContain('Next: check this machine’s network');
    expect(said.buttons[0]).toBe('checkNow');
  });

  it('puts a takedown that is not confirmed above everything but the hand', () => {
    expect(saidIn('onair-risk')).toMatchObject({
      kind: 'alarm',
      lead: 'Ticket Hunter 24 may still be on screen.',
      isAssertive: true,
    });
    const armed = { id: 'clear', target: '', atMs: 0, sentence: 'Press C again.' };
    expect(saidIn('onair-risk', { armed }).lead).toBe('Press C again.');
  });

  it('says after a restart that air is as it was', () => {
    expect(saidIn('restored').lead).toBe(
      'Greenroom started again at 20:42:37. On air is as it was: revision 128, held.',
    );
    expect(saidIn('restored').buttons[0]).toBe('seen');
  });

  it('says after a restart that air has changed, once it has', () => {
    const { state } = scenes.restored;
    const restored = state.feeds[0] ?? baseFeed;
    expect(stripFacts(state, restored, now).revision.note).toMatch(/, before the restart$/);
    const moved = { ...restored, revision: 129, onAirSince: new Date(now - 2000).toISOString() };
    expect(saidIn('restored', { feed: moved }).lead).toContain('On air has changed since: revision 129, held.');
    expect(stripFacts(state, moved, now).revision.note).toMatch(/, for 2 s$/);
  });

  it('tells a desk without an engine what to do with its hands', () => {
    const said = lostAnnouncement(3000, 'rack-2');
    expect(said.lead).toBe('This desk has lost the engine, 3 s.');
    expect(said.rest).toContain('take off at the mixer; then look whether Greenroom runs on rack-2');
  });
});

describe('times', () => {
  it.each([
    [0, '0 s'],
    [42_000, '42 s'],
    [277_000, '4 min 37 s'],
    [7_500_000, '2 h 5 min'],
    [-5000, '0 s'],
  ])('says %i ms as %s', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });

  it('says a post’s age in words under an hour, then the clock, then the day', () => {
    expect(postAge(ago(20), now, true)).toBe('20 s ago');
    expect(postAge(ago(14 * 60), now, false)).toBe('14 min');
    expect(postAge(at('18:02:11'), now, true)).toBe('18:02:11');
    expect(dayTime(new Date(2026, 10, 18, 21, 10).toISOString(), now)).toBe('18 Nov 21:10');
    expect(postAge('not a date', now, true)).toBe('');
  });

  it('reads clocks and films', () => {
    expect(clockTime(at('20:42:07'))).toBe('20:42:07');
    expect(filmLength(24_000)).toBe('0:24');
  });
});

describe('changed words', () => {
  it('cuts to what changed and a little around it', () => {
    const cut = changedWords(
      'nobody believed there would be a show at 7 pm. Then the crane crew came',
      'nobody believed there would be a show at 8 pm. Then the crane crew came',
    );
    expect(cut).toEqual({ lead: '…a show at ', removed: '7', inserted: '8', tail: ' pm. Then the…' });
  });

  it('says nothing of words that are the same', () => {
    expect(changedWords('Magic.', 'Magic.')).toBeNull();
  });

  it('shows a text that is wholly new', () => {
    expect(changedWords('', 'Magic.')).toEqual({ lead: '', removed: '', inserted: 'Magic.', tail: '' });
  });
});
