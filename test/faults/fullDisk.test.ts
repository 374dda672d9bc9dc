/** A whole program on a disk that is full: what was announced there outlives a kill, and no number comes twice. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { serving } from '../engine/source/bench.ts';
import { type Child, type ChildOptions, readFeed, startChild } from './child.ts';
import { lackInName } from './machine.ts';
import { listen, createVersion } from './stage.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const mountLack = lackInName(['root', 'mounts']);
const straceLack = lackInName(['root', 'mounts', 'strace']);

type Ground = {
  readonly disk: string;
  readonly show: { version: number; posts: number };
  readonly start: (over: Partial<ChildOptions>) => Promise<Child>;
};

/** A disk of that size, a service with so many posts, and programs that keep their data on that disk. */
async function prepare(size: string, posts: number): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-full-'));
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  ends.push(async () => execFileSync('umount', ['-l', disk]));
  const show = { version: 1, posts };
  const service = createServer((request, response) => serving(() => createVersion(show.version, show.posts))(request, response));
  const port = await listen(service);
  ends.push(async () => {
    service.closeAllConnections();
    service.close();
  });
  const source = { baseUrl: `http://127.0.0.1:${port}`, poll: { intervalSeconds: 1 } };
  const start = async (over: Partial<ChildOptions>): Promise<Child> => {
    const usual = { dataDir: disk, source, settings: {}, wrapper: [], environment: {}, flags: [] };
    const child = await startChild({ ...usual, ...over });
    ends.push(() => child.stop());
    return child;
  };
  return { disk, show, start };
}

