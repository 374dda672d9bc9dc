/** Tests the sentences of the strip and the announcer. */
import { describe, expect, it } from 'vitest';
import type { DeskState } from '../../../src/contract/deskState.ts';
import { describeProblem, type Problem, type ProblemCode } from '../../../src/core/problem.ts';
import type { AirChange } from '../../../src/renderer/model/airChange.ts';
import { type AnnouncementInput, announcementOf } from '../../../src/renderer/model/words/announcement.ts';
import { describeShownRevision } from '../../../src/renderer/model/words/consumerFacts.ts';
import { announceBrokenDesk, announceDisconnection } from '../../../src/renderer/model/words/disconnection.ts';
import { emphasise, splitEmphasis } from '../../../src/renderer/model/words/emphasis.ts';
import { isRestartShown } from '../../../src/renderer/model/words/shownProblems.ts';
import { buildDisconnectedFacts, buildStripFacts } from '../../../src/renderer/model/words/stripFacts.ts';
import { describeConfirmation } from '../../../src/renderer/model/words/takedown.ts';
import { at, now } from '../states/posts.ts';
import { baseFeed, type SceneName, scenes } from '../states/show.ts';

/** The sentence with its words between asterisks in bold. */
const bold = (sentence: string): string => sentence.replace(/\*\*(.+?)\*\*/g, (_, words: string) => emphasise(words));

function factsIn(name: SceneName) {
  const { state } = scenes[name];
  return buildStripFacts(state, state.feeds[0] ?? baseFeed, now);
}

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
    nameOfPost: () => 'Ticket Hunter 24',
    isInLive: () => false,
    hasPost: () => false,
    ...more,
  });
}

/** A change at this time of day, with nothing but these posts in it. */
function airChangeAt(time: string, posts: Partial<AirChange>): AirChange {
  const changedAt = at(time);
  return {
    at: changedAt,
    beganAt: changedAt,
    isInferred: false,
    on: [],
    off: [],
    edited: [],
    isReordered: false,
    ...posts,
  };
}

function putOn(name: string, position: number, isFromStaging = false, time = '20:42:40'): AirChange['on'][number] {
  return { id: name, name, position, isFromStaging, at: at(time), by: null };
}

