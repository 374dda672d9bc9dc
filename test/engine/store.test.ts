import { describe, expect, it } from 'vitest';
import type { ShowState } from '../../src/core/show.ts';
import { systemClock } from '../../src/engine/ports.ts';
import { type Change, createStore, type Persist } from '../../src/engine/store.ts';
import { arrival, collection, eventOf, idsOf, mainOf, play } from '../core/build.ts';

/** Opens a store with a small show and a simulated disk that can be full. */
function openStore(start: ShowState = play('live 1 abc').state) {
  const logged: string[] = [];
  const order: string[] = [];
  const disk = { isFull: false, written: 0 };
  const persist: Persist = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    disk.written += 1;
    order.push('written');
  };
  const store = createStore(start, persist, { clock: systemClock, log: (_, code) => logged.push(code) });
  const changes: Change[] = [];
  store.subscribe((change) => {
    order.push('announced');
    changes.push(change);
  });
  return { store, disk, logged, order, changes, onAir: () => idsOf(mainOf(store.state()).onAir.items) };
}

/** Checks that each step begins where the previous one ended, from `previous` to `state`. */
function expectNoGap(changes: readonly Change[]): void {
  for (const { previous, state, steps } of changes) {
    expect(steps[0]?.previous).toBe(previous);
    for (const [index, step] of steps.slice(1).entries()) expect(step.previous).toBe(steps[index]?.state);
    expect(steps.at(-1)?.state).toBe(state);
  }
}

