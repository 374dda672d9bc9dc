/** Tests that a change that was refused, or never announced, does not take effect at the next start. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { readBootId } from '../../../src/disk/bootId.ts';
import type { Position } from '../../../src/disk/confirmedMark.ts';
import { parseRecord } from '../../../src/disk/journal.ts';
import { formatPaddedRecord } from '../../../src/disk/recordBytes.ts';
import { nextTurn } from '../../../src/disk/turns.ts';
import { type Clock, systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, now } from '../../core/build.ts';
import { controlSyncs } from '../../failingSyncs.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const quietPorts = { clock: systemClock, log: () => undefined };
const markName = 'show-confirmed';
const otherBoot = 'after a restart of the machine';

/** Opens a show after these commands, on a disk whose syncs can fail or hang. */
async function openShow(...commands: string[]) {
  const disk = await controlSyncs();
  // A disk that works is never late, also on a busy machine: late removals would be announced unsaved, and raise the revision.
  const clock: Clock = {
    ...systemClock,
    after: (milliseconds, run) => (disk.isWorking() ? () => undefined : systemClock.after(milliseconds, run)),
  };
  const ports = { ...quietPorts, clock };
  const directory = createTemporaryFolder('unannounced');
  const record = await openRecord(directory, ports);
  onTestFinished(async () => {
    disk.make('work');
    await record.close();
  });
  const store = createStore(emptyShow, record.persist, ports);
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  await store.apply({ type: 'feedsConfigured', feeds, at: now });
  for (const command of ['live 1 abc', ...commands]) await store.apply(eventOf(command));
  /** Returns a copy of the files, as a crash at this moment leaves them. */
  const crash = (): string => {
    const copy = createTemporaryFolder('crashed');
    // First, because a mark is never newer than the files.
    const mark = readFileSync(join(directory, markName));
    const filter = (path: string): boolean => existsSync(path);
    cpSync(directory, copy, { recursive: true, filter });
    writeFileSync(join(copy, markName), mark);
    return copy;
  };
  return { disk, directory, record, store, crash };
}

function readMark(directory: string): unknown {
  return parseRecord(readFileSync(join(directory, markName), 'utf8').trimEnd())?.value;
}

/** Starts on a disk that works, twice: what is discarded stays discarded, even if the machine restarts in between. */
async function start(directory: string, boot: string = readBootId()) {
  const record = await openRecord(directory, quietPorts, undefined, boot);
  await record.close();
  const again = await openRecord(directory, quietPorts, undefined, otherBoot);
  await again.close();
  const feed = mainOf(record.saved ?? emptyShow);
  expect(mainOf(again.saved ?? emptyShow)).toEqual(feed);
  return {
    ...{ gate: feed.gate, onAir: idsOf(feed.onAir.items), revision: feed.onAir.revision },
    ...{ blocked: feed.blocks.map(({ itemId }) => itemId).join(), isUnsure: feed.startDoubt?.kind === 'unsure' },
    codes: record.problems.map(({ code }) => code),
  };
}

const blocked = {
  ...{ gate: 'following', onAir: 'ac', revision: 2, blocked: 'b', isUnsure: false },
  codes: ['DISK_CHANGE_DISCARDED'],
};
const refused = { kind: 'refused', code: 'DISK_WRITE_FAILED' };

