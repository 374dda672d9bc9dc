/** Tests the store with a disk that does not answer: takedowns go on air unsaved, and everything else waits for the disk. */
import { describe, expect, it } from 'vitest';
import type { ShowEvent, ShowState } from '../../src/core/show.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { type Change, createStore, type Persist } from '../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, play } from '../core/build.ts';
import { waitUntil } from '../waitUntil.ts';

/** Opens a store on a disk that keeps every write until `answer` is called. */
function openStore(...events: string[]) {
  const start = play(...events).state;
  const saved: ShowState[] = [];
  const marked: ShowState[] = [];
  let isHung = true;
  let failsMarks = false;
  let settle: ((error: unknown) => void)[] = [];
  const persist: Persist = async (next, into) => {
    if (into === 'mark') {
      if (failsMarks) throw Object.assign(new Error('input or output error'), { code: 'EIO' });
      marked.push(next);
      return;
    }
    if (isHung) {
      const error = await new Promise<unknown>((resolve) => settle.push(resolve));
      if (error !== null) throw error;
    }
    saved.push(next);
  };
  const store = createStore(start, persist, { clock: systemClock, log: () => undefined });
  const changes: Change[] = [];
  store.subscribe((change) => changes.push(change));
  return {
    ...{ store, saved, marked, changes },
    onAir: () => idsOf(mainOf(store.state()).onAir.items),
    revision: () => mainOf(store.state()).onAir.revision,
    codes: () => store.state().problems.map(({ code }) => code),
    failMarks: () => {
      failsMarks = true;
    },
    /** The pending write ends, with an error or none, and all later ones end immediately. */
    answer: (error: unknown = null) => {
      isHung = false;
      for (const resolve of settle) resolve(error);
      settle = [];
    },
  };
}

const givenUp = (codes: readonly string[]): boolean => codes.includes('DISK_NOT_RESPONDING');

