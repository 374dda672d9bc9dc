/** Tests a full disk: removals are obeyed, what was saved survives a kill, and no revision is used twice. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { respondWithCollection } from '../engine/sourceHarness.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram } from '../testedProgram.ts';
import { waitUntil } from '../waitUntil.ts';
import { type Child, type ChildOptions, readFeed, startChild } from './child.ts';
import { createVersion, listen } from './engineTestBed.ts';
import { missingNeedsSuffix } from './needs.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const mountsSuffix = missingNeedsSuffix(['root', 'mounts']);
const straceSuffix = missingNeedsSuffix(['root', 'mounts', 'strace']);

type TestBed = {
  readonly disk: string;
  readonly show: { version: number; posts: number };
  readonly start: (overrides: Partial<ChildOptions>) => Promise<Child>;
};

/** Creates a disk of this size, a service with this many posts, and a function that starts Greenroom there. */
async function createTestBed(size: string, posts: number): Promise<TestBed> {
  const folder = createTemporaryFolder('full');
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  cleanups.push(async () => execFileSync('umount', ['-l', disk]));
  const show = { version: 1, posts };
  const service = createServer((request, response) =>
    respondWithCollection(() => createVersion(show.version, show.posts))(request, response),
  );
  const port = await listen(service);
  cleanups.push(async () => {
    service.closeAllConnections();
    service.close();
  });
  const source = { baseUrl: `http://127.0.0.1:${port}`, poll: { intervalSeconds: 1 } };
  const start = async (overrides: Partial<ChildOptions>): Promise<Child> => {
    const defaultOptions = {
      program: headlessProgram,
      dataDir: disk,
      source,
      settings: {},
      wrapper: [],
      environment: {},
      flags: [],
    };
    const child = await startChild({ ...defaultOptions, ...overrides });
    cleanups.push(() => child.stop());
    return child;
  };
  return { disk, show, start };
}

