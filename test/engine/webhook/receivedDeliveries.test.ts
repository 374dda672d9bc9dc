import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyShow } from '../../../src/core/show.ts';
import { openJournal, readJournal } from '../../../src/disk/journal.ts';
import type { Ports } from '../../../src/engine/ports.ts';
import { createStore } from '../../../src/engine/store.ts';
import {
  openReceivedDeliveries,
  type ReceivedDeliveries,
  writeRetryMs,
} from '../../../src/engine/webhook/receivedDeliveries.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

/** Whether writes fail. */
const disk = vi.hoisted(() => ({ isFull: false }));
const failIfFull = vi.hoisted(() => () => {
  if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
});

vi.mock('../../../src/disk/journal.ts', async (original) => {
  const real = await original<typeof import('../../../src/disk/journal.ts')>();
  return {
    ...real,
    openJournal: async (path: string) => {
      const opened = await real.openJournal(path);
      let isBroken = false;
      const failOr = (append: typeof opened.journal.append) => async (records: readonly unknown[]) => {
        isBroken ||= disk.isFull;
        // Like the real journal, which is never written to again after a failure.
        if (isBroken) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        await append(records);
      };
      const append = failOr(opened.journal.append);
      const appendUnsynced = failOr(opened.journal.appendUnsynced);
      return { ...opened, journal: { ...opened.journal, append, appendUnsynced } };
    },
  };
});
vi.mock('../../../src/disk/atomicFile.ts', async (original) => {
  const real = await original<typeof import('../../../src/disk/atomicFile.ts')>();
  return {
    ...real,
    writeAtomic: async (...parts: Parameters<typeof real.writeAtomic>) => {
      failIfFull();
      await real.writeAtomic(...parts);
    },
  };
});

let folder = '';
let opened: ReceivedDeliveries | null = null;
const clock = createFakeClock();
const ports: Ports = {
  clock,
  log: () => undefined,
  secrets: { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => '' },
};
const store = createStore(emptyShow, async () => undefined, ports);
const problems = () => store.state().problems.map((problem) => [problem.code, problem.about, problem.message]);
const path = () => join(folder, 'deliveries.log');
const open = async (): Promise<ReceivedDeliveries> => {
  opened = await openReceivedDeliveries(folder, { store, ports });
  return opened;
};
const onDisk = async (): Promise<readonly string[]> =>
  (await readJournal(path())).records.map((record) => String((record as [string, number])[0]));

beforeEach(async () => {
  folder = createTemporaryFolder('seen');
});
afterEach(async () => {
  disk.isFull = false;
  await opened?.close();
  opened = null;
});

it('reports that the record can’t be written, and writes all of it once the disk works again', async () => {
  const received = await open();
  received.add('a', clock.now(), 1);
  await expect.poll(onDisk).toEqual(['a']);
  disk.isFull = true;
  received.add('b', clock.now(), 1);
  await expect
    .poll(problems)
    .toEqual([
      [
        'DISK_LOG_BEHIND',
        'deliveries',
        'The record of received deliveries can’t be saved (ENOSPC). On air is not affected. At most its last 10,000 entries wait in memory and are saved when the disk works again.',
      ],
    ]);
  received.add('c', clock.now(), 1);
  clock.advance(writeRetryMs);
  // Set again once the retry has failed.
  await expect.poll(() => clock.timersSetFor(writeRetryMs)).toBe(1);
  expect(problems()).toHaveLength(1);
  disk.isFull = false;
  clock.advance(writeRetryMs);
  received.add('d', clock.now(), 1);
  await expect.poll(problems).toEqual([]);
  received.add('e', clock.now(), 1);
  await expect.poll(onDisk).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map(received.has)).toEqual([true, true, true, true, true, false]);
});

it('writes what is missing when it closes, if the disk works by then', async () => {
  const received = await open();
  disk.isFull = true;
  received.add('a', clock.now(), 1);
  await expect.poll(problems).toHaveLength(1);
  disk.isFull = false;
  await received.close();
  expect(await onDisk()).toEqual(['a']);
  expect(problems()).toEqual([]);
});

it('starts while the disk cannot be used, and reads the existing record once it can', async () => {
  const before = await openJournal(path());
  await before.journal.appendUnsynced([['old', clock.now()]]);
  await before.journal.close();
  const kept = `${folder}-kept`;
  await rm(kept, { recursive: true, force: true });
  await rename(folder, kept);
  await writeFile(folder, 'a file where the data directory should be');
  const received = await open();
  received.add('new', clock.now(), 1);
  expect(problems()).toHaveLength(1);
  await rm(folder);
  await rename(kept, folder);
  clock.advance(writeRetryMs);
  await expect.poll(problems).toEqual([]);
  expect(received.has('old')).toBe(true);
  await expect.poll(onDisk).toEqual(['old', 'new']);
});

it('keeps the readable part of a damaged record in a new file', async () => {
  const before = await openJournal(path());
  await before.journal.appendUnsynced([['a', clock.now()]]);
  await before.journal.appendUnsynced([['b', clock.now()]]);
  await before.journal.close();
  const bytes = await readFile(path());
  bytes[20] = 0;
  await writeFile(path(), bytes);
  const received = await open();
  expect([received.has('a'), received.has('b')]).toEqual([false, true]);
  await expect.poll(onDisk).toEqual(['b']);
});
