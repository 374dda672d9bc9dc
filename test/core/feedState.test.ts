import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import type { Item } from '../../src/core/collection.ts';
import { noDifference } from '../../src/core/compare.ts';
import { emptyList, guardedOf, pendingOf } from '../../src/core/feedState.ts';
import { passOf, versionOf } from '../../src/core/guard.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../src/core/show.ts';
import { arrival, collection, eventOf, idsOf, mainOf, now, play } from './build.ts';

/** Gate, on-air list and revision after the events. */
function feedAfter(events: string): string {
  const { gate, onAir } = mainOf(play(...events.split(', ')).state);
  return `${gate} ${idsOf(onAir.items)} ${onAir.revision}`;
}

describe('the gate', () => {
  const check = (events: string, wanted: string): void => expect(feedAfter(events), events).toBe(wanted);

  it('puts each accepted version on air while following', () => {
    check('live 1 ab', 'following ab 1');
    check('live 1 ab, live 2 abc', 'following abc 2');
    check('live 2 abc, live 1 ab', 'following abc 1');
    check('live 1 ab, live 2 ab', 'following ab 1');
    check('live 1 ab, live 2 ab c', 'following ab 1');
    check('live 1 ab, live 2 ', 'following  2');
    check('live 1 ab, release', 'following ab 1');
  });

  it('keeps the list while held, until a take or a release', () => {
    check('live 1 ab, hold', 'held ab 1');
    check('live 1 ab, hold, live 2 abc', 'held ab 1');
    check('live 1 ab, hold, hold', 'held ab 1');
    check('live 1 ab, hold, live 2 abc, take', 'held abc 2');
    check('live 1 ab, hold, live 2 abc, release', 'following abc 2');
    check('live 1 ab, hold, live 2 abc, release, live 3 a', 'following a 3');
    check('live 1 ab, take', 'held ab 1');
    check('live 1 ab, take, live 2 abc', 'held ab 1');
  });

  it('remembers who held it and when, also after others took and restored, until it opens', () => {
    const feedOf = (...verbs: readonly [verb: string, by: string, second: number][]) =>
      mainOf(
        verbs.reduce<ShowState>(
          (state, [verb, by, second]) =>
            advance(state, { ...eventOf(verb), by, at: `2026-11-20T18:05:0${second}.000Z` } as ShowEvent).state,
          play('live 1 ab').state,
        ),
      );
    const held = ['hold', 'Ines', 1] as const;
    const hold = { by: 'Ines', since: '2026-11-20T18:05:01.000Z' };
    const taken = feedOf([...held], ['rollback xyz', 'Tom', 2], ['take', 'Marit', 3]);
    expect(taken).toMatchObject({ hold, gateBy: 'Marit', gateSince: '2026-11-20T18:05:03.000Z' });
    expect(feedOf([...held], ['release', 'Tom', 2]).hold).toBeNull();
    expect(feedOf([...held], ['clear', 'Tom', 2]).hold).toBeNull();
    expect(feedOf([...held], ['clear', 'Tom', 2], ['back', 'Marit', 3]).hold?.by).toBe('Marit');
  });

  it('knows after a restart whether on air has changed, whatever the times say', () => {
    const before = play('live 1 ab').state;
    const restored = { ...before, feeds: before.feeds.map((feed) => ({ ...feed, isRestored: true })) };
    const changedAfter = (...events: string[]): boolean =>
      mainOf(events.reduce<ShowState>((state, text) => advance(state, eventOf(text)).state, restored))
        .hasChangedSinceRestart;
    expect(changedAfter('source', 'next')).toBe(false);
    expect(changedAfter('live 2 abc')).toBe(true);
    expect(changedAfter('block a')).toBe(true);
    expect(changedAfter('live 2 abc', 'seen')).toBe(false);
  });

  it('keeps its state, origin and time when an action has nothing to do', () => {
    const checkUnchanged = (events: string, last: string): void => {
      const before = play(...events.split(', ')).state;
      const event = { ...eventOf(last), by: 'Tom', at: '2026-11-20T19:00:00Z' } as ShowEvent;
      const step = advance(before, event);
      expect([step.outcome.kind, step.state === before], `${events}, ${last}`).toEqual(['nothing', true]);
      const restored = { ...before, feeds: before.feeds.map((feed) => ({ ...feed, isRestored: true })) };
      const { gateBy, gateSince, isRestored } = mainOf(advance(restored, event).state);
      expect([gateBy, gateSince, isRestored], `restored, ${events}, ${last}`).toEqual([
        mainOf(before).gateBy,
        mainOf(before).gateSince,
        false,
      ]);
    };
    checkUnchanged('live 1 ab, hold', 'take');
    checkUnchanged('live 1 ab, hold, block a', 'take');
    checkUnchanged('live 1 ab, hold, live 2 a, live 3 ab', 'take 3');
    checkUnchanged('live 1 ab, hold, live 2 abc', 'removals');
    checkUnchanged('live 1 ab, rollback a', 'rollback a');
    checkUnchanged('live 1 ab, hold', 'hold');
    checkUnchanged('live 1 ab', 'release');
    checkUnchanged('live 1 ab, clear', 'clear');
    checkUnchanged('live 1 ab, hold', 'back');
    checkUnchanged('live 1 ab, hold', 'point col_1 hold');
  });

  it('keeps an unknown list from graphics until an operator chooses one', () => {
    const before = play('live 1 ab', 'hold').state;
    const [feed] = before.feeds;
    if (feed === undefined) throw new Error('there is no feed');
    const lost: ShowState = {
      ...before,
      feeds: [
        {
          ...{ ...feed, base: emptyList, isRestored: true, loss: 'list' },
          onAir: { ...feed.onAir, items: [], revision: 1001 },
        },
      ],
    };
    const after = (event: string): readonly unknown[] => {
      const { loss, isRestored, onAir } = mainOf(advance(lost, eventOf(event)).state);
      return [loss, isRestored, idsOf(onAir.items), onAir.revision];
    };
    for (const event of ['hold', 'seen', 'removals', 'back', 'block a', 'live 2 abc'])
      expect(after(event), event).toEqual(['list', true, '', 1001]);
    for (const event of ['take', 'release', 'rollback ab'])
      expect(after(event), event).toEqual([null, false, 'ab', 1002]);
    expect(after('clear')).toEqual([null, false, '', 1001]);
    const [block] = mainOf(advance(lost, eventOf('block a')).state).blocks;
    expect(block?.offAirRevision, 'graphics at an earlier revision can still show it').toBe(1001);
  });

  it('keeps its list while live has never been read, because a take or release would empty it', () => {
    const restored = play('rollback ab').state;
    for (const event of ['release', 'take', 'removals']) {
      const { state, outcome } = advance(restored, eventOf(event));
      expect([event, outcome, idsOf(mainOf(state).onAir.items)]).toEqual([
        event,
        { kind: 'refused', code: 'LIVE_NOT_READ' },
        'ab',
      ]);
    }
    expect(pendingOf(mainOf(restored)), 'no removal waits').toBe(noDifference);
    const cleared = advance(restored, eventOf('clear')).state;
    expect(advance(cleared, eventOf('release')).outcome).toEqual({ kind: 'refused', code: 'LIVE_NOT_READ' });
    expect(idsOf(mainOf(advance(cleared, eventOf('back')).state).onAir.items)).toBe('ab');
    const read = advance(restored, eventOf('live 1 b')).state;
    expect(idsOf(mainOf(advance(read, eventOf('release')).state).onAir.items)).toBe('b');
    expect(advance(play('hold').state, eventOf('release')).outcome, 'a new feed has nothing to lose').toEqual({
      kind: 'done',
    });
  });

  it('takes only removals with Take removals', () => {
    check('live 1 abc, hold, live 2 xC, removals', 'held c 2');
    check('live 1 abc, hold, live 2 cab, removals', 'held abc 1');
    check('live 1 abc, removals', 'held abc 1');
    check('live 1 abc, clear, live 2 bc, removals', 'held  2');
    check('live 1 abc, clear, live 2 bc, removals, back', 'held  2');
    check('live 1 abc, clear, removals, take', 'held abc 3');
  });

  it('is empty while cleared, until a take, a release or Back', () => {
    check('live 1 ab, clear', 'cleared  2');
    check('live 1 ab, clear, live 2 abc', 'cleared  2');
    check('live 1 ab, clear, hold', 'cleared  2');
    check('live 1 ab, clear, clear, back', 'held ab 3');
    check('live 1 ab, clear, live 2 abc, back', 'held ab 3');
    check('live 1 ab, clear, live 2 abc, take', 'held abc 3');
    check('live 1 ab, clear, live 2 abc, release', 'following abc 3');
    check('live 1 ab, hold, live 2 abc, clear, back', 'held ab 3');
    check('live 1 ab, back', 'following ab 1');
    check('live 1 ab, clear, take, back', 'held ab 3');
  });

  it('holds the earlier list after Restore', () => {
    check('live 1 ab, live 2 c, rollback ab', 'held ab 3');
    check('live 1 ab, clear, rollback b', 'held b 3');
    check('live 1 ab, live 2 c, rollback ab, live 3 xyz', 'held ab 3');
  });

  it('shows another collection if the feed follows and the collection is known', () => {
    check('live 1 ab, live2 2 xy, point col_2', 'following xy 2');
    check('live 1 ab, point col_2', 'following ab 1');
    check('live 1 ab, point col_2, live2 2 xy', 'following xy 2');
    check('live 1 ab, point col_2, live 3 abc', 'following ab 1');
    check('live 1 ab, live2 2 xy, point col_2 hold', 'held ab 1');
    check('live 1 ab, live2 2 xy, point col_2 hold, take', 'held xy 2');
    check('live 1 ab, live2 2 ab, point col_2', 'following ab 1');
    check('live 1 ab, clear, live2 2 xy, point col_2 hold', 'cleared  2');
  });
});