const postToDesk = async (child: Child, verb: string, body: object): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${child.desk}/api/feeds/main/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${child.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

type ReportedProblem = { readonly code: string; readonly about: string };
type AsRunEntry = { readonly itemId: string; readonly on: string; readonly off: string | null };
type HistoryEntry = { readonly revision: number };

async function getFromDesk(child: Child, path: string): Promise<{ text: string }> {
  const response = await fetch(`${child.desk}/api/${path}`, { headers: { authorization: `Bearer ${child.token}` } });
  return { text: await response.text() };
}

async function problemCodes(child: Child): Promise<readonly string[]> {
  const { problems } = JSON.parse((await getFromDesk(child, 'state')).text) as { problems: ReportedProblem[] };
  return problems.map(({ code }) => code);
}

/** Blocks posts until the last disk block of the journal is full too. */
async function fillJournalBlock(child: Child): Promise<void> {
  const reason = 'r'.repeat(190);
  for (let count = 0; count < 100 && !child.output().includes('"what":"ENOSPC"'); count += 1)
    await postToDesk(child, 'block', { itemId: `unknown-${count}`, reason });
  expect(child.output()).toContain('"what":"ENOSPC"');
}

const joinIds = (feed: Awaited<ReturnType<typeof readFeed>>): string => feed.items.map(({ id }) => id).join();
const killAndWait = async (child: Child): Promise<void> => {
  child.signal('SIGKILL');
  await child.stop();
};

/** Reads the feed as a consumer and records each revision that goes back or is used for two different lists. */
function createReader(): { read: (child: Child) => Promise<{ revision: number; ids: string }>; violations: string[] } {
  const seen = new Map<number, string>();
  const violations: string[] = [];
  let last = 0;
  return {
    violations,
    read: async (child) => {
      const feed = await readFeed(child);
      const ids = joinIds(feed);
      const { revision } = feed;
      if (revision < last) violations.push(`revision ${revision} after ${last}`);
      if ((seen.get(revision) ?? ids) !== ids)
        violations.push(`revision ${revision} is ${ids} and was ${seen.get(revision)}`);
      seen.set(revision, ids);
      last = Math.max(last, revision);
      return { revision, ids };
    },
  };
}

describe('on a full disk', () => {
  it.skipIf(mountsSuffix !== '')(
    `a block is obeyed; after a kill Greenroom restarts with the saved list and says what is lost${mountsSuffix}`,
    async () => {
      const { disk, show, start } = await createTestBed('1m', 4);
      const reader = createReader();
      let child = await start({});
      await waitUntil('the first list is on air', async () => joinIds(await readFeed(child)) === 'v1-0,v1-1,v1-2,v1-3');
      expect((await postToDesk(child, 'block', { itemId: 'v1-0' })).status).toBe(200);
      await reader.read(child);
      await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      await fillJournalBlock(child);
      for (const itemId of ['v1-1', 'v1-2', 'v1-3']) {
        expect((await postToDesk(child, 'block', { itemId })).status).toBe(200);
        expect((await reader.read(child)).ids).not.toContain(itemId);
        // On a busy machine the disk is reported as slow first.
        await waitUntil('the problem is reported', async () =>
          (await problemCodes(child)).includes('DISK_WRITE_FAILED'),
        );
        await killAndWait(child);
        child = await start({});
        expect((await reader.read(child)).ids).toBe('v1-1,v1-2,v1-3');
        expect(await problemCodes(child)).toContain('FEED_UNSAVED');
      }

      await rm(join(disk, 'filler'));
      show.version = 2;
      await waitUntil(
        'the service’s next list is on air',
        async () => (await reader.read(child)).ids === 'v2-0,v2-1,v2-2,v2-3',
      );
      // The loss is said until somebody acknowledges it.
      expect((await postToDesk(child, 'seen', {})).status).toBe(200);
      await child.stop();
      const restarted = await start({});
      const { revision } = await reader.read(restarted);
      await restarted.stop();
      // After a clean stop the revision does not jump.
      const again = await start({});
      expect((await reader.read(again)).revision).toBe(revision);
      expect(await problemCodes(again)).not.toContain('FEED_UNSAVED');
      expect(reader.violations).toEqual([]);
    },
    90_000,
  );

  it.skipIf(mountsSuffix !== '')(
    `a restart after a clean stop serves the saved list without a free byte${mountsSuffix}`,
    async () => {
      const { disk, start } = await createTestBed('1m', 4);
      const first = await start({});
      await waitUntil('the first list is on air', async () => joinIds(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      await first.stop();
      await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      const restarted = await start({});
      expect(joinIds(await readFeed(restarted))).toBe('v1-0,v1-1,v1-2,v1-3');
      expect(restarted.output()).toContain('"where":"lock"');
    },
    60_000,
  );

  it.skipIf(straceSuffix !== '')(
    `no revision is used twice after a kill when every write fails${straceSuffix}`,
    async () => {
      const { start } = await createTestBed('1m', 4);
      const reader = createReader();
      const first = await start({});
      await waitUntil('the first list is on air', async () => joinIds(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      await reader.read(first);
      const strace = spawn('strace', [
        ...['-f', '-qq', '-p', String(first.pid), '-o', '/dev/null', '-e', 'trace=fdatasync,fsync,pwrite64'],
        ...['-e', 'inject=fdatasync,fsync,pwrite64:error=EIO'],
      ]);
      cleanups.push(async () => strace.kill());
      await waitUntil('writes fail', async () => {
        await postToDesk(first, 'block', { itemId: 'unknown', reason: null });
        await postToDesk(first, 'unblock', { itemId: 'unknown' });
        return first.output().includes('"what":"EIO"');
      });
      for (const itemId of ['v1-1', 'v1-2']) {
        expect((await postToDesk(first, 'block', { itemId })).status).toBe(200);
        expect((await reader.read(first)).ids).not.toContain(itemId);
      }
      await killAndWait(first);
      const restarted = await start({});
      // Neither block was saved, so the list is the old one, but its revision must be new.
      expect((await reader.read(restarted)).ids).toBe('v1-0,v1-1,v1-2,v1-3');
      expect((await postToDesk(restarted, 'block', { itemId: 'v1-3' })).status).toBe(200);
      await reader.read(restarted);
      expect(reader.violations).toEqual([]);
    },
    60_000,
  );

  it.skipIf(mountsSuffix !== '')(
    `the as-run log and history lose nothing, and a problem reports that they are behind${mountsSuffix}`,
    async () => {
      const { disk, show, start } = await createTestBed('1m', 4);
      const child = await start({});
      await waitUntil('the first list is on air', async () => joinIds(await readFeed(child)) === 'v1-0,v1-1,v1-2,v1-3');
      // Move the play head until the as-run file's last disk block is nearly full and no further line fits.
      const folder = join(disk, 'as-run');
      await waitUntil('the last block is nearly full', async () => {
        for (const verb of ['next', 'previous']) await postToDesk(child, verb, {});
        await new Promise((resolve) => setTimeout(resolve, 20));
        const name = (await readdir(folder)).find((entry) => entry.endsWith('.journal')) ?? '';
        return (await stat(join(folder, name))).size % 4096 > 3300;
      });
      await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      await fillJournalBlock(child);
      const isBehind = async (about: string): Promise<boolean> => {
        const { problems } = JSON.parse((await getFromDesk(child, 'state')).text) as { problems: ReportedProblem[] };
        return problems.some((problem) => problem.code === 'DISK_LOG_BEHIND' && problem.about === about);
      };
      await postToDesk(child, 'block', { itemId: 'v1-1' });
      await postToDesk(child, 'block', { itemId: 'v1-2' });
      await postToDesk(child, 'clear', {});
      await waitUntil('the as-run log is behind', () => isBehind('as-run'));
      const readAsRun = async (from: Child): Promise<readonly AsRunEntry[]> =>
        JSON.parse((await getFromDesk(from, 'feeds/main/as-run.json')).text) as AsRunEntry[];
      const formatEntry = ({ itemId, on, off }: AsRunEntry): string => `${itemId} ${on} ${off}`;
      // Entries still in memory are included, and each has an end.
      const entriesWhileFull = (await readAsRun(child)).map(formatEntry);
      expect(entriesWhileFull).toHaveLength(4);
      expect(entriesWhileFull.filter((text) => text.endsWith('null'))).toEqual([]);

      await rm(join(disk, 'filler'));
      show.version = 2;
      await postToDesk(child, 'release', {});
      await waitUntil('the next list is on air', async () => joinIds(await readFeed(child)) === 'v2-0,v2-1,v2-2,v2-3');
      await waitUntil(
        'both logs are on disk',
        async () => !(await isBehind('as-run')) && !(await isBehind('history:main')),
      );
      const entries = (await readAsRun(child)).map(formatEntry);
      expect(entries).toEqual(expect.arrayContaining(entriesWhileFull));
      expect(new Set(entries).size).toBe(entries.length);
      await child.stop();

      const restarted = await start({});
      expect((await readAsRun(restarted)).map(formatEntry)).toEqual(entries);
      const { rows: history } = JSON.parse((await getFromDesk(restarted, 'feeds/main/history?limit=500')).text) as {
        rows: HistoryEntry[];
      };
      expect(history.length).toBeGreaterThan(3);
      const steps = history.slice(1).map(({ revision }, index) => (history[index]?.revision ?? 0) - revision);
      expect(steps.filter((step) => step !== 1)).toEqual([]);
    },
    90_000,
  );
});