describe('the store on a disk that does not answer', () => {
  it.each([
    ['live 1 abc', 'block b', 'ac'],
    ['live 1 abc', 'clear', ''],
    ['live 1 abc', 'author user-b', 'ac'],
  ])('after %s, takes posts off air with %s and marks that as not saved', async (start, command, onAir) => {
    const disk = openStore(start);
    expect(await disk.store.apply(eventOf(command))).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe(onAir);
    expect(disk.codes()).toEqual(['DISK_NOT_RESPONDING']);
    expect([disk.saved.length, disk.marked.length > 0]).toEqual([0, true]);
    disk.answer();
    await waitUntil('everything is saved', () => disk.codes().length === 0);
    expect(disk.saved.at(-1)?.feeds).toBe(disk.store.state().feeds);
    expect([disk.onAir(), disk.revision()]).toEqual([onAir, 2]);
  });

  it('takes a post off air while an earlier change waits, and applies that one when the disk answers', async () => {
    const disk = openStore('live 1 abc', 'block a');
    const unblocked = disk.store.apply(eventOf('unblock a'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await disk.store.apply(eventOf('block b'))).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe('c');
    disk.answer();
    expect(await unblocked).toEqual({ kind: 'done' });
    await waitUntil('everything is saved', () => disk.codes().length === 0);
    expect(disk.onAir()).toBe('ac');
    expect(disk.saved.at(-1)?.feeds).toBe(disk.store.state().feeds);
    const revisions = disk.changes.flatMap(({ steps }) => steps.map(({ state }) => mainOf(state).onAir.revision));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('finishes a take whose removals are on air already, although they changed the revision that the operator saw', async () => {
    const disk = openStore('live 1 abc', 'hold', 'live 2 acd');
    const seen = { gate: 'held', revision: disk.revision() } as const;
    const taken = disk.store.apply({ ...eventOf('take'), seen } as ShowEvent);
    await waitUntil('the removal is on air', () => disk.onAir() === 'ac');
    disk.answer();
    expect(await taken).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe('acd');
  });

  it('says after two seconds that only the removals of a take were done', async () => {
    const disk = openStore('live 1 abc', 'hold', 'live 2 acd');
    expect(await disk.store.apply(eventOf('take'))).toEqual({ kind: 'refused', code: 'ONLY_REMOVALS_DONE' });
    expect(disk.onAir()).toBe('ac');
    disk.answer();
    await waitUntil('everything is saved', () => disk.codes().length === 0);
    expect(disk.onAir()).toBe('ac');
  });

  it.each([
    ['live 1 abc', 'live 2 xy', 'xy'],
    ['live 1 abc; hold; live 2 xy', 'take', 'xy'],
  ])(
    'after %s, obeys %s, which leaves no post of the service’s earlier list, without a blank',
    async (start, event, air) => {
      const disk = openStore(...start.split('; '));
      void disk.store.apply(eventOf(event));
      await waitUntil('the new list is on air', () => disk.onAir() === air);
      expect(disk.codes()).toEqual(['DISK_NOT_RESPONDING']);
      disk.answer();
      await waitUntil('everything is saved', () => disk.codes().length === 0);
    },
  );

  it.each([
    ['live 1 abc; live2 2 xy', 'point col_2'],
    ['live 1 abc; live2 2 xy; hold; point col_2', 'take'],
    ['live 1 abc', 'rollback xy'],
  ])('after %s, puts no list of an operator’s %s on air until it is saved', async (start, command) => {
    const disk = openStore(...start.split('; '));
    expect(await disk.store.apply(eventOf(command))).toEqual({ kind: 'refused', code: 'DISK_WRITE_FAILED' });
    expect(disk.onAir()).toBe('abc');
    disk.answer();
    await waitUntil('the disk is back', () => disk.codes().length === 0);
    expect(disk.onAir()).toBe('abc');
    expect(await disk.store.apply(eventOf(command))).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe('xy');
  });

  it('obeys a removal by the service, and confirms it only once it is saved', async () => {
    const disk = openStore('live 1 abc');
    const arrived = disk.store.apply(eventOf('live 2 acd'));
    await waitUntil('the removal is on air', () => disk.onAir() === 'ac');
    disk.answer();
    expect(await arrived).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe('acd');
  });

  it('takes posts out of the live list of a held feed that the service took off, so that they can be taken off air', async () => {
    const disk = openStore('live 1 abc', 'hold');
    void disk.store.apply(eventOf('live 2 acd'));
    await waitUntil('it knows', () => idsOf(mainOf(disk.store.state()).live.items) === 'ac');
    expect(disk.onAir()).toBe('abc');
    expect(await disk.store.apply(eventOf('removals'))).toEqual({ kind: 'done' });
    expect(disk.onAir()).toBe('ac');
    disk.answer();
    await waitUntil('everything is saved', () => disk.codes().length === 0);
    expect([disk.onAir(), idsOf(mainOf(disk.store.state()).live.items)]).toEqual(['ac', 'acd']);
  });

  it('puts the posts back that the service took off and back again before anything could be saved', async () => {
    const disk = openStore('live 1 abc');
    await disk.store.apply(eventOf('live 2 ac'));
    expect([disk.onAir(), disk.codes()]).toEqual(['ac', ['DISK_NOT_RESPONDING']]);
    disk.answer();
    await waitUntil('the poll of the earlier version is saved', async () => {
      await disk.store.apply(eventOf('live 1 abc'));
      return disk.codes().length === 0;
    });
    expect(disk.onAir()).toBe('abc');
  });

  it('goes on with the state of the source while a write is pending', async () => {
    const disk = openStore('live 1 abc');
    void disk.store.apply(eventOf('hold'));
    await disk.store.apply(eventOf('source'));
    expect([disk.store.state().source.state, mainOf(disk.store.state()).gate]).toEqual(['stale', 'following']);
    disk.answer();
    await waitUntil('the hold is saved', () => mainOf(disk.store.state()).gate === 'held');
    expect(disk.store.state().source.state).toBe('stale');
  });

  it('says so after two seconds, refuses what it cannot save, and moves the play head', async () => {
    const disk = openStore('live 1 abc');
    const held = disk.store.apply(eventOf('hold'));
    expect(await held).toEqual({ kind: 'refused', code: 'DISK_WRITE_FAILED' });
    expect(givenUp(disk.codes())).toBe(true);
    expect(await disk.store.apply(eventOf('next'))).toEqual({ kind: 'done' });
    expect(mainOf(disk.store.state()).playHead.itemId).toBe('b');
    expect((await disk.store.apply(eventOf('live 2 abcd'))).kind).toBe('refused');
    disk.answer();
    await waitUntil('the problem is cleared', () => disk.codes().length === 0);
    expect([mainOf(disk.store.state()).gate, disk.onAir()]).toEqual(['following', 'abc']);
    expect(disk.saved.at(-1)?.feeds).toBe(disk.store.state().feeds);
  });

  it('reports the error if the disk answers with one', async () => {
    const disk = openStore('live 1 abc');
    await disk.store.apply(eventOf('block b'));
    const unblocked = disk.store.apply(eventOf('unblock b'));
    disk.answer(Object.assign(new Error('input or output error'), { code: 'EIO' }));
    expect(await unblocked).toEqual({ kind: 'done' });
    const raised = disk.changes.flatMap(({ steps }) =>
      steps.flatMap(({ event }) => (event.type === 'problemRaised' ? [event.problem.code] : [])),
    );
    expect(raised).toEqual(['DISK_NOT_RESPONDING', 'DISK_WRITE_FAILED']);
    expect([disk.onAir(), disk.codes()]).toEqual(['abc', []]);
    expect(disk.saved.at(-1)?.feeds).toBe(disk.store.state().feeds);
  });

  it('reports a takedown as not saved if its mark can’t be written either', async () => {
    const disk = openStore('live 1 abc');
    disk.failMarks();
    expect(await disk.store.apply(eventOf('clear'))).toEqual({ kind: 'done' });
    expect([disk.onAir(), disk.codes()]).toEqual(['', ['DISK_WRITE_FAILED']]);
    disk.answer();
    await waitUntil('everything is saved', () => disk.codes().length === 0);
  });

  it('does not report a disk that is slow but answers in time', async () => {
    const disk = openStore('live 1 abc');
    const blocked = disk.store.apply(eventOf('block b'));
    disk.answer();
    await blocked;
    expect([disk.codes(), disk.marked, disk.saved.length]).toEqual([[], [], 1]);
  });
});