describe('a block', () => {
  const check = (events: string, wanted: string): void => expect(feedAfter(events), events).toBe(wanted);

  it('takes its post off air in every state, whatever the service sends', () => {
    check('live 1 abc, block b', 'following ac 2');
    check('live 1 abc, block b, live 2 Bac', 'following ac 2');
    check('live 1 abc, block b, live 2 ac, live 3 abc', 'following ac 2');
    check('live 1 abc, hold, block b', 'held ac 2');
    check('live 1 abc, block b, take', 'held ac 2');
    check('live 1 abc, clear, block b, back', 'held ac 3');
    check('live 1 abc, live 2 c, block b, rollback abc', 'held ac 3');
    check('block b, live 1 abc', 'following ac 1');
    check('live 1 abc, block b, block b', 'following ac 2');
    check('live 1 abc, block z', 'following abc 1');
  });

  it('brings its post back when removed', () => {
    check('live 1 abc, block b, unblock b', 'following abc 3');
    check('live 1 abc, hold, block b, unblock b', 'held abc 3');
    check('live 1 abc, unblock b', 'following abc 1');
  });

  it('remembers the revision that took its post off air', () => {
    expect(mainOf(play('live 1 abc', 'block b').state).blocks[0]?.offAirRevision).toBe(2);
    expect(mainOf(play('live 1 abc', 'block z').state).blocks[0]?.offAirRevision).toBe(0);
  });

  it('remembers its post, which can leave every list', () => {
    const blocked = (...steps: string[]) => mainOf(play(...steps).state).blocks[0]?.post;
    const post = { username: 'user-b', message: 'Message of b' };
    expect(blocked('live 1 abc', 'block b', 'live 2 ac')).toMatchObject(post);
    expect(blocked('live 1 abc', 'clear', 'live 2 ac', 'block b')).toMatchObject(post);
    expect(blocked('live 1 abc', 'block z')).toBeNull();
  });
});