describe('a change that was refused because its save', () => {
  it.each(['fail', 'hang'] as const)('did %s does not take effect after a crash', async (state) => {
    const { disk, store, crash } = await openShow('block b');
    disk.make(state);
    expect(await store.apply(eventOf('unblock b'))).toEqual(refused);
    const crashed = crash();
    disk.make('work');
    expect(await start(crashed)).toEqual(blocked);
  });

  it.each(['fail', 'hang'] as const)(
    'did %s does not take effect after a restart of the machine either',
    async (state) => {
      const { disk, directory, store, crash } = await openShow('block b');
      disk.make(state);
      expect(await store.apply(eventOf('unblock b'))).toEqual(refused);
      // The refusal is written while the answer is sent.
      await waitUntil('the refusal is marked', () => 'isRefused' in Object(readMark(directory)));
      const crashed = crash();
      disk.make('work');
      expect(await start(crashed, otherBoot)).toEqual(blocked);
    },
  );

  it('failed does not take effect after a stop', async () => {
    const { disk, store, record, directory } = await openShow('block b');
    disk.make('fail');
    expect(await store.apply(eventOf('unblock b'))).toEqual(refused);
    await record.close();
    disk.make('work');
    expect(await start(directory)).toEqual(blocked);
  });

  it('failed does not take effect after more tries, which each begin a file', async () => {
    const { disk, store, crash } = await openShow('clear');
    disk.make('fail');
    for (const command of ['back', 'back', 'next']) await store.apply(eventOf(command));
    const crashed = crash();
    disk.make('work');
    expect(await start(crashed)).toMatchObject({ gate: 'cleared', onAir: '', revision: 2 });
  });

  it('hung does not take effect once the disk answers, whenever a crash comes', async () => {
    const { disk, store, crash } = await openShow('block b');
    disk.make('hang');
    expect(await store.apply(eventOf('unblock b'))).toEqual(refused);
    expect(await store.apply(eventOf('hold'))).toEqual(refused);
    disk.make('work');
    const crashes: string[] = [];
    for (let moment = 0; moment < 20; moment += 1) {
      crashes.push(crash());
      await nextTurn();
    }
    await waitUntil('everything is saved', () => store.state().problems.length === 0);
    crashes.push(crash());
    for (const crashed of crashes)
      expect(await start(crashed)).toMatchObject({ gate: 'following', onAir: 'ac', revision: 2, blocked: 'b' });
  });

  it.each(['fail', 'hang'] as const)('did %s leaves the change that was announced just before it', async (state) => {
    const { disk, store, crash } = await openShow();
    // As while long lists are written, so that the mark of the block waits.
    const turns = Array.from({ length: 5000 }, nextTurn);
    expect(await store.apply(eventOf('block b'))).toEqual({ kind: 'done' });
    disk.make(state);
    expect(await store.apply(eventOf('unblock b'))).toEqual(refused);
    const crashed = crash();
    disk.make('work');
    await Promise.all(turns);
    expect(await start(crashed)).toEqual(blocked);
  });

  it('failed leaves the removals that were announced with it', async () => {
    const { disk, store, crash } = await openShow();
    disk.make('fail');
    expect(await store.apply(eventOf('block b'))).toEqual({ kind: 'done' });
    expect(await store.apply(eventOf('hold'))).toEqual(refused);
    const crashed = crash();
    disk.make('work');
    const started = await start(crashed);
    expect(started).toMatchObject({ gate: 'following', onAir: 'ac', blocked: 'b', codes: [] });
    expect(started.revision).toBeGreaterThan(mainOf(store.state()).onAir.revision);
  });
});