describe('the strip', () => {
  it('says what consumers get while following', () => {
    const facts = factsIn('following');
    expect([facts.tally.main, facts.tally.count]).toEqual(['ON AIR', 6]);
    expect([facts.gate.main, facts.gate.note]).toEqual(['Following live', 'Changes go straight to air']);
    expect([facts.revision.main, facts.revision.note]).toEqual(['Revision 128', 'Since 20:42:07 (42 s)']);
    expect([facts.source.main, facts.source.note]).toEqual(['Checked 2 s ago', 'Fresh. Polls every 5 s (84 ms)']);
    expect([facts.consumers.main, facts.consumers.note]).toEqual([
      '4 consumers',
      'All on revision 128. On screen in 41 ms',
    ]);
  });

  it('names the demo without a figure, whose length would move the line above it', () => {
    const { state } = scenes.following;
    const demo = buildStripFacts({ ...state, isDemo: true }, { ...baseFeed, freshness: 'demo' }, now).source;
    expect([demo.main, demo.note]).toEqual(['Checked 2 s ago', 'Demo: built-in posts']);
  });

  it('says how long on air has been frozen', () => {
    expect(factsIn('held').gate).toMatchObject({
      kind: 'held',
      main: 'HELD',
      note: 'On air frozen for 3 min 10 s',
    });
  });

  it('says which other operator changed on air, and how', () => {
    expect(factsIn('two-desks').gate.note).toBe('Ines Halvorsen took all 2 s ago');
    const { state } = scenes['two-desks'];
    const desks = state.desks.map((desk) => ({
      ...desk,
      lastAction:
        desk.lastAction === null ? null : { ...desk.lastAction, verb: 'take' as const, only: 'removals' as const },
    }));
    const { gate } = buildStripFacts({ ...state, desks }, state.feeds[0] ?? baseFeed, now);
    expect(gate.note).toBe('Ines Halvorsen took removals 2 s ago');
    expect(announcementIn('two-desks').rest).toContain('You’re holding.');
  });

  it('says that nothing is on air, who cleared and when', () => {
    expect(factsIn('cleared').tally).toMatchObject({ kind: 'empty', main: 'NOTHING ON AIR' });
    expect(factsIn('cleared').gate.note).toBe('By you at 20:42:31, 18 s ago');
    expect(factsIn('cleared').consumers.note).toBe('All blank. Confirmed in 63 ms');
    const { state } = scenes.cleared;
    const byOther = { ...(state.feeds[0] ?? baseFeed), gateBy: 'Ines Halvorsen' };
    // With the time as well, it would not fit at 1280 px.
    expect(buildStripFacts(state, byOther, now).gate.note).toBe('By Ines Halvorsen 18 s ago');
  });

  it('says how long the service has been offline and when the next try is', () => {
    expect(factsIn('trouble').source).toMatchObject({
      kind: 'held',
      main: 'OFFLINE 2 min 14 s',
      note: 'Last good 20:40:35. Next try in 6 s',
    });
    expect(factsIn('trouble').gate.note).toBe('Resumes after the outage');
  });

  it('says how fresh the list of this feed is, not of another', () => {
    const { state } = scenes.following;
    const sourceOf = (feed: Partial<typeof baseFeed>) => buildStripFacts(state, { ...baseFeed, ...feed }, now).source;
    expect(sourceOf({})).toMatchObject({ kind: 'normal', main: 'Checked 2 s ago' });
    expect(sourceOf({ freshness: 'stale', confirmedAgeMs: 75_000 })).toMatchObject({
      kind: 'held',
      main: 'Late',
      note: 'Last checked 1 min 15 s ago. Next try in 3 s',
    });
    for (const freshness of ['stale', 'offline'] as const)
      expect(sourceOf({ freshness, lastConfirmedAt: null, confirmedAgeMs: null })).toMatchObject({
        kind: 'held',
        main: 'Not confirmed',
        note: 'The service has not confirmed this list',
      });
    const health = announcementIn('following', {
      state: { ...state, problems: [] },
      feed: { ...baseFeed, blocked: [], freshness: 'stale' },
    });
    expect(health.rest).toContain('The service has not confirmed this list recently.');
  });

  it('says that no service is set up, or that no feed uses a collection', () => {
    const { state } = scenes.empty;
    const notesWith = (baseUrl: string) => {
      const idle: DeskState = { ...state, source: { ...state.source, state: 'idle', freshness: 'stale', baseUrl } };
      const { gate, source } = buildStripFacts(idle, state.feeds[0] ?? baseFeed, now);
      return [gate.note, source.main, source.note, announcementIn('empty', { state: idle }).rest];
    };
    expect(notesWith('')).toEqual([
      'Not connected to a service',
      'Not connected',
      'No service. Set its address',
      'Nothing is on air. No service is set up.',
    ]);
    expect(notesWith('https://collections.example')).toEqual([
      'No collection to follow',
      'Not connected',
      'No feed uses a collection',
      'Nothing is on air. No feed uses a collection.',
    ]);
  });

  it('says of a consumer what it is known to show, and never that it shows revision 0', () => {
    const [consumer] = baseFeed.consumers;
    if (consumer === undefined) throw new Error('the scene has no consumer');
    const none = { ...consumer, revision: 0, confirmedRevision: 0 };
    expect(
      [
        consumer,
        { ...none, paintedRevision: 0 },
        { ...none, revision: 124, paintedRevision: null },
        { ...none, revision: 124, paintedRevision: null, protocol: 'events' },
        { ...none, paintedRevision: null, protocol: 'poll' },
      ].map((each) => describeShownRevision({ ...consumer, ...each } as typeof consumer)),
    ).toEqual([
      `revision ${consumer.revision}`,
      'has painted nothing yet',
      'has painted nothing yet',
      'sent revision 124',
      'has read no posts yet',
    ]);
  });

  it('does not say that changes go on air while the key is refused', () => {
    const { state } = scenes.following;
    const refused = { ...state, source: { ...state.source, state: 'refused' as const } };
    expect(buildStripFacts(refused, baseFeed, now).gate.note).toBe('Resumes once the key is accepted');
  });

  it('names the consumer that is behind', () => {
    expect(factsIn('onair-risk').consumers).toMatchObject({
      kind: 'alarm',
      main: '1 of 4 behind',
      note: 'CasparCG 1 still shows revision 128 (9 s)',
    });
  });

  it('says how long a consumer has been behind, not how old the newest revision is', () => {
    const { state } = scenes['onair-risk'];
    const consumers = baseFeed.consumers.map((consumer) => ({
      ...consumer,
      ...({ state: 'behind', revision: 112, confirmedRevision: 112, behindSince: at('20:42:29') } as const),
    }));
    const feed = { ...baseFeed, consumers, onAirSince: new Date(now).toISOString() };
    expect(buildStripFacts(state, feed, Date.parse(at('20:42:50'))).consumers.note).toMatch(
      /still shows revision 112 \(21 s\)/,
    );
  });

  it('says that all consumers show a revision, or are blank, only when each has confirmed it', () => {
    const { state } = scenes.following;
    const noteWith = (consumers: typeof baseFeed.consumers): string =>
      buildStripFacts(state, { ...baseFeed, consumers }, now).consumers.note;
    const late = baseFeed.consumers.map((consumer) =>
      consumer.id === 'c2' ? { ...consumer, confirmedRevision: 127, paintedRevision: 127 } : consumer,
    );
    const feed = { ...baseFeed, consumers: late };
    expect(buildStripFacts(state, feed, now).consumers).toMatchObject({
      kind: 'normal',
      note: '3 of 4 on revision 128 so far',
    });
    const blank = { ...feed, counts: { ...feed.counts, onAir: 0 } };
    expect(buildStripFacts(state, blank, now).consumers.note).toBe('3 of 4 blank so far');
    expect(buildDisconnectedFacts(feed, at('20:42:46'), 3000).consumers.note).toBe(
      'Not all on revision 128 at 20:42:46',
    );
    // The poller has read it. That it was sent to the event stream proves nothing.
    const [first, ...others] = baseFeed.consumers;
    const poller = { ...(first as (typeof others)[number]), protocol: 'poll' as const, paintedRevision: null };
    expect(noteWith([poller, ...others])).toMatch(/^All on revision 128/);
    const stream = { ...poller, protocol: 'events' as const, confirmedRevision: 0 };
    expect(noteWith([stream, ...others])).toBe('3 on revision 128, 1 can’t confirm');
    expect(noteWith([stream])).toBe('1 can’t confirm');
    expect(noteWith([{ ...stream, revision: 127 }, ...others])).toBe('3 of 4 on revision 128 so far');
  });

  it('shows only last known values without a connection', () => {
    const facts = buildDisconnectedFacts(baseFeed, at('20:42:46'), 3000);
    expect(facts.tally).toMatchObject({ kind: 'unknown', main: 'ON AIR?', count: 6 });
    expect([facts.gate.main, facts.gate.note]).toEqual(['No connection', '3 s, retrying twice a second']);
    expect([facts.source.main, facts.source.note]).toEqual(['Unknown', 'Fresh at 20:42:46']);
    expect(facts.revision.note).toBe('Last known 20:42:46');
    const unread = { ...baseFeed, counts: { ...baseFeed.counts, consumers: 0 }, consumers: [] };
    const { consumers } = buildDisconnectedFacts(unread, at('20:42:46'), 3000);
    expect([consumers.main, consumers.note]).toEqual(['No consumers', 'As of 20:42:46']);
  });
});