describe('a guard', () => {
  const check = (events: string, wanted: string): void => expect(feedAfter(events), events).toBe(wanted);

  it('keeps posts off air in every state until they are allowed', () => {
    check('live 1 abc, guard edited', 'following abc 1');
    check('guard edited, live 1 aBc', 'following ac 1');
    check('live 1 aBc, guard edited', 'following ac 2');
    check('live 1 aBc, hold, guard edited', 'held ac 2');
    check('live 1 aBc, guard edited, allow b', 'following aBc 3');
    check('live 1 aBc, guard edited, guard ', 'following aBc 3');
    check('live 1 abc, author user-b', 'following ac 2');
    check('live 1 aBc, guard edited, allow b, author user-b', 'following ac 4');
  });

  it('lists the posts it keeps off air, without blocked ones', () => {
    const guarded = (events: string): string[] =>
      guardedOf(mainOf(play(...events.split(', ')).state)).map((hit) => hit.itemId);
    expect(guarded('live 1 aBC, guard edited')).toEqual(['b', 'c']);
    expect(guarded('live 1 aBC, guard edited, block b')).toEqual(['c']);
    expect(guarded('live 1 aBC, guard edited, allow c')).toEqual(['b']);
  });
});

describe('pending', () => {
  const check = (events: string, wanted: string): void => {
    const { added, removed, edited, moved } = pendingOf(mainOf(play(...events.split(', ')).state));
    const text = [added.join(''), removed.join(''), edited.map(({ id }) => id).join(''), moved.join('')].join('|');
    expect(text, events).toBe(wanted);
  };

  it('lists the changes that Take all would make', () => {
    check('live 1 abc', '|||');
    check('live 1 abc, hold, live 2 cxB', 'x|a|b|c');
    check('live 1 abc, clear', 'abc|||');
    check('live 1 abc, hold, live 2 abcd, block d', '|||');
    check('live 1 abc, hold, live 2 abcd, take', '|||');
    check('live 1 aBc, guard edited', 'b|||');
  });

  it('lists what Take all would change in the held list of posts that a block keeps off air', () => {
    check('live 1 abc, hold, block b, live 2 aBc', '||b|');
    check('live 1 abc, hold, block b, live 2 ac', '|b||');
    check('live 1 abc, hold, block b, live 2 aBcd', 'd||b|');
    for (const taken of ['live 2 aBc, take', 'live 2 ac, take', 'live 2 ac, removals', 'live 2 aBc, release'])
      check(`live 1 abc, hold, block b, ${taken}`, '|||');
    check('live 1 abc, hold, block b, live 2 aBc, clear', 'ac|||');
    check('live 1 abc, block b, live 2 aBc', '|||');
    // Unblock puts none of these on air, so that they wait like any other addition.
    check('live 1 abc, hold, live 2 abcd, block d, unblock d', 'd|||');
  });

  it('decides in which version Unblock puts a post on air', () => {
    expect(feedAfter('live 1 abc, hold, block b, live 2 aBc, unblock b')).toBe('held abc 3');
    expect(feedAfter('live 1 abc, hold, block b, live 2 aBc, take, unblock b')).toBe('held aBc 3');
    expect(feedAfter('live 1 abc, hold, block b, live 2 ac, removals, unblock b')).toBe('held ac 2');
  });
});