const press = async (child: Child, verb: string, body: unknown): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${child.desk}/api/feeds/main/${verb}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${child.token}`, 'content-type': 'application/json' },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
};

type Found = { readonly code: string; readonly about: string };
type Aired = { readonly itemId: string; readonly on: string; readonly off: string | null };
type Past = { readonly revision: number };

async function asDesk(child: Child, path: string): Promise<{ text: string }> {
  const answer = await fetch(`${child.desk}/api/${path}`, { headers: { authorization: `Bearer ${child.token}` } });
  return { text: await answer.text() };
}

/** Presses until the last block of the journal is full too. */
async function useUp(child: Child): Promise<void> {
  const reason = 'r'.repeat(190);
  for (let count = 0; count < 100 && !child.output().includes('"what":"ENOSPC"'); count += 1)
    await press(child, 'block', { itemId: `nobody-${count}`, reason });
  expect(child.output()).toContain('"what":"ENOSPC"');
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 15_000; performance.now() < endMs; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`never: ${what}`);
}

const idsOf = (feed: Awaited<ReturnType<typeof readFeed>>): string => feed.items.map(({ id }) => id).join();
const kill = async (child: Child): Promise<void> => {
  child.signal('SIGKILL');
  await child.stop();
};

/** Watches what readers see: a revision that goes back, or one that means two lists, is written down. */
function createReader(): { read: (child: Child) => Promise<{ revision: number; ids: string }>; wrong: string[] } {
  const seen = new Map<number, string>();
  const wrong: string[] = [];
  let last = 0;
  return {
    wrong,
    read: async (child) => {
      const feed = await readFeed(child);
      const ids = idsOf(feed);
      const { revision } = feed;
      if (revision < last) wrong.push(`revision ${revision} after ${last}`);
      if ((seen.get(revision) ?? ids) !== ids)
        wrong.push(`revision ${revision} is ${ids} and was ${seen.get(revision)}`);
      seen.set(revision, ids);
      last = Math.max(last, revision);
      return { revision, ids };
    },
  };
}

describe('on a full disk', () => {
  it.skipIf(mountLack !== '')(
    `a block outlives a kill, the program starts again there, and revisions go on${mountLack}`,
    async () => {
      const { disk, show, start } = await prepare('1m', 4);
      const reader = createReader();
      const first = await start({});
      await until('the first list', async () => idsOf(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      await until('room was made', async () => (await readdir(disk)).includes('reserve-start'));
      await reader.read(first);
      const fill = (): Promise<void> => writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      await fill();

      await useUp(first);
      expect((await press(first, 'block', { itemId: 'v1-1' })).status).toBe(200);
      let before = await reader.read(first);
      expect(before.ids).toBe('v1-0,v1-2,v1-3');
      expect(first.output()).toContain('DISK_WRITE_FAILED');
      await kill(first);

      for (const itemId of ['v1-2', 'v1-3']) {
        const again = await start({});
        const found = await reader.read(again);
        expect(found.ids).toBe(before.ids);
        expect(found.revision).toBe(before.revision);
        await fill();
        await useUp(again);
        expect((await press(again, 'block', { itemId })).status).toBe(200);
        before = await reader.read(again);
        expect(before.ids).not.toContain(itemId);
        await kill(again);
      }

      await rm(join(disk, 'filler'));
      const healed = await start({});
      expect((await reader.read(healed)).ids).toBe('v1-0');
      show.version = 2;
      await until('the service’s next list', async () => (await reader.read(healed)).ids === 'v2-0,v2-1,v2-2,v2-3');
      await healed.stop();
      const calm = await start({});
      const { revision } = await reader.read(calm);
      await calm.stop();
      // After a stop in peace nothing jumps.
      expect((await reader.read(await start({}))).revision).toBe(revision);
      expect(reader.wrong).toEqual([]);
    },
    90_000,
  );

  it.skipIf(mountLack !== '')(
    `a block of a show that grew to 300 posts outlives a kill, and a start that finds no byte free serves it${mountLack}`,
    async () => {
      const { disk, show, start } = await prepare('4m', 4);
      const first = await start({});
      await until('the first list', async () => idsOf(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      const room = async (): Promise<number> =>
        (await stat(join(disk, 'reserve-start')).catch(() => ({ size: 0 }))).size;
      await until('room was made', async () => (await room()) > 0);
      show.posts = 300;
      show.version = 2;
      await until('the long list', async () => (await readFeed(first)).items.length === 300);
      const journal = (await readdir(disk)).find((name) => name.endsWith('.journal')) ?? '';
      await until('more room was made', async () => (await room()) > (await stat(join(disk, journal))).size / 2);
      const fill = (name: string): Promise<void> =>
        writeFile(join(disk, name), Buffer.alloc(5_000_000)).catch(() => undefined);
      await fill('filler');
      await useUp(first);
      expect((await press(first, 'block', { itemId: 'v2-7' })).status).toBe(200);
      const before = await readFeed(first);
      expect(before.items.length).toBe(299);
      await kill(first);
      // Whatever was kept for a start is gone, and something else has it.
      await rm(join(disk, 'reserve-start'), { force: true });
      await fill('another');
      const again = await start({});
      const found = await readFeed(again);
      expect(idsOf(found)).toBe(idsOf(before));
      expect(found.revision).toBe(before.revision);
      expect(again.output()).toContain('"where":"lock"');
    },
    90_000,
  );

  it.skipIf(mountLack !== '')(
    `a start after a stop in peace serves what is on disk, with no byte free and nothing kept for it${mountLack}`,
    async () => {
      const { disk, start } = await prepare('1m', 4);
      const first = await start({});
      await until('the first list', async () => idsOf(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      await until('room was made', async () => (await readdir(disk)).includes('reserve-start'));
      await first.stop();
      await rm(join(disk, 'reserve-start'), { force: true });
      await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      const again = await start({});
      expect(idsOf(await readFeed(again))).toBe('v1-0,v1-1,v1-2,v1-3');
      expect(again.output()).toContain('"where":"lock"');
    },
    60_000,
  );

  it.skipIf(straceLack !== '')(
    `and on one that takes nothing at all, no revision comes twice after a kill${straceLack}`,
    async () => {
      const { disk, start } = await prepare('1m', 4);
      const reader = createReader();
      const first = await start({});
      await until('the first list', async () => idsOf(await readFeed(first)) === 'v1-0,v1-1,v1-2,v1-3');
      await until('room was made', async () => (await readdir(disk)).includes('reserve-start'));
      await reader.read(first);
      const strace = spawn('strace', [
        ...['-f', '-qq', '-p', String(first.pid), '-o', '/dev/null', '-e', 'trace=fdatasync,fsync,pwrite64'],
        ...['-e', 'inject=fdatasync,fsync,pwrite64:error=EIO'],
      ]);
      ends.push(async () => strace.kill());
      await until('the disk fails', async () => {
        await press(first, 'block', { itemId: 'nobody', reason: null });
        await press(first, 'unblock', { itemId: 'nobody' });
        return first.output().includes('"what":"EIO"');
      });
      for (const itemId of ['v1-1', 'v1-2']) {
        expect((await press(first, 'block', { itemId })).status).toBe(200);
        expect((await reader.read(first)).ids).not.toContain(itemId);
      }
      await kill(first);
      const again = await start({});
      // Nothing of it could be written; the number says that it is another list.
      expect((await reader.read(again)).ids).toBe('v1-0,v1-1,v1-2,v1-3');
      expect((await press(again, 'block', { itemId: 'v1-3' })).status).toBe(200);
      await reader.read(again);
      expect(reader.wrong).toEqual([]);
    },
    60_000,
  );

  it.skipIf(mountLack !== '')(
    `the as-run log and the history miss nothing, and say so meanwhile${mountLack}`,
    async () => {
      const { disk, show, start } = await prepare('1m', 4);
      const child = await start({});
      await until('the first list', async () => idsOf(await readFeed(child)) === 'v1-0,v1-1,v1-2,v1-3');
      await until('room was made', async () => (await readdir(disk)).includes('reserve-start'));
      // The play head moves until the last block of the as-run file is nearly full: then not one line more has room.
      const folder = join(disk, 'as-run');
      await until('the last block is nearly full', async () => {
        for (const verb of ['next', 'previous']) await press(child, verb, {});
        await new Promise((resolve) => setTimeout(resolve, 20));
        const name = (await readdir(folder)).find((one) => one.endsWith('.journal')) ?? '';
        return (await stat(join(folder, name))).size % 4096 > 3300;
      });
      await writeFile(join(disk, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
      await useUp(child);
      const saysBehind = async (about: string): Promise<boolean> => {
        const { problems } = JSON.parse((await asDesk(child, 'state')).text) as { problems: Found[] };
        return problems.some((problem) => problem.code === 'DISK_LOG_BEHIND' && problem.about === about);
      };
      await press(child, 'block', { itemId: 'v1-1' });
      await press(child, 'block', { itemId: 'v1-2' });
      await press(child, 'clear', {});
      await until('the as-run log is behind', () => saysBehind('as-run'));
      const rowsOf = async (of: Child): Promise<readonly Aired[]> =>
        JSON.parse((await asDesk(of, 'feeds/main/as-run.json')).text) as Aired[];
      const textOf = ({ itemId, on, off }: Aired): string => `${itemId} ${on} ${off}`;
      // Also while it is only in memory nothing of it is missing, and nothing is on air.
      const meanwhile = (await rowsOf(child)).map(textOf);
      expect(meanwhile).toHaveLength(4);
      expect(meanwhile.filter((text) => text.endsWith('null'))).toEqual([]);

      await rm(join(disk, 'filler'));
      show.version = 2;
      await press(child, 'release', {});
      await until('the next list', async () => idsOf(await readFeed(child)) === 'v2-0,v2-1,v2-2,v2-3');
      await until(
        'it is written again',
        async () => !(await saysBehind('as-run')) && !(await saysBehind('history:main')),
      );
      const told = (await rowsOf(child)).map(textOf);
      expect(told).toEqual(expect.arrayContaining(meanwhile));
      expect(new Set(told).size).toBe(told.length);
      await child.stop();

      const again = await start({});
      expect((await rowsOf(again)).map(textOf)).toEqual(told);
      const { rows: past } = JSON.parse((await asDesk(again, 'feeds/main/history?limit=500')).text) as { rows: Past[] };
      expect(past.length).toBeGreaterThan(3);
      const steps = past.slice(1).map(({ revision }, place) => (past[place]?.revision ?? 0) - revision);
      expect(steps.filter((step) => step !== 1)).toEqual([]);
    },
    90_000,
  );
});