describe('a change that was on disk when Greenroom was killed', () => {
  /** A show after a block, with the mark from before it, and from the moment at which it was announced. */
  const openBlocked = async () => {
    const { store, directory, crash } = await openShow();
    await waitUntil('the list is marked as announced', () => !('announced' in Object(readMark(directory))));
    const before = readMark(directory);
    let during: unknown = null;
    store.subscribe(() => {
      during ??= readMark(directory);
    });
    await store.apply(eventOf('block b'));
    /** The same with this mark. */
    const crashWith = (mark: unknown): string => {
      const crashed = crash();
      writeFileSync(join(crashed, markName), formatPaddedRecord(mark, 128));
      return crashed;
    };
    return { store, crashWith, before, during: during as unknown };
  };

  it('before it was announced does not take effect', async () => {
    const { crashWith, before } = await openBlocked();
    expect(await start(crashWith(before))).toEqual({
      ...{ gate: 'following', onAir: 'abc', revision: 1, blocked: '', isUnsure: false },
      codes: ['DISK_CHANGE_DISCARDED'],
    });
  });

  it('while it was announced takes effect, and it is not known whether it did before', async () => {
    const { crashWith, during } = await openBlocked();
    expect(await start(crashWith(during))).toEqual({ ...blocked, isUnsure: true, codes: [] });
  });

  it.each([1, 2, 3])('is still said to be uncertain if the next starts are killed too (%s)', async (kills) => {
    const { crashWith, during } = await openBlocked();
    const crashed = crashWith(during);
    for (let kill = 0; kill < kills; kill += 1) {
      const { saved, persist, close } = await openRecord(crashed, quietPorts);
      const configured = createStore(saved ?? emptyShow, persist, quietPorts);
      const feeds = [{ slug: 'main', collectionId: 'col_1' }];
      await configured.apply({ type: 'feedsConfigured', feeds, at: now });
      await nextTurn();
      await close();
    }
    const record = await openRecord(crashed, quietPorts);
    await record.close();
    expect(mainOf(record.saved ?? emptyShow).startDoubt).toEqual({ kind: 'unsure' });
  });

  it('takes effect after a power cut that lost the mark of it, and it is not known whether it did before', async () => {
    const { crashWith, before } = await openBlocked();
    expect(await start(crashWith(before), otherBoot)).toEqual({ ...blocked, isUnsure: true, codes: [] });
  });

  it('takes effect if another one followed, which proves that the mark is too old', async () => {
    const { store, crashWith, before } = await openBlocked();
    await store.apply(eventOf('hold'));
    expect(await start(crashWith(before))).toEqual({ ...blocked, gate: 'held', isUnsure: true, codes: [] });
  });

  it('takes effect if an older Greenroom wrote the mark', async () => {
    const { crashWith, before } = await openBlocked();
    const { file, bytes } = before as Position;
    expect(await start(crashWith({ file, bytes }))).toEqual({ ...blocked, isUnsure: true, codes: [] });
  });
});

describe('a late save that counts already when something else is announced', () => {
  /** Returns the show after the next start. The save is overtaken this many turns after it counts, and what it saved is saved again. */
  const saveLate = async (commands: readonly string[], turns: number) => {
    const { record, directory } = await openShow('block b', 'hold');
    await record.close();
    const { saved, persist, close } = await openRecord(directory, quietPorts);
    const next = commands.reduce((state, text) => advance(state, eventOf(text)).state, saved ?? emptyShow);
    // Removals are announced while the disk hangs.
    if (commands.length > 0) await persist(next, 'mark');
    const before = JSON.stringify(readMark(directory));
    const overtaking = new AbortController();
    const late = persist(next, 'files', { overtaken: overtaking.signal, beginToCount: () => undefined });
    while (JSON.stringify(readMark(directory)) === before) await nextTurn();
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    overtaking.abort();
    await late;
    await persist(next, 'files');
    await nextTurn();
    await close();
    const again = await openRecord(directory, quietPorts);
    await again.close();
    return { next: mainOf(next), started: mainOf(again.saved ?? emptyShow), problems: again.problems };
  };
  const moments = [0, 1, 2, 3, 5, 8, 13, 21, 34];

  it('keeps a block that was announced before', async () => {
    for (const turns of moments) {
      const { next, started } = await saveLate(['block c'], turns);
      expect(started.blocks).toEqual(next.blocks);
      expect(idsOf(started.onAir.items)).toBe('a');
      expect(started.onAir.revision).toBeGreaterThanOrEqual(next.onAir.revision);
    }
  });

  it('is not reported as a discarded change if nothing is missing', async () => {
    for (const turns of moments) expect((await saveLate([], turns)).problems).toEqual([]);
  });
});