describe('two operators who press at the same time', () => {
  it('are not both accepted: the second is refused because live has changed', () => {
    const { version } = mainOf(play('live 1 ab', 'hold', 'live 2 abc').state).live;
    expect(version).toBe(2);
    expect(play('live 1 ab', 'hold', 'live 2 abc', 'take 2').outcome).toEqual({ kind: 'done' });
    for (const verb of ['take 1', 'removals 1', 'release 1']) {
      const step = play('live 1 ab', 'hold', 'live 2 abc', verb);
      expect(step.outcome).toEqual({ kind: 'refused', code: 'LIST_MOVED_ON' });
      expect(step.state).toEqual(play('live 1 ab', 'hold', 'live 2 abc').state);
    }
  });

  it.each([
    ['clear', 'live 1 ab, hold, live 2 abc', 'clear', 'take 2'],
    ['clear', 'live 1 ab, hold, live 2 abc', 'clear', 'removals 2'],
    ['clear', 'live 1 ab, hold, live 2 abc', 'clear', 'release 2'],
    ['clear', 'live 1 ab, hold, live 2 abc', 'clear', 'rollback xyz'],
    ['clear of an empty list', 'live 1 -, hold, live 2 abc', 'clear', 'take 2'],
    ['restore', 'live 1 ab, hold, live 2 abc', 'rollback xyz', 'take 2'],
    ['release', 'live 1 ab, hold, live 2 abc', 'release', 'point col_2'],
    ['hold', 'live 1 ab', 'hold', 'rollback xyz'],
    ['restore', 'live 1 ab, hold', 'rollback xyz', 'rollback a'],
    ['restore over a cleared feed', 'live 1 ab, clear', 'rollback xyz', 'rollback a'],
  ])('are not both accepted after a %s that the second has not seen (%s, %s, %s)', (_what, before, first, second) => {
    const seen = mainOf(play(...before.split(', ')).state);
    const after = play(...before.split(', '), first).state;
    const event = { ...eventOf(second), by: 'Tom', seen: { gate: seen.gate, revision: seen.onAir.revision } };
    expect(advance(after, event as ShowEvent)).toEqual({
      state: after,
      outcome: { kind: 'refused', code: 'AIR_CHANGED' },
    });
    const { gate, onAir } = mainOf(after);
    const aware = { ...event, seen: { gate, revision: onAir.revision } };
    expect(advance(after, aware as ShowEvent).outcome.kind).toBe('done');
  });

  it.each([
    ['live 1 abc, hold, live 2 bd', 'removals 2', 'take 2'],
    ['live 1 ab, hold, live 2 abc', 'take 2', 'release 2'],
    ['live 1 ab, hold, live 2 abc', 'clear', 'take 2'],
    ['live 1 ab, hold, live 2 abc', 'block a', 'take 2'],
  ])('are one operator who presses again before the desk has seen the result (%s, %s, %s)', (before, first, second) => {
    const seen = mainOf(play(...before.split(', ')).state);
    const event = { ...eventOf(second), seen: { gate: seen.gate, revision: seen.onAir.revision } };
    const after = play(...before.split(', '), first).state;
    expect(advance(after, event as ShowEvent).outcome).toEqual({ kind: 'done' });
    const ofTom = advance(play(...before.split(', ')).state, { ...eventOf(first), by: 'Tom' } as ShowEvent).state;
    expect(advance(ofTom, event as ShowEvent).outcome).toEqual({ kind: 'refused', code: 'AIR_CHANGED' });
  });

  it('do not bring back the list of a later clear', () => {
    const { gate, onAir } = mainOf(play('live 1 ab', 'clear').state);
    const back = { ...eventOf('back'), by: 'Tom', seen: { gate, revision: onAir.revision } } as ShowEvent;
    const { state } = play('live 1 ab', 'clear', 'release', 'live 2 xy', 'clear');
    expect(advance(state, back)).toEqual({ state, outcome: { kind: 'refused', code: 'AIR_CHANGED' } });
    expect(advance(play('live 1 ab', 'clear').state, back).outcome.kind).toBe('done');
  });

  it('does not unblock a text that the operator has not seen', () => {
    const seenText = passOf(mainOf(play('live 1 aBc').state).live.items[1] as Item);
    const unblock = { ...eventOf('unblock b'), seenText } as ShowEvent;
    expect(advance(play('live 1 aBc', 'block b').state, unblock).outcome.kind).toBe('done');
    const { state } = play('live 1 aBc', 'block b', 'live 2 abc');
    expect(advance(state, unblock)).toEqual({ state, outcome: { kind: 'refused', code: 'POST_CHANGED' } });
    // A held list keeps the text that was seen.
    expect(advance(play('live 1 aBc', 'block b', 'hold', 'live 2 abc').state, unblock).outcome.kind).toBe('done');
    expect(advance(play('live 1 aBc').state, unblock).outcome).toEqual({ kind: 'nothing' });
  });

  it('does not unblock or allow a picture that the operator has not seen, which changes only the date', () => {
    const { state } = play('live 1 aBc', 'block b');
    const item = mainOf(state).live.items[1] as Item;
    const unblock = { ...eventOf('unblock b'), seenText: versionOf(item) } as ShowEvent;
    expect(advance(state, unblock).outcome.kind).toBe('done');
    const older = versionOf({ ...item, lastModifiedDate: '2020-01-01T00:00:00Z' });
    const refused = { state, outcome: { kind: 'refused', code: 'POST_CHANGED' } };
    expect(advance(state, { ...unblock, seenText: older } as ShowEvent)).toEqual(refused);
    expect(advance(state, { ...eventOf('allow b'), seenText: older } as ShowEvent)).toEqual(refused);
  });

  it('does not allow a text that the operator has not seen', () => {
    const seenText = passOf(mainOf(play('live 1 aBc', 'guard edited').state).live.items[1] as Item);
    const allow = { ...eventOf('allow b'), seenText } as ShowEvent;
    expect(advance(play('live 1 aBc', 'guard edited').state, allow).outcome.kind).toBe('done');
    const { state } = play('live 1 aBc', 'guard edited', 'live 2 abc', 'guard b');
    expect(advance(state, allow)).toEqual({ state, outcome: { kind: 'refused', code: 'POST_CHANGED' } });
    const allowed = advance(state, eventOf('allow b')).state;
    expect(advance(allowed, allow).outcome).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['live 1 ab, hold, live 2 abc', 'take 2', 'take 2'],
    ['live 1 ab, hold, live 2 abc', 'release 2', 'release 2'],
    ['live 1 ab, hold', 'rollback xyz', 'rollback xyz'],
  ])('are not refused if both presses are of one operator and want the same (%s, %s)', (before, first, second) => {
    const { gate, onAir } = mainOf(play(...before.split(', ')).state);
    const event = { ...eventOf(second), seen: { gate, revision: onAir.revision } };
    expect(advance(play(...before.split(', '), first).state, event as ShowEvent).outcome).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['live 1 ab, hold, live 2 abc', 'take 2'],
    ['live 1 abc, hold, live 2 ab', 'removals 2'],
    ['live 1 ab, hold', 'rollback xyz'],
    ['live 1 ab, hold, live 2 abc', 'release 2'],
    ['live 1 ab, clear', 'back'],
  ])('are not both told that they did it: the second changed nothing (%s, %s)', (before, verb) => {
    const { gate, onAir } = mainOf(play(...before.split(', ')).state);
    const ofTom = { ...eventOf(verb), by: 'Tom', seen: { gate, revision: onAir.revision } } as ShowEvent;
    const after = play(...before.split(', '), verb).state;
    expect(advance(after, ofTom)).toEqual({ state: after, outcome: { kind: 'refused', code: 'AIR_CHANGED' } });
  });

  it.each(['take 2', 'removals 2'])(
    'are not both told that they did it if only a blocked post waits, so that the revision stays (%s)',
    (verb) => {
      const before = ['live 1 ab', 'block b', 'hold', verb === 'take 2' ? 'live 2 aB' : 'live 2 a'];
      const { gate, gateSince, onAir } = mainOf(play(...before).state);
      const seen = { gate, gateSince, revision: onAir.revision };
      const ofInes = { ...eventOf(verb), seen, at: '2026-11-20T18:05:00.000Z' } as ShowEvent;
      const after = advance(play(...before).state, ofInes);
      expect(after.outcome).toEqual({ kind: 'done' });
      expect(mainOf(after.state).onAir.revision).toBe(onAir.revision);
      const refused = { state: after.state, outcome: { kind: 'refused', code: 'AIR_CHANGED' } };
      expect(advance(after.state, { ...ofInes, by: 'Tom' } as ShowEvent)).toEqual(refused);
      expect(advance(after.state, ofInes).outcome).toEqual({ kind: 'nothing' });
    },
  );

  it('are not refused if the service has changed on air of a feed that follows, and a release has nothing to do', () => {
    const { gate, onAir } = mainOf(play('live 1 ab').state);
    const release = { ...eventOf('release'), by: 'Tom', seen: { gate, revision: onAir.revision } } as ShowEvent;
    expect(advance(play('live 1 ab', 'live 2 abc').state, release).outcome).toEqual({ kind: 'nothing' });
  });

  it('are both accepted if live changed a following feed just before a restore', () => {
    const { gate, onAir } = mainOf(play('live 1 ab').state);
    const event = { ...eventOf('rollback xyz'), by: 'Tom', seen: { gate, revision: onAir.revision } };
    expect(advance(play('live 1 ab', 'live 2 abc').state, event as ShowEvent).outcome).toEqual({ kind: 'done' });
  });

  it('are both accepted if only staging or a date has changed', () => {
    expect(play('live 1 ab', 'hold', 'live 2 abc', 'live 3 abc xyz', 'take 2').outcome).toEqual({ kind: 'done' });
  });
});