describe('the announcer', () => {
  const source = scenes.trouble.state.source;
  const offline = scenes.trouble.state.problems;
  const refused = {
    lead: 'Take all: nothing is waiting.',
    rest: 'Nothing happened.',
    hasWaitingButton: false,
    endsWith: 'gate' as const,
    isUrgent: false,
  };

  it('keeps the worst problem on top of the reason of a refused press, and counts the other problems', () => {
    const keyRefused = describeProblem('SOURCE_KEY_REFUSED', 'source', at('20:42:40'), { status: 401 });
    const state = { ...scenes.trouble.state, problems: [...offline, keyRefused] };
    const announcement = announcementIn('trouble', { state, notice: refused });
    expect(announcement.lead).toBe(keyRefused.message);
    expect(announcement.rest).toBe('Take all: nothing is waiting. Nothing happened. And 1 more.');
    expect(announcementIn('trouble', { state }).rest).toBe(`${keyRefused.nextStep} And 1 more.`);
  });

  it('puts a problem that affects air first, even if another is older', () => {
    const older = describeProblem('SOURCE_KEY_REFUSED', 'source', at('20:40:00'), { status: 401 });
    const portTaken = describeProblem('FEED_PORT_TAKEN', 'feed', at('20:42:40'), { port: 7411 });
    const state = { ...scenes.following.state, problems: [older, portTaken] };
    expect(announcementIn('following', { state })).toMatchObject({ kind: 'alarm', lead: portTaken.message });
  });

  it('is an alarm while a post blocked on another feed may still be on screen, and names the feed and the consumer', () => {
    const { state } = scenes.following;
    const [main = baseFeed, side = baseFeed, ...others] = state.feeds;
    const waitingFor = [{ id: 'c9', name: 'Side wall', program: 'Chrome', canConfirm: true }];
    const block = { ...scenes['onair-risk'].state.feeds[0]?.blocked[0], itemId: 'ben', saved: true, waitingFor };
    const risky = { ...side, blocked: [block as (typeof side.blocked)[number]] };
    const announcement = announcementIn('following', { state: { ...state, feeds: [main, risky, ...others] } });
    expect(announcement).toMatchObject({
      ...{ kind: 'alarm', isAssertive: true, buttons: ['log'] },
      lead: 'Ticket Hunter 24 may still be on screen on the feed studio-b. Not confirmed by Side wall.',
      rest: 'Close the page in Side wall (Chrome), then check the programme monitor.',
    });
    const unknown = { ...side, blocked: [{ ...risky.blocked[0], post: null } as (typeof side.blocked)[number]] };
    expect(announcementIn('following', { state: { ...state, feeds: [main, unknown] } }).lead).toMatch(
      /^A blocked post may still be on screen on the feed studio-b\./,
    );
    const own = announcementIn('onair-risk', {
      state: { ...state, feeds: [scenes['onair-risk'].state.feeds[0] ?? main, risky] },
    });
    expect(own.lead).toBe('Ticket Hunter 24 may still be on screen.');
    expect(own.rest).toContain('And 1 more.');
  });

  it('says that only this feed has no problems while a problem of another feed does not affect air, and no warnings while there is a notice', () => {
    const { state } = scenes.following;
    const unsaved = describeProblem('FEED_UNSAVED', 'feed:studio-b', at('20:42:40'), {});
    expect(announcementIn('following').rest).toContain('No problems.');
    expect(announcementIn('following', { state: { ...state, problems: [unsaved] } }).rest).toContain(
      'No problems on this feed.',
    );
    const skewed = describeProblem('SOURCE_CLOCK_SKEWED', 'source', at('20:42:40'), { skew: '17 h 42 min' });
    const notices = [skewed, describeProblem('UPDATE_AVAILABLE', 'update', at('20:42:40'), { version: '0.2.0' })];
    const restWith = (problems: readonly Problem[]) =>
      announcementIn('following', { state: { ...state, problems } }).rest;
    expect(restWith([skewed])).toContain('No warnings, 1 notice in the log.');
    expect(restWith([...notices, unsaved])).toContain('No warnings on this feed, 2 notices in the log.');
    const lost = describeProblem('FEED_LIST_LOST', 'feed:studio-b', at('20:42:40'), { feed: 'studio-b' });
    const announcement = announcementIn('following', { state: { ...state, problems: [lost] } });
    expect(announcement).toMatchObject({ kind: 'alarm', lead: lost.message, buttons: ['log'] });
  });

  it('is an alarm for each problem that says that on air is affected, and for no other', () => {
    const kindOf = (code: ProblemCode): string => {
      const problem = describeProblem(code, 'a', at('20:42:40'), {});
      return announcementIn('following', { state: { ...scenes.following.state, problems: [problem] } }).kind;
    };
    for (const code of ['FEED_LIST_LOST', 'FEED_HOST_ABSENT', 'DISK_WRITE_FAILED'] as const)
      expect([code, kindOf(code)]).toEqual([code, 'alarm']);
    expect(kindOf('OVERLAY_FILE_UNUSABLE')).toBe('warning');
  });

  it('keeps a problem on top of a restart, which can still be acknowledged', () => {
    const state = { ...scenes.restored.state, source, problems: [...scenes.restored.state.problems, ...offline] };
    const announcement = announcementIn('restored', { state });
    expect(announcement.lead).toContain('The service hasn’t responded');
    // Got it acknowledges the restart, so the sentence beside it names it.
    expect(announcement.rest).toMatch(/\. Greenroom restarted at 20:42:37\.$/);
    expect(announcement.buttons).toEqual(['checkNow', 'seen']);
  });

  it('keeps a restart in sight while it gives the reason of a refused press', () => {
    const announcement = announcementIn('restored', { notice: refused });
    expect(announcement.lead).toContain('Greenroom restarted at 20:42:37.');
    expect(announcement.rest).toBe('Take all: nothing is waiting. Nothing happened.');
    expect(announcement.buttons[0]).toBe('seen');
  });

  it.each([
    ['alone, on Show', [], true, true],
    ['alone, on another screen', [], false, false],
    ['named under a warning', offline, true, true],
    ['named under a warning, on another screen', offline, false, false],
    [
      'under an alarm, which every screen shows',
      [describeProblem('FEED_PORT_TAKEN', 'feed', at('20:42:40'), { port: 7411 })],
      false,
      true,
    ],
    [
      'as a loss that a worse problem hides',
      [
        describeProblem('FEED_PORT_TAKEN', 'feed', at('20:42:40'), { port: 7411 }),
        describeProblem('FEED_GUARDS_LOST', 'feed:main', at('20:42:40'), {}),
      ],
      true,
      false,
    ],
  ] as const)('counts a restart as shown: %s', (_, problems, isOnShow, isShown) => {
    const { state } = scenes.restored;
    const feed = state.feeds[0] ?? baseFeed;
    expect(isRestartShown({ ...state, problems: [...state.problems, ...problems] }, feed, isOnShow)).toBe(isShown);
  });

  it('counts the other problems under a block that is not confirmed', () => {
    const state = { ...scenes['onair-risk'].state, problems: offline };
    expect(announcementIn('onair-risk', { state }).rest).toMatch(/ And 1 more\.$/);
  });

  it('says what the last press did, and keeps the buttons of the gate', () => {
    const done = { sentence: 'Now: Mira Solberg, position 1 of 6.', isTrueOf: () => true, isOnlySpoken: false };
    expect(announcementIn('following', { done })).toMatchObject({ kind: 'normal', lead: '', rest: done.sentence });
    expect(announcementIn('cleared', { done }).buttons).toEqual(['back']);
    expect(announcementIn('trouble', { done }).rest).not.toContain('Mira');
  });

  it('says what last went on air and that there are no problems', () => {
    const airChange = airChangeAt('20:42:07', { on: [putOn('田中 健司', 5, true)] });
    const announcement = announcementIn('following', { airChange });
    expect(announcement).toMatchObject({
      kind: 'normal',
      time: '20:42:07',
      rest: bold('Went on air: **田中 健司**, from staging to position 5. No problems.'),
    });
  });

  it('says after a release only what last went on air, not the posts that had returned before it', () => {
    const on = [putOn('Yan', 1, false, '20:42:35'), putOn('Zoe', 4)];
    const { rest, time } = announcementIn('following', { airChange: airChangeAt('20:42:40', { on }) });
    expect([time, rest]).toEqual(['20:42:40', bold('Went on air: **Zoe**, at position 4. No problems.')]);
    const airChange = airChangeAt('20:42:40', { on, beganAt: at('20:42:35') });
    expect(announcementIn('following', { airChange }).rest).toContain(bold('**Yan**, at position 1, and 1 more.'));
  });

  it('says what went on air after a confirmed block, or the confirmation if it is newer', () => {
    const [block] = baseFeed.blocked;
    const confirmedOffAirAt = at('20:42:40');
    const blocked =
      block === undefined ? [] : [{ ...block, since: at('20:42:39'), confirmedOffAirAt, confirmedInMs: 41 }];
    const textWith = (changedAt: string) => {
      const airChange = airChangeAt(changedAt, { on: [putOn('Zoe', 1, false, changedAt)] });
      return announcementIn('following', { feed: { ...baseFeed, blocked }, airChange }).rest;
    };
    expect(textWith('20:42:44')).toMatch(/^Went on air: /);
    expect(textWith('20:42:39')).toMatch(/^Blocked: /);
  });

  it('shows a name in bold, and no other words because of the characters in a name', () => {
    const hostile = 'A ** B \ufdd0 C \ufdd1';
    const on = [putOn(hostile, 5, true)];
    const { rest } = announcementIn('following', {
      airChange: airChangeAt('20:42:07', { on }),
    });
    const [before, name, after, ...more] = splitEmphasis(rest);
    expect([before, name?.startsWith('A ** B '), after, more]).toEqual([
      ...['Went on air: ', true, ', from staging to position 5. No problems.', []],
    ]);
    const { state } = scenes.trouble;
    const facts = { collection: '**', what: hostile, path: hostile };
    const problems = [describeProblem('DISK_WRITE_FAILED', 'disk', at('20:42:07'), facts)];
    const announced = announcementIn('trouble', { state: { ...state, problems } });
    expect(splitEmphasis(`${announced.lead} ${announced.rest}`)).toHaveLength(1);
  });

  it('counts the posts that went on air and off air separately', () => {
    const on = [putOn('Chidi & Ada', 1), putOn('Tom Okafor', 2)];
    const off = [{ name: 'Aoife Brennan', position: 6 }];
    const airChange = airChangeAt('20:42:07', { on, off });
    expect(announcementIn('following', { airChange }).rest).toBe(
      bold('Went on air: **Chidi & Ada**, at position 1, and 1 more. 1 post went off air. No problems.'),
    );
  });

  it('does not say that live has changed if the action that set the gate also changed on air', () => {
    const held = scenes.held.state.feeds[0] ?? baseFeed;
    const feed = { ...held, onAirCause: 'operator', onAirSince: held.gateSince } as const;
    expect(announcementIn('held', { feed }).rest).toBe(
      bold(
        'You’re holding. Live and on air differ: **2 to add, 1 to remove, 1 to edit.** Nothing changes on air until you take or release.',
      ),
    );
  });

  it('says which posts went on air in a held feed, not that nothing changes', () => {
    const airChange = airChangeAt('20:42:40', { on: [putOn('Ada', 2)] });
    const input = { airChange, nowMs: Date.parse(airChange.at) + 1000 };
    expect(announcementIn('held', input).rest).toBe(
      bold(
        'Went on air: **Ada**, at position 2. You’re holding. Live and on air differ: **2 to add, 1 to remove, 1 to edit.** Changes to live wait until you take or release.',
      ),
    );
    const earlier = airChangeAt('20:00:00', { on: [putOn('Ada', 2, false, '20:00:00')] });
    expect(announcementIn('held', { ...input, airChange: earlier }).rest).not.toContain('Ada');
    const several = airChangeAt('20:42:40', {
      on: [putOn('Before', 1, false, '20:39:00'), putOn('Tom', 1, false, '20:42:36'), putOn('Ada', 2)],
    });
    expect(announcementIn('held', { ...input, airChange: several }).rest).toContain(
      bold('Went on air: **Ada and Tom**. You’re holding.'),
    );
  });

  it('does not say that live has changed if on air changed while held, as by a block after a restore', () => {
    const held = scenes.held.state.feeds[0] ?? baseFeed;
    const feed = { ...held, onAirSince: new Date(Date.parse(held.gateSince) + 9000).toISOString() };
    expect(announcementIn('held', { feed }).rest).toContain('Live and on air differ: ');
  });

  it('lists the waiting changes while held', () => {
    expect(announcementIn('held').rest).toBe(
      bold(
        'You’re holding. Live has changed: **2 added, 1 removed, 1 edited.** Nothing changes on air until you take or release.',
      ),
    );
  });

  it('names guarded posts separately from the waiting changes', () => {
    expect(announcementIn('held-guarded', { nameOfPost: () => 'Petra Nováková' }).rest).toBe(
      bold(
        'You’re holding. Live and on air are the same, except for guarded posts: **Petra Nováková**. Changes to live wait until you take or release.',
      ),
    );
    const { state } = scenes.held;
    const guarded = [{ itemId: 'petra', by: 'word', rule: 'evacuation' }] as const;
    const held = { ...(state.feeds[0] ?? baseFeed), guarded };
    const more = { ...held, pending: { ...held.pending, added: [...held.pending.added, 'petra'] } };
    expect(announcementIn('held', { feed: more, nameOfPost: () => 'Petra Nováková' }).rest).toContain(
      bold(
        '**2 added, 1 removed, 1 edited.** Nothing changes on air until you take or release. A guard keeps **Petra Nováková** off air.',
      ),
    );
  });

  it('says that a post on air whose waiting edit a guard matches is still on air, and counts it as edited', () => {
    const held = scenes.held.state.feeds[0] ?? baseFeed;
    const feed = { ...held, guarded: [{ itemId: 'tom', by: 'word', rule: 'evacuation' }] as const };
    const { rest } = announcementIn('held', { feed, nameOfPost: () => 'Tom Reyes' });
    expect(rest).toContain(
      bold(
        'Live has changed: **2 added, 1 removed, 1 edited.** Nothing changes on air until you take or release. Still on air in the old text: **Tom Reyes**. A guard matches the new text, so a take or release removes it.',
      ),
    );
    expect(rest).not.toContain('off air');
  });

  it.each(['held', 'cleared'] as const)(
    'says how a takedown ended while the feed is %s, and still what the gate does',
    (name) => {
      const feed = scenes[name].state.feeds[0] ?? baseFeed;
      const { blocked } = scenes['onair-risk'].state.feeds[0] ?? baseFeed;
      const confirmed = blocked.map((block) => ({
        ...{ ...block, saved: true, waitingFor: [], since: at('20:42:40') },
        ...{ confirmedOffAirAt: at('20:42:43'), confirmedOffAirBy: null, confirmedInMs: 3000 },
      }));
      const before = announcementIn(name);
      const announcement = announcementIn(name, { feed: { ...feed, blocked: confirmed } });
      expect(announcement).toMatchObject({
        ...{ time: '20:42:40', buttons: before.buttons },
        rest: bold(`Blocked: **Ticket Hunter 24**. Confirmed off air in 3000 ms. ${before.rest}`),
      });
    },
  );

  it('counts the posts that Back puts on air, or says that nothing was on air', () => {
    expect(announcementIn('cleared').rest).toContain(bold('**Back** puts 6 posts on air, held.'));
    const cleared = scenes.cleared.state.feeds[0] ?? baseFeed;
    const restOf = (posts: number) =>
      announcementIn('cleared', { feed: { ...cleared, beforeClear: { revision: null, posts } } }).rest;
    expect(restOf(0)).toContain(bold('Nothing was on air before. **Back** holds with nothing on air.'));
    expect(restOf(2)).toContain(bold('Nothing was on air before. **Back** puts 2 posts on air, held.'));
  });

  it('says that on air is not affected when the service is offline, and what to do', () => {
    const announcement = announcementIn('trouble');
    expect(announcement.kind).toBe('warning');
    expect(announcement.lead).toBe(
      'The service hasn’t responded for 2 min 14 s: there is no route to collections.example:443. On air is not affected:',
    );
    expect(announcement.rest).toContain('Check this machine’s network');
    expect(announcement.buttons[0]).toBe('checkNow');
  });

  it('in push mode counts from the check that failed, because the service was not checked before', () => {
    const { state } = scenes.trouble;
    const push = { ...state, source: { ...state.source, mode: 'push' as const } };
    const problems = state.problems.map((problem) => ({ ...problem, since: new Date(now - 3000).toISOString() }));
    const { lead } = announcementIn('trouble', { state: { ...push, problems } });
    expect(lead).toContain('The service hasn’t responded for 3 s:');
  });

  it('says since when the service is offline, and that graphics get nothing, where the last list is not known', () => {
    const { state } = scenes.trouble;
    const feed = { ...(state.feeds[0] ?? baseFeed), served: false };
    const problems = state.problems.map((problem) => ({
      ...problem,
      message: problem.message.replace(': the last good list stays', ''),
    }));
    const announcement = announcementIn('trouble', { state: { ...state, problems, feeds: [feed] }, feed });
    expect(announcement.lead).toBe(
      'The service hasn’t responded for 2 min 14 s: there is no route to collections.example:443. On air is not affected:',
    );
    expect(announcement.rest).toContain('graphics still get nothing.');
  });

  it('says before an older list goes on air that Hold prevents it, and afterwards what can be back', () => {
    const { state } = scenes.following;
    const announceAt = (gate: 'following' | 'held', code: ProblemCode) => {
      const problem = describeProblem(code, `collection:${baseFeed.collectionId}`, at('20:42:40'), {
        collection: 'Picks',
        air: 'On air could be affected on main.',
      });
      const changed = { ...state, problems: [problem] };
      const feed = { ...baseFeed, gate, freshness: 'stale' as const };
      const { gate: gateFact, source } = buildStripFacts(changed, feed, now);
      return { ...announcementIn('following', { state: changed, feed }), gateNote: gateFact.note, source: source.main };
    };
    expect(announceAt('following', 'SOURCE_OLDER_IGNORED')).toMatchObject({
      kind: 'warning',
      lead: 'The service returned an older list. It is not on air: an older list is shown only if it is repeated for 65 seconds.',
      rest: expect.stringContaining('Hold to keep the list that is on air now.'),
      gateNote: 'Older list not shown yet',
      source: 'Not confirmed',
    });
    expect(announceAt('held', 'SOURCE_OLDER_IGNORED').rest).not.toContain('Hold');
    expect(announceAt('following', 'SOURCE_REWOUND')).toMatchObject({
      kind: 'warning',
      lead: 'The service went back to an older list of Picks. Deleted posts and old texts can be in it. On air could be affected on main.',
    });
  });

  it('shows an unconfirmed takedown above everything but an armed key', () => {
    expect(announcementIn('onair-risk')).toMatchObject({
      kind: 'alarm',
      lead: 'Ticket Hunter 24 may still be on screen.',
      isAssertive: true,
    });
    const armed = { id: 'clear', target: '', sentence: 'Press C again.' };
    expect(announcementIn('onair-risk', { armed }).lead).toBe('Press C again.');
  });

  it('names only the first of many consumers that have not confirmed, so that what to do is never cut', () => {
    const { state } = scenes['onair-risk'];
    const feed = state.feeds[0] ?? baseFeed;
    const waitingFor = Array.from({ length: 80 }, (_, index) => ({
      ...{ id: `c${index}`, name: `OBS ${index + 1}`, program: 'OBS', canConfirm: true },
    }));
    const late = { ...feed, blocked: feed.blocked.map((block) => ({ ...block, waitingFor })) };
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
    const { rest } = announcementIn('onair-risk', { feed: late });
    expect(plain(rest)).toMatch(/^OBS 1, OBS 2, OBS 3 and 77 more haven’t confirmed the block after /);
    expect(plain(rest)).toContain(
      'Hide the source in OBS 1, OBS 2, OBS 3 and 77 more, then check the programme monitor.',
    );
    const elsewhere = { ...late, slug: 'studio-b' };
    const [main = baseFeed] = scenes.following.state.feeds;
    const other = announcementIn('following', { state: { ...scenes.following.state, feeds: [main, elsewhere] } });
    expect(plain(other.lead)).toMatch(/Not confirmed by OBS 1, OBS 2, OBS 3 and 77 more\.$/);
  });

  it('says how to clear the target that has not confirmed a takedown, and offers a person’s confirmation', () => {
    const { state } = scenes['onair-risk'];
    const feed = state.feeds[0] ?? baseFeed;
    const announceFor = (name: string, program: string) => {
      const waitingFor = [{ id: 'c3', name, program, canConfirm: true }];
      const blocked = feed.blocked.map((block) => ({ ...block, waitingFor }));
      return announcementIn('onair-risk', { feed: { ...feed, blocked } });
    };
    expect(announceFor('CasparCG 1', 'CasparCG').rest).toContain(
      ' Clear the layer on CasparCG 1, then check the programme monitor.',
    );
    expect(announceFor('CasparCG 1', 'CasparCG').buttons).toEqual(['offScreen', 'log']);
    const rename = (program: string) => announceFor('Studio A', program).rest;
    expect(rename('OBS')).toContain('Hide the source in Studio A (OBS), then');
    expect(rename('vMix')).toContain('Turn off the input or overlay in Studio A (vMix), then');
    expect(rename('Own script')).toContain('Remove it on Studio A (Own script), then');
  });

  it('says that an event stream can’t confirm a block, and who else has not', () => {
    const { state } = scenes['onair-risk'];
    const feed = state.feeds[0] ?? baseFeed;
    const announceFor = (names: readonly string[]) => {
      const waitingFor = names.map((name) => ({ id: name, name, program: null, canConfirm: name !== 'Ticker' }));
      const blocked = feed.blocked.map((block) => ({ ...block, waitingFor }));
      return announcementIn('onair-risk', { feed: { ...feed, blocked } }).rest;
    };
    expect(announceFor(['Ticker'])).toMatch(/^Ticker can’t confirm a block\. [A-Z]/);
    expect(announceFor(['CasparCG 1', 'Ticker'])).toMatch(
      /^CasparCG 1 hasn’t confirmed the block after [^.]+\. Ticker can’t confirm a block\. /,
    );
  });

  it('says of a takedown on a hung disk that it is not saved yet, in its line, its row and the strip, until it is', () => {
    const { state } = scenes['onair-risk'];
    const feed = state.feeds[0] ?? baseFeed;
    const withSaved = (saved: boolean) => ({
      ...feed,
      saved,
      blocked: feed.blocked.map((block) => ({ ...block, saved })),
    });
    for (const saved of [true, false]) {
      const shown = withSaved(saved);
      const text = [
        announcementIn('onair-risk', { feed: shown }).rest,
        buildStripFacts(state, shown, now).revision.note,
        ...shown.blocked.map((block) => describeConfirmation(block, now)),
      ];
      expect(text.map((part) => part.includes('Not saved yet'))).toEqual([!saved, !saved, !saved]);
    }
  });

  it('says after a restart that on air is unchanged', () => {
    expect(announcementIn('restored').lead).toBe(
      'Greenroom restarted at 20:42:37. On air is unchanged: revision 128, held.',
    );
    expect(announcementIn('restored').buttons[0]).toBe('seen');
  });

  it.each([
    ['collection', 'main uses another collection', ' and can change when its list is read'],
    ['noCollection', 'main uses no collection', ''],
    ['service', 'the service has another address', ' and can change when its list is read'],
  ] as const)('says after a restart with other settings which ones changed (%s)', (changedAtStart, change, until) => {
    const restored = scenes.restored.state.feeds[0] ?? baseFeed;
    const leadWith = (more: Partial<typeof restored>): string =>
      announcementIn('restored', { feed: { ...restored, changedAtStart, ...more } }).lead;
    const beginning = `Greenroom restarted at 20:42:37. Its settings have changed: ${change}. `;
    expect(leadWith({})).toBe(`${beginning}On air is unchanged: revision 128, held.`);
    expect(leadWith({ gate: 'following', lastConfirmedAt: null })).toBe(
      `${beginning}On air is unchanged${until}: revision 128, following live.`,
    );
    expect(leadWith({ changedSinceRestart: true })).toBe(`${beginning}On air has changed since: revision 128, held.`);
  });

  it('does not call the list of a feed that was added again unchanged', () => {
    const restored = scenes.restored.state.feeds[0] ?? baseFeed;
    expect(announcementIn('restored', { feed: { ...restored, changedAtStart: 'added' } }).lead).toBe(
      'Greenroom restarted at 20:42:37. Its settings have changed: main was added again. On air is its last list from before: revision 128, held.',
    );
  });

  it.each([true, false])('says that a show was opened, and never that on air is unchanged (demo: %s)', (isDemo) => {
    const restored = scenes.restored.state.feeds[0] ?? baseFeed;
    const problem = describeProblem('FEED_SHOW_OPENED', 'feed:main', at('20:42:37'), {});
    const state = { ...scenes.restored.state, isDemo, problems: [problem] };
    const show = isDemo ? 'The demo' : 'Your own show';
    for (const changedSinceRestart of [false, true]) {
      const feed = { ...restored, changedAtStart: 'show' as const, changedSinceRestart };
      expect(announcementIn('restored', { state, feed }).lead).toBe(
        `${show} was opened at 20:42:37. On air is the list of this show: revision 128, held.`,
      );
      expect(buildStripFacts(state, feed, now).revision.note).not.toContain('before the restart');
    }
  });

  it('says after a restart that on air has changed, once it has', () => {
    const { state } = scenes.restored;
    const restored = state.feeds[0] ?? baseFeed;
    expect(buildStripFacts(state, restored, now).revision.note).toMatch(/, before the restart$/);
    const onAirSince = new Date(now - 2000).toISOString();
    const moved = { ...restored, revision: 129, onAirSince, changedSinceRestart: true };
    expect(announcementIn('restored', { feed: moved }).lead).toContain('On air has changed since: revision 129, held.');
    expect(buildStripFacts(state, moved, now).revision.note).toMatch(/ \(2 s\)$/);
  });

  it.each(['FEED_REBUILT', 'FEED_GUARDS_LOST', 'FEED_LIST_LOST', 'FEED_UNSAVED', 'FEED_STARTED_OLDER'] as const)(
    'never says that on air is unchanged after %s',
    (code) => {
      const { state } = scenes.restored;
      const facts = { feed: 'main', gate: 'held', revision: 1128 };
      const problem = describeProblem(code, 'feed:main', at('20:42:37'), facts);
      const damaged = { ...state, problems: [...state.problems, problem] };
      const feed = state.feeds[0] ?? baseFeed;
      const announcement = announcementIn('restored', { state: { ...state, problems: [problem] } });
      expect(announcement.lead).toBe(problem.message);
      expect(announcement.buttons[0]).toBe('seen');
      expect(announcementIn('restored', { state: damaged }).lead).toBe(problem.message);
      const strip = buildStripFacts({ ...state, problems: [problem] }, feed, now);
      const isDamaged = code !== 'FEED_UNSAVED' && code !== 'FEED_STARTED_OLDER';
      const restored = isDamaged ? 'Rebuilt after damage' : 'Restored';
      expect(strip.gate.note).toBe(`${restored} at 20:42:37`);
      expect(strip.revision.note).not.toContain('before the restart');
    },
  );

  it('says that on air is unknown, not empty, and offers no Got it, while graphics get nothing', () => {
    const { state } = scenes.restored;
    const lost = { ...(state.feeds[0] ?? baseFeed), served: false };
    const feed = { ...lost, counts: { ...lost.counts, onAir: 0 } };
    const problem = describeProblem('FEED_LIST_LOST', 'feed:main', at('20:42:37'), { feed: 'main' });
    const lostState = { ...state, feeds: [feed], problems: [problem] };
    expect(announcementIn('restored', { state: lostState, feed }).buttons).toEqual(['log']);
    const { tally, revision } = buildStripFacts(lostState, feed, now);
    expect([tally.kind, tally.main, tally.note]).toEqual(['unknown', 'ON AIR?', 'Graphics get nothing']);
    expect(revision.note).not.toContain('Empty');
  });

  it('says that a desk which cannot take the state does not show it', () => {
    const { kind, lead, rest, isAssertive } = announceBrokenDesk(true);
    expect([kind, isAssertive]).toEqual(['alarm', true]);
    expect(lead).toBe('This desk can’t show what Greenroom sends. Reload this page.');
    expect(rest).toContain('use the vision mixer.');
  });

  it('says of a missing API key that none is set, not that it is refused', () => {
    const { state } = scenes.following;
    const problems = [describeProblem('SOURCE_KEY_MISSING', 'source', at('20:42:40'), {})];
    const refused = { ...state, problems, source: { ...state.source, state: 'refused' as const } };
    expect(buildStripFacts(refused, baseFeed, now).source.note).toBe('No API key is set');
    expect(buildStripFacts({ ...refused, problems: [] }, baseFeed, now).source.note).toBe(
      'The API key is not accepted',
    );
  });

  it('says what to do without a connection', () => {
    const announcement = announceDisconnection(3000, 'rack-2', true);
    expect(announcement.lead).toBe('No connection to Greenroom for 3 s.');
    expect(announcement.rest).toContain('use the vision mixer. Then check that Greenroom is running on rack-2.');
    expect(announcement.buttons).toEqual(['retryNow', 'howToStart']);
    // The desktop app starts its engine again by itself.
    expect(announceDisconnection(3000, null, true).buttons).toEqual(['retryNow']);
  });
});