describe('the store', () => {
  it('announces a change only after it is saved', async () => {
    const { store, order } = openStore();
    const applied = store.apply(eventOf('hold'));
    expect(mainOf(store.state()).gate).toBe('following');
    expect(await applied).toEqual({ kind: 'done' });
    expect(order).toEqual(['written', 'announced']);
    expect(mainOf(store.state()).gate).toBe('held');
  });

  it('saves and announces simultaneous events together, in order', async () => {
    const { store, disk, changes, onAir } = openStore();
    const outcomes = await Promise.all(
      ['block a', 'block b', 'block b', 'cue z'].map((command) => store.apply(eventOf(command))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'nothing', 'refused']);
    expect([disk.written, changes.length]).toEqual([1, 1]);
    expect(changes[0]?.steps.map(({ event }) => event.type)).toEqual(['itemBlocked', 'itemBlocked']);
    expect(onAir()).toBe('c');
  });

  it('announces each simultaneous event with the show before and after it', async () => {
    const { store, changes } = openStore();
    await Promise.all(
      ['block a', 'clear', 'back', 'block a', 'unblock a'].map((command) => store.apply(eventOf(command))),
    );
    expect(changes.length).toBe(1);
    const lists = changes.flatMap(({ steps }) => steps.map(({ state }) => mainOf(state).onAir));
    expect(lists.map(({ revision, verb, items }) => [revision, verb, idsOf(items)])).toEqual([
      [2, 'block', 'bc'],
      [3, 'clear', ''],
      [4, 'back', 'bc'],
      [5, 'unblock', 'abc'],
    ]);
    expectNoGap(changes);
  });

  it('keeps the order of events that arrive while it saves', async () => {
    const { store, disk } = openStore();
    const first = store.apply(eventOf('hold'));
    await new Promise((resolve) => setImmediate(resolve));
    const second = store.apply(eventOf('live 2 abcd'));
    const third = store.apply(eventOf('take 2'));
    expect((await Promise.all([first, second, third])).map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(disk.written).toBe(2);
  });

  it('refuses a take of an outdated live version', async () => {
    const { store } = openStore(play('live 1 a', 'hold', 'live 2 ab').state);
    const [one, two] = await Promise.all([store.apply(eventOf('live 3 abc')), store.apply(eventOf('take 2'))]);
    expect([one.kind, two]).toEqual(['done', { kind: 'refused', code: 'LIST_MOVED_ON' }]);
  });

  it('says whether feeds and collections changed, or only what is not saved', async () => {
    const { store, changes } = openStore();
    await store.apply(eventOf('source'));
    await store.apply(eventOf('hold'));
    await Promise.all(['source', 'release'].map((command) => store.apply(eventOf(command))));
    store.announceTransient();
    expect(changes.map(({ kind, steps }) => [kind, ...steps.map(({ event }) => event.type)])).toEqual([
      ['transient', 'sourceChanged'],
      ['durable', 'feedHeld'],
      ['durable', 'sourceChanged', 'feedReleased'],
      ['transient'],
    ]);
  });

  it('announces nothing when an event changes nothing', async () => {
    const { store, disk, changes } = openStore();
    expect(await store.apply(eventOf('release'))).toEqual({ kind: 'nothing' });
    expect([disk.written, changes.length]).toEqual([0, 0]);
  });

  it('continues when a listener throws, and does not call a removed listener', async () => {
    const { store, logged, changes } = openStore();
    store.subscribe(() => {
      throw new Error('a bug');
    });
    const unsubscribe = store.subscribe(() => changes.splice(0));
    unsubscribe();
    expect(await store.apply(eventOf('hold'))).toEqual({ kind: 'done' });
    expect(changes.length).toBe(1);
    expect(logged).toEqual(['ENGINE_FAULT']);
  });

  it('continues after an event that makes the reducer throw', async () => {
    const { store, logged, onAir } = openStore();
    const broken = { ...arrival(collection(9, 'x')), collection: null } as unknown as ReturnType<typeof arrival>;
    const outcomes = await Promise.all([broken, eventOf('block a')].map((event) => store.apply(event)));
    expect(outcomes).toEqual([{ kind: 'refused', code: 'COMMAND_FAILED' }, { kind: 'done' }]);
    expect(logged).toEqual(['COMMAND_FAILED']);
    expect(onAir()).toBe('bc');
  });
});

describe('the store on a full disk', () => {
  const check = async (start: string, command: string, outcome: string, onAir: string): Promise<void> => {
    const opened = openStore(play(...start.split(', ')).state);
    opened.disk.isFull = true;
    const result = await opened.store.apply(eventOf(command));
    expect(result.kind === 'refused' ? result.code : result.kind, command).toBe(outcome);
    expect(opened.onAir(), command).toBe(onAir);
    expect(opened.store.state().problems.map(({ code }) => code)).toEqual(['DISK_WRITE_FAILED']);
  };

  it('removes posts from air, and adds none', async () => {
    await check('live 1 abc', 'block b', 'done', 'ac');
    await check('live 1 abc', 'clear', 'done', '');
    await check('live 1 abc', 'author user-b', 'done', 'ac');
    await check('live 1 abc, block b', 'unblock b', 'DISK_WRITE_FAILED', 'ac');
    await check('live 1 abc, hold, live 2 c', 'take', 'done', 'c');
    await check('live 1 abc, hold, live 2 cdA', 'removals', 'done', 'ac');
    await check('live 1 abc, hold, live 2 cdA', 'take', 'ONLY_REMOVALS_DONE', 'ac');
    await check('live 1 abc, hold, live 2 ad', 'release', 'ONLY_REMOVALS_DONE', 'a');
    await check('live 1 abc, hold, live 2 a', 'release', 'ONLY_REMOVALS_DONE', 'a');
    await check('live 1 abc, hold, live 2 abcd', 'take', 'DISK_WRITE_FAILED', 'abc');
    await check('live 1 abc', 'hold', 'DISK_WRITE_FAILED', 'abc');
  });

  it('restores nothing rather than a part of the list, which nobody chose', async () => {
    await check('live 1 abc, live 2 bd', 'rollback ab', 'DISK_WRITE_FAILED', 'bd');
    await check('live 1 abc, hold, live 2 bd', 'rollback cd', 'DISK_WRITE_FAILED', 'abc');
  });

  it('finishes a release when the operator repeats it once the state can be saved', async () => {
    const { store, disk, onAir } = openStore(play('live 1 abc', 'hold', 'live 2 ad').state);
    disk.isFull = true;
    await store.apply(eventOf('release'));
    expect([mainOf(store.state()).gate, onAir()]).toEqual(['held', 'a']);
    disk.isFull = false;
    expect(await store.apply(eventOf('release'))).toEqual({ kind: 'done' });
    expect([mainOf(store.state()).gate, onAir()]).toEqual(['following', 'ad']);
  });

  it('brings a post back that was blocked meanwhile, as soon as it can be saved', async () => {
    const { store, disk, onAir } = openStore();
    disk.isFull = true;
    await store.apply(eventOf('block b'));
    disk.isFull = false;
    expect(await store.apply(eventOf('unblock b'))).toEqual({ kind: 'done' });
    expect(onAir()).toBe('abc');
  });

  it('moves the play head, on command and by rotation', async () => {
    const headAfter = async (start: string, command: string): Promise<string | null> => {
      const { store, disk } = openStore(play(...start.split(', ')).state);
      disk.isFull = true;
      expect(await store.apply(eventOf(command)), command).toEqual({ kind: 'done' });
      return mainOf(store.state()).playHead.itemId;
    };
    expect(await headAfter('live 1 abc', 'next')).toBe('b');
    expect(await headAfter('live 1 abc', 'cue c')).toBe('c');
    expect(await headAfter('live 1 abc, rotate 5', 'elapsed a')).toBe('b');
  });

  it('accepts that a person has seen a post off screen, and saves it later', async () => {
    const { store, disk } = openStore(play('live 1 abc', 'block a').state);
    disk.isFull = true;
    expect(await store.apply(eventOf('confirm a'))).toEqual({ kind: 'done' });
    const confirmed = mainOf(store.state()).blocks[0]?.takedown?.confirmed;
    expect(confirmed?.by).toBe('Ines');
    expect(store.state().problems.map(({ code }) => code)).toEqual(['DISK_WRITE_FAILED']);
    disk.isFull = false;
    await store.apply(eventOf('hold'));
    expect(mainOf(store.state()).blocks[0]?.takedown?.confirmed).toEqual(confirmed);
  });

  it('applies a removal by the service without confirming that it was saved', async () => {
    await check('live 1 abc', 'live 2 acd', 'DISK_WRITE_FAILED', 'ac');
    await check('live 1 abc', 'live 2 ', 'DISK_WRITE_FAILED', '');
    await check('live 1 abc, hold', 'live 2 a', 'DISK_WRITE_FAILED', 'abc');
  });

  it('applies events that change no list, and announces only applied events', async () => {
    const { store, disk, changes } = openStore();
    disk.isFull = true;
    const commands = ['source', 'hold', 'block a'];
    await Promise.all(commands.map((command) => store.apply(eventOf(command))));
    expect(changes.flatMap(({ steps }) => steps.map(({ event }) => event.type))).toEqual([
      'sourceChanged',
      'itemBlocked',
      'problemRaised',
    ]);
    expectNoGap(changes);
    expect(store.state().source.state).toBe('stale');
  });

  it('clears the problem after the first successful write', async () => {
    const { store, disk, changes } = openStore();
    disk.isFull = true;
    await store.apply(eventOf('hold'));
    disk.isFull = false;
    expect(await store.apply(eventOf('hold'))).toEqual({ kind: 'done' });
    expect(store.state().problems).toEqual([]);
    expectNoGap(changes);
  });
});