describe('an action with nothing to do', () => {
  it.each([
    'live 1 ab, hold, hold',
    'live 1 ab, hold, live 2 ab xyz, take 1',
    'live 1 ab, release',
    'live 1 ab, block b, block b',
    'live 1 ab, back',
    'live 1 ab, seen',
  ])('changes nothing: %s', (events) => {
    const all = events.split(', ');
    const before = play(...all.slice(0, -1)).state;
    const step = play(...all);
    expect(step.outcome).toEqual({ kind: 'nothing' });
    expect(step.state).toEqual(before);
  });
});

describe('an action on an unknown feed', () => {
  it('is refused', () => {
    const step = advance(emptyShow, { type: 'feedHeld', feed: 'main', by: null, at: now });
    expect(step).toEqual({ state: emptyShow, outcome: { kind: 'refused', code: 'FEED_UNKNOWN' } });
  });
});

describe('an arriving version', () => {
  const outcome = (accept: 'newer' | 'newerOrTie' | 'any', current: string, second: number, live: string): string =>
    advance(play(current).state, arrival(collection(second, live), accept)).outcome.kind;

  it('is accepted or refused by its date and the `accept` rule', () => {
    expect(outcome('newer', 'live 2 ab', 3, 'abc')).toBe('done');
    expect(outcome('newer', 'live 2 ab', 2, 'ab')).toBe('nothing');
    expect(outcome('any', 'live 2 ab', 2, 'ab')).toBe('nothing');
    expect(outcome('newer', 'live 2 ab', 2, 'abc')).toBe('tie');
    expect(outcome('newerOrTie', 'live 2 ab', 2, 'abc')).toBe('done');
    expect(outcome('newerOrTie', 'live 2 ab', 1, 'abc')).toBe('older');
    expect(outcome('any', 'live 2 ab', 1, 'abc')).toBe('done');
  });

  it.each(['__proto__', 'constructor', 'toString'])('can have the id %s', (id) => {
    const step = advance(play('live 1 ab').state, arrival(collection(1, 'x', '', id)));
    expect(step.outcome.kind).toBe('done');
    expect(Object.keys(step.state.collections)).toContain(id);
    expect(advance(step.state, arrival(collection(2, 'xy', '', id))).outcome.kind).toBe('done');
  });

  it('keeps the objects of unchanged posts', () => {
    const before = play('live 1 abc xy').state;
    const after = advance(before, arrival(collection(2, 'aBcd', 'xy'))).state;
    const items = mainOf(after).onAir.items;
    expect(items[0]).toBe(mainOf(before).onAir.items[0]);
    expect(items[2]).toBe(mainOf(before).onAir.items[2]);
    expect(after.collections['col_1']?.collection.staging).toBe(before.collections['col_1']?.collection.staging);
  });
});