describe('while a consumer is lost or silent, or the feed does not follow live', () => {
  const { state } = scenes['onair-risk'];
  const feed = state.feeds[0] ?? baseFeed;
  const others = feed.consumers.filter(({ name }) => name !== 'CasparCG 1');

  it('counts a consumer that an alarm names and that is listed no longer', () => {
    const lost = {
      ...feed,
      consumers: others.map((consumer) => ({ ...consumer, confirmedRevision: 129 })),
    };
    expect(buildStripFacts(state, lost, now).consumers).toMatchObject({
      kind: 'alarm',
      main: '3 consumers',
      note: 'CasparCG 1 lost, not confirmed',
    });
    expect(buildStripFacts(state, { ...lost, consumers: [] }, now).consumers.main).toBe('No consumers');
  });

  it('says since when a consumer is silent, or that it has not come back, after a restart or a switch of shows', () => {
    const noteOf = (lastSeenAt: string | null) => {
      const consumers = baseFeed.consumers
        .slice(0, 1)
        .map((each) => ({ ...each, state: 'silent' as const, lastSeenAt }));
      return buildStripFacts(state, { ...baseFeed, blocked: [], consumers }, now).consumers.note;
    };
    expect(noteOf(new Date(now - 40_000).toISOString())).toMatch(/ last seen 40 s ago$/);
    expect(noteOf(null)).toMatch(/ has not come back$/);
  });

  it('does not say that there are no problems', () => {
    const silent = baseFeed.consumers.slice(0, 1).map((consumer) => ({ ...consumer, state: 'silent' as const }));
    const { rest } = announcementIn('following', { feed: { ...baseFeed, blocked: [], consumers: silent } });
    expect(rest).toBe('6 posts are on air. 1 consumer is silent.');
  });

  it.each([
    ['cleared', 'it stays cleared.'],
    ['held', 'it stays held.'],
  ] as const)('during an outage while %s, says what stays, and does not advise Hold', (gate, stays) => {
    const facts = { what: 'no response in 10 s', check: 'this machine’s network connection' };
    const problems = [describeProblem('SOURCE_OFFLINE', 'source', at('20:42:10'), facts)];
    const offline = { ...scenes[gate].state, problems };
    const { lead, rest } = announcementIn(gate, { state: offline });
    expect(lead).toMatch(/On air is not affected:$/);
    expect(rest).toBe(`${stays} Check this machine’s network connection.`);
  });

  it.each([
    ['following', 'On air changes only with deliveries, and may be out of date.'],
    ['cleared', 'On air is not affected: it stays cleared.'],
    ['held', 'On air is not affected: it stays held.'],
  ] as const)(
    'while %s, says of a service that fails although its deliveries arrive what happens to on air',
    (gate, air) => {
      const facts = { status: 503, detail: '', check: 'wait' };
      const problems = [describeProblem('SOURCE_FAILING', 'source', at('20:42:10'), facts, 'withDeliveries')];
      const { lead } = announcementIn(gate, { state: { ...scenes[gate].state, problems } });
      expect(lead).toBe(`The service returned 503. ${air}`);
    },
  );

  it('shows the names of settings without code marks', () => {
    const problems = [describeProblem('SOURCE_COLLECTION_UNKNOWN', 'source', at('20:42:10'), {})];
    const { rest } = announcementIn('following', { state: { ...scenes.following.state, problems } });
    expect(rest).toContain('(source.baseUrl)');
    expect(rest).not.toContain('`');
  });
});
