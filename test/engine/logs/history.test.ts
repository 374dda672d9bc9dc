import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HistoryRow } from '../../../src/contract/history.ts';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import { type History, openHistory } from '../../../src/engine/logs/history.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, play } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock, log: () => undefined };
let directory = '';

beforeEach(async () => {
  directory = createTemporaryFolder('history');
});

async function open(
  start: ShowState,
  limits = { revisions: 5000, bytes: 200_000_000 },
  past: readonly ShowState[] = [],
): Promise<{ store: Store; history: History }> {
  const store = createStore(start, async () => undefined, ports);
  const history = openHistory(directory, { store, ports, limits });
  await history.start(past);
  return { store, history };
}

async function apply(store: Store, ...commands: string[]): Promise<void> {
  for (const command of commands) await store.apply(eventOf(command));
}

describe('the history', () => {
  it('lists every on-air list with its cause, its operator, its time and its changes', async () => {
    const { store, history } = await open(play().state);
    await apply(store, 'live 1 ab', 'live 2 bAc', 'hold', 'live 3 x', 'take', 'block x');
    const entries = await history.list('main', null, 10);
    expect(entries?.map(({ revision, cause, by }) => [revision, cause, by])).toEqual([
      [4, 'operator', 'Ines'],
      [3, 'operator', 'Ines'],
      [2, 'service', null],
      [1, 'service', null],
    ]);
    expect(entries?.[2]).toMatchObject({
      added: ['c'],
      removed: [],
      edited: [{ id: 'a', fields: ['message'] }],
      moved: ['b'],
    });
    expect(entries?.map(({ until }) => until)).toEqual([null, ...(entries ?? []).slice(0, -1).map(({ at }) => at)]);
    const past = await history.find('main', 2);
    expect(idsOf(past?.items ?? [])).toBe('bAc');
    expect(past?.header?.id).toBe('col_1');
    await history.stop();
  });

  it('lists each action and its target', async () => {
    const { store, history } = await open(play().state);
    const commands = ['live 1 abcd', 'block b', 'guard edited', 'live 2 abcD', 'live 3 acd', 'hold', 'live 4 c'];
    await apply(store, ...commands, 'removals', 'guard message', 'guard', 'clear', 'release');
    const entries = await history.list('main', null, 20);
    expect(entries?.map(({ cause, by, verb, about }) => [cause, by, verb, about]).toReversed()).toEqual([
      ['service', null, null, null],
      ['operator', 'Ines', 'block', 'b'],
      ['service', null, null, null],
      ['service', null, null, null],
      ['operator', 'Ines', 'takeRemovals', null],
      ['rule', 'Ines', 'guards', 'word message'],
      ['rule', 'Ines', 'guards', null],
      ['operator', 'Ines', 'clear', null],
      ['operator', 'Ines', 'release', null],
    ]);
    await history.stop();
  });

  it('names the removed posts in the first entry of a file, without the file before it', async () => {
    // A quarter of four: each file has one entry.
    const { store, history } = await open(play().state, { revisions: 4, bytes: 200_000_000 });
    await apply(store, 'live 1 ab', 'live 2 a');
    expect((await history.list('main', null, 1))?.[0]).toMatchObject({ removed: ['b'], names: { b: null } });
    await history.stop();
  });

  it('lists each change separately, with its operator, when several are announced together', async () => {
    const { store, history } = await open(play('live 1 abcd').state);
    const presses = ['A block a', 'B block b', 'B block a', 'C clear', 'A back'].map((command) => ({
      ...eventOf(command.slice(2)),
      by: command.slice(0, 1),
    }));
    await Promise.all(presses.map((press) => store.apply(press as ShowEvent)));
    const entries = await history.list('main', null, 10);
    expect(entries?.map(({ revision, by, verb, about, removed }) => [revision, by, verb, about, removed])).toEqual([
      [5, 'A', 'back', null, []],
      [4, 'C', 'clear', null, ['c', 'd']],
      [3, 'B', 'block', 'b', ['b']],
      [2, 'A', 'block', 'a', ['a']],
      [1, null, null, null, []],
    ]);
    expect(idsOf((await history.find('main', 4))?.items ?? [])).toBe('');
    expect(idsOf((await history.find('main', 5))?.items ?? [])).toBe('cd');
    await history.stop();
  });

  it('reads files of version 1, which have no actions', async () => {
    await cp(new URL('../../fixtures/record/past-v1/history', import.meta.url), join(directory, 'history'), {
      recursive: true,
    });
    const { store, history } = await open(
      play('live 1 abc', 'block b', 'guard edited', 'live 2 Abc', 'unblock b').state,
    );
    await apply(store, 'block c');
    const entries = await history.list('main', null, 10);
    expect(entries?.map(({ revision, by, verb, about }) => [revision, by, verb, about])).toEqual([
      [5, 'Ines', 'block', 'c'],
      [4, 'Ines', null, null],
      [3, null, null, null],
      [2, 'Ines', null, null],
      [1, null, null, null],
    ]);
    expect(idsOf((await history.find('main', 2))?.items ?? [])).toBe('ac');
    await history.stop();
  });

  it('returns any list for Restore, and the ids that Restore would leave out', async () => {
    const { store, history } = await open(play().state);
    await apply(store, 'live 1 abc', 'live 2 x', 'block b', 'guard edited', 'live 3 Ax');
    const past = await history.find('main', 1);
    expect(past?.blockedNow).toEqual(['b']);
    if (past === null) throw new Error('revision 1 should be kept');
    const press = { feed: 'main', by: null, at: '2026-11-20T19:00:00Z' };
    await store.apply({ type: 'feedRolledBack', list: past, revision: 1, ...press });
    expect(idsOf(mainOf(store.state()).onAir.items)).toBe('ac');
    await history.stop();
  });

  it('pages backwards without gaps or repeats', async () => {
    const { store, history } = await open(play().state, { revisions: 5000, bytes: 1e9 });
    for (let second = 1; second <= 300; second += 1) await apply(store, `live ${second} ${second % 2 ? 'ab' : 'ba'}`);
    const seen: number[] = [];
    let before: number | null = null;
    for (let page = 0; page < 40; page += 1) {
      const entries: readonly HistoryRow[] = (await history.list('main', before, 9)) ?? [];
      for (const entry of entries) expect(entry.until === null).toBe(entry.revision === 300);
      seen.push(...entries.map(({ revision }) => revision));
      before = entries.at(-1)?.revision ?? 0;
    }
    expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => 300 - index));
    expect(idsOf((await history.find('main', 251))?.items ?? [])).toBe('ab');
    await history.stop();
  });

  it('continues after a restart, and records a change made meanwhile', async () => {
    const first = await open(play().state);
    await apply(first.store, 'live 1 ab', 'live 2 abc');
    await first.history.stop();
    const later = advance(first.store.state(), eventOf('live 3 abcd')).state;
    const second = await open(later);
    expect((await second.history.list('main', null, 9))?.map(({ revision, added }) => [revision, added])).toEqual([
      [3, ['d']],
      [2, ['c']],
      [1, ['a', 'b']],
    ]);
    await second.history.stop();
    const third = await open(later);
    await apply(third.store, 'live 4 d');
    expect((await third.history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    expect(idsOf((await third.history.find('main', 2))?.items ?? [])).toBe('abc');
    await third.history.stop();
  });

  it('adds the lists of the last run that it lost, from the show', async () => {
    const first = await open(play().state);
    await apply(first.store, 'live 1 ab');
    await first.history.stop();
    const past: ShowState[] = [first.store.state()];
    let state = first.store.state();
    for (const command of ['live 2 abc', 'block a', 'live 3 bcd']) {
      state = advance(state, eventOf(command)).state;
      past.push(state);
    }
    const { history } = await open(state, undefined, past);
    const entries = await history.list('main', null, 10);
    expect(entries?.map(({ revision, verb, added, removed }) => [revision, verb, added, removed])).toEqual([
      [4, null, ['d'], []],
      [3, 'block', [], ['a']],
      [2, null, ['c'], []],
      [1, null, ['a', 'b'], []],
    ]);
    expect(entries?.map(({ until }) => until)).toEqual([null, ...(entries ?? []).slice(0, -1).map(({ at }) => at)]);
    await history.stop();
  });

  it('says that the end of a list is unknown if those after it are missing', async () => {
    const first = await open(play().state);
    await apply(first.store, 'live 1 ab', 'live 2 abc');
    await first.history.stop();
    let state = first.store.state();
    for (const command of ['live 3 a', 'live 4 ad']) state = advance(state, eventOf(command)).state;
    const { store, history } = await open(state);
    await apply(store, 'live 5 d');
    const ends = (await history.list('main', null, 10))?.map(({ revision, until, hasGapAfter }) => [
      revision,
      until !== null,
      hasGapAfter,
    ]);
    expect(ends).toEqual([
      [5, false, false],
      [4, true, false],
      [2, false, true],
      [1, true, false],
    ]);
    expect(await history.find('main', 2)).toMatchObject({ until: null, hasGapAfter: true });
    expect(await history.find('main', 4)).toMatchObject({ hasGapAfter: false });
    await history.stop();
  });

  it('deletes the oldest lists beyond its limits, and never the list on air', async () => {
    const { store, history } = await open(play().state, { revisions: 600, bytes: 1e9 });
    for (let second = 1; second <= 1200; second += 1) await apply(store, `live ${second} ${second % 2 ? 'ab' : 'ba'}`);
    const kept = (await history.list('main', null, 9999)) ?? [];
    expect(kept.length).toBeLessThanOrEqual(600);
    expect(kept.length).toBeGreaterThan(300);
    expect(kept[0]?.revision).toBe(1200);
    expect(await history.find('main', 1)).toBeNull();
    await history.stop();

    const small = await open(store.state(), { revisions: 600, bytes: 1 });
    await apply(small.store, 'live 2000 x');
    expect((await small.history.list('main', null, 9999))?.map(({ revision }) => revision)).toEqual([1201]);
    await small.history.stop();
  });

  it('applies new limits with the next list, even a limit of one', async () => {
    const { store, history } = await open(play().state, { revisions: 600, bytes: 1e9 });
    const applyLists = async (from: number, to: number): Promise<readonly number[]> => {
      for (let second = from; second <= to; second += 1)
        await apply(store, `live ${second} ${second % 2 ? 'ab' : 'ba'}`);
      return ((await history.list('main', null, 9999)) ?? []).map(({ revision }) => revision);
    };
    expect(await applyLists(1, 300)).toHaveLength(300);
    history.configure({ revisions: 200, bytes: 1e9 });
    const fewer = await applyLists(301, 700);
    expect(fewer[0]).toBe(700);
    expect(fewer.length).toBeGreaterThanOrEqual(150);
    expect(fewer.length).toBeLessThanOrEqual(200);
    history.configure({ revisions: 1, bytes: 1e9 });
    expect(await applyLists(701, 705)).toEqual([705]);
    history.configure({ revisions: 1000, bytes: 1 });
    expect((await applyLists(706, 708))[0]).toBe(708);
    history.configure({ revisions: 1000, bytes: 1e9 });
    expect((await applyLists(709, 900)).length).toBeGreaterThanOrEqual(192);
    await history.stop();
  });

  it('writes an unchanged post only once', async () => {
    const { store, history } = await open(play('live 1 abcdef').state);
    await apply(store, 'live 2 abcdefg', 'live 3 gabcdef', 'live 4 abcdef');
    await history.stop();
    const [name = ''] = await readdir(join(directory, 'history', 'main'));
    const text = await readFile(join(directory, 'history', 'main', name), 'utf8');
    expect(text.split('Message of c').length - 1).toBe(1);
  });

  it('returns every readable list of a damaged file, and continues', async () => {
    const first = await open(play('live 1 ab').state);
    await apply(first.store, 'live 2 abc', 'live 3 abcd', 'live 4 abcde');
    await first.history.stop();
    const [name = ''] = await readdir(join(directory, 'history', 'main'));
    const path = join(directory, 'history', 'main', name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"revision":3', '"revision":7'));
    const second = await open(first.store.state());
    await apply(second.store, 'live 5 e');
    expect((await second.history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([5, 4, 2, 1]);
    expect(idsOf((await second.history.find('main', 4))?.items ?? [])).toBe('abcde');
    await second.history.stop();
  });

  it('keeps the lists of a history that is ahead of the show, and continues above them', async () => {
    const first = await open(play('live 1 ab', 'live 2 abc').state);
    await first.history.stop();
    const second = await open(play('live 1 xy').state);
    await apply(second.store, 'live 2 xyz', 'live 3 xy');
    expect((await second.history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([3, 2]);
    expect(idsOf((await second.history.find('main', 2))?.items ?? [])).toBe('abc');
    expect(await readdir(join(directory, 'history'))).toEqual(['main']);
    await second.history.stop();
  });

  it('never gets ahead of a show that could not be saved, and catches up when saving works again', async () => {
    let isFailing = false;
    const persist = async (): Promise<void> => {
      if (isFailing) throw Object.assign(new Error('no'), { code: 'EIO' });
    };
    const store = createStore(play('live 1 ab').state, persist, ports);
    const history = openHistory(directory, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
    await history.start([]);
    isFailing = true;
    await apply(store, 'live 2 xy');
    expect(idsOf(mainOf(store.state()).onAir.items)).toBe('xy');
    expect((await history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([1]);
    // After a crash here, the next startup finds the saved show and its history.
    const again = await open(play('live 1 ab').state);
    expect((await again.history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([1]);
    expect(await readdir(join(directory, 'history'))).toEqual(['main']);
    await again.history.stop();
    isFailing = false;
    await apply(store, 'live 3 xyz');
    expect((await history.list('main', null, 9))?.map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(idsOf((await history.find('main', 2))?.items ?? [])).toBe('xy');
    await history.stop();
  });

  it('returns null for an unknown feed, and no lists when nothing was on air', async () => {
    const { history } = await open(
      advance(emptyShow, { type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: null }], at: 't' }).state,
    );
    expect(await history.list('main', null, 9)).toEqual([]);
    expect(await history.list('other', null, 9)).toBeNull();
    expect(await history.find('other', 1)).toBeNull();
    await history.stop();
  });
});