describe('feeds in the settings', () => {
  const configure = (...ids: (string | null)[]) =>
    ({
      type: 'feedsConfigured',
      feeds: ids.map((collectionId, n) => ({ slug: `f${n}`, collectionId })),
      at: now,
    }) as const;

  it('keep the collection chosen by an operator until the settings name another one', () => {
    const start = advance(emptyShow, configure('col_1')).state;
    const pointed = advance(start, {
      type: 'feedPointed',
      feed: 'f0',
      collectionId: 'col_9',
      hold: false,
      by: null,
      at: now,
    }).state;
    const again = advance(pointed, configure('col_1'));
    expect(again.outcome).toEqual({ kind: 'nothing' });
    expect(again.state.feeds[0]?.collectionId).toBe('col_9');
    expect(advance(pointed, configure('col_2')).state.feeds[0]?.collectionId).toBe('col_2');
    const set = {
      type: 'feedsConfigured',
      feeds: [{ slug: 'f0', collectionId: 'col_1', isCollectionSet: true }],
      at: now,
    };
    expect(advance(pointed, set as ShowEvent).state.feeds[0]?.collectionId).toBe('col_1');
  });

  it('keep their collection if the list of another was read from a service that is no longer in use', () => {
    const start = advance(emptyShow, configure('col_1')).state;
    const moved = advance(start, { type: 'sourceChanged', source: { baseUrl: 'https://new.example' } }).state;
    const use = (service: string) => {
      const pointed = { type: 'feedPointed', feed: 'f0', collectionId: 'col_9', hold: false, service } as const;
      return advance(moved, { ...pointed, by: null, at: now }).outcome;
    };
    expect(use('https://old.example')).toEqual({ kind: 'refused', code: 'LIST_MOVED_ON' });
    expect(use('https://new.example')).toEqual({ kind: 'done' });
  });

  it.each(['constructor', 'toString'])('can have the name %s, whose gate was not seen', (slug) => {
    const feeds = [{ slug, collectionId: 'col_1', isCollectionSet: true }];
    const start = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now }).state;
    const next = [{ slug, collectionId: 'col_2', isCollectionSet: true }];
    const step = advance(start, {
      type: 'feedsConfigured',
      feeds: next,
      seen: { main: { collectionId: 'col_1', gate: 'following', gateSince: null } },
      at: now,
    } as ShowEvent);
    expect(step.outcome.kind).toBe('done');
  });

  it.each(['constructor', 'toString'])('can be removed with the name %s, although its blocks were not seen', (slug) => {
    const start = advance(emptyShow, { type: 'feedsConfigured', feeds: [{ slug, collectionId: null }], at: now }).state;
    const block: ShowEvent = { type: 'itemBlocked', feed: slug, itemId: 'a', reason: null, by: null, at: now };
    const removal: ShowEvent = { type: 'feedsConfigured', feeds: [], blocksSeen: {}, at: now };
    expect(advance(advance(start, block).state, removal).outcome.kind).toBe('done');
  });

  it('are added and removed with the settings', () => {
    const two = advance(advance(emptyShow, configure('a')).state, configure('a', null)).state;
    expect(two.feeds.map(({ slug }) => slug)).toEqual(['f0', 'f1']);
    expect(advance(two, configure('a')).state.feeds.map(({ slug }) => slug)).toEqual(['f0']);
  });
});
