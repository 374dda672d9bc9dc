/** Starts one crashed show with different damage, and checks what operators and graphics get. */
import { appendFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createRandom } from '../random.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { checkCell } from './damage/checkCell.ts';
import { crashAtFrame } from './damage/checkLogGap.ts';
import { damages, listFiles } from './damage/damages.ts';
import { createShowFolder, feedNames, type RunningShow, type ShowFolder, startShow } from './damage/showFolder.ts';

let show: ShowFolder;
let directory = '';

beforeAll(async () => {
  show = await createShowFolder('young');
}, 60_000);

afterAll(() => show.close());

beforeEach(async () => {
  directory = createTemporaryFolder('damaged');
  await cp(show.directory, directory, { recursive: true });
});

async function start(): Promise<RunningShow> {
  const running = await startShow(directory, show.servicePort);
  onTestFinished(running.stop);
  await waitUntil('each feed is reported', () => feedNames.every((slug) => codesOf(running, slug).length === 1));
  return running;
}

function codesOf(running: RunningShow, slug: string): readonly string[] {
  return running.problems().flatMap(({ code, about }) => (about === `feed:${slug}` ? [code] : []));
}

/** Problems of the files are raised after those of the feeds, and later if a slow disk is saving a change meanwhile. */
const messageOf = (running: RunningShow, wanted: string): string | undefined =>
  running.problems().find(({ code }) => code === wanted)?.message;

const revisionOf = (slug: string): number => show.before.get(slug)?.revision ?? 0;

/** A slow disk begins new files, so their numbers differ. */
async function findJournals(): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => /^show-\d+\.journal$/.test(name)).toSorted();
}

describe('a show after a crash', () => {
  it('continues unchanged without damage', async () => {
    const running = await start();
    for (const slug of feedNames) expect((await running.read(slug))?.revision).toBe(revisionOf(slug));
    expect(running.feeds().map(({ gate }) => gate)).toEqual(['following', 'held', 'cleared']);
    expect(running.problems().map(({ code }) => code)).toEqual(feedNames.map(() => 'FEED_RESTORED'));
  });

  it('with zeros in its journal starts held on the last lists, above the last revisions, until an operator has checked it', async () => {
    const [journal = ''] = (await findJournals()).slice(-1);
    await writeFile(join(directory, journal), Buffer.alloc(5000));
    const running = await start();
    expect(running.feeds().map(({ gate }) => gate)).toEqual(['held', 'held', 'cleared']);
    for (const slug of feedNames) {
      const document = await running.read(slug);
      expect(document?.ids).toEqual(show.before.get(slug)?.ids);
      expect(document?.revision).toBe(revisionOf(slug) + 1000);
    }
    const [main] = running.feeds();
    expect(main?.blocks.map(({ itemId }) => itemId)).toEqual(['blocked', 'blocked-early']);
    expect(main?.guards.words).toEqual(['evacuation']);
    for (const slug of feedNames) expect(codesOf(running, slug)).toEqual(['FEED_REBUILT']);
    await expect.poll(() => running.problems().find(({ about }) => about === journal)?.code).toBe('DISK_FILE_CORRUPT');
    expect(running.problems().find(({ about }) => about === 'feed:main')?.message).toContain(
      'newest changes could be missing, and posts taken off air can be back',
    );
    expect(await readFile(join(directory, `${journal}.corrupt`))).toEqual(Buffer.alloc(5000));
    await running.send('main', 'seen', {});
    await expect
      .poll(() => feedNames.map((slug) => codesOf(running, slug).join()))
      .toEqual(['', 'FEED_REBUILT', 'FEED_REBUILT']);
    await running.stop();
    const again = await start();
    expect(feedNames.map((slug) => codesOf(again, slug).join())).toEqual([
      'FEED_RESTORED',
      'FEED_REBUILT',
      'FEED_REBUILT',
    ]);
    expect(again.feeds()[0]?.onAir.revision).toBe(revisionOf('main') + 1000);
  });

  it.each(['history', 'as-run log'])(
    'without its journal, but with its %s, lost something and keeps the log in its place',
    async (log) => {
      for (const name of [...(await findJournals()), 'show-confirmed']) await rm(join(directory, name));
      if (log === 'as-run log') await rm(join(directory, 'history'), { recursive: true });
      const running = await start();
      await expect.poll(() => messageOf(running, 'DISK_SHOW_BEHIND')).toContain(`${log} of main is newer`);
      expect(running.feeds().map(({ gate }) => gate)).toEqual(['held', 'held', 'held']);
      // Killed a moment after a block, the log would lack it.
      expect(await running.read('main')).toBeNull();
      for (const feed of running.feeds()) expect(feed.onAir.revision).toBeGreaterThan(revisionOf(feed.slug));
      expect((await readdir(directory)).filter((name) => name.includes('corrupt'))).toEqual([]);
      expect(await readdir(join(directory, 'history'))).toEqual([...feedNames].toSorted());
    },
  );

  it('sends graphics nothing while it is not known what was on air last, and a list only once an operator chose one', async () => {
    const logs = (await listFiles(directory)).filter((name) => /^(history|recordings)/.test(name));
    for (const name of [...(await findJournals()), ...logs]) {
      const bytes = await readFile(join(directory, name));
      await writeFile(join(directory, name), bytes.subarray(0, Math.floor(bytes.length / 2)));
    }
    let running = await start();
    for (const slug of feedNames) expect(await running.read(slug)).toBeNull();
    expect(running.problems().filter(({ code }) => code === 'FEED_LIST_LOST').length).toBe(3);
    expect(running.feeds().map(({ onAir }) => onAir.items)).toEqual([[], [], []]);
    const read = async (port: 'feed' | 'control', path: string) => JSON.parse(await running.getText(port, path));
    expect(await read('control', '/api/panel?feed=main')).toMatchObject({ onAirCount: 0, problemsOnAir: 3 });
    const unserved = { slug: 'main', served: false };
    expect((await read('feed', '/feeds')).feeds[0]).toMatchObject({ ...unserved, counts: { onAir: 0 } });
    expect((await read('feed', '/healthz')).feeds[0]).toMatchObject(unserved);
    const metrics = await running.getText('feed', '/metrics');
    expect(metrics).toContain('greenroom_feed_items{feed="main"} 0');
    expect(metrics).toContain('greenroom_feed_served{feed="main"} 0');
    const rows: { off: string | null }[] = await read('control', '/api/feeds/main/as-run.json');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ off }) => off === null)).toEqual([]);
    for (const command of ['seen', 'hold']) {
      await running.send('main', command, {});
      expect(await running.read('main'), command).toBeNull();
    }
    await running.stop();
    running = await start();
    for (const slug of feedNames) expect(await running.read(slug), 'after another restart').toBeNull();
    expect(codesOf(running, 'main')).toEqual(['FEED_LIST_LOST']);
    await running.send('studio', 'take', {});
    expect((await running.read('studio'))?.revision).toBeGreaterThan(revisionOf('studio'));
    expect(await running.read('foyer')).toBeNull();
  });

  it.each([
    ['set', 63],
    ['cut to half', 32],
    ['cut to nothing', 0],
  ])('with its mark of unsaved changes %s says nothing reassuring about air', async (_, size) => {
    await truncate(join(directory, 'unsaved'), size);
    const [journal = ''] = (await findJournals()).slice(-1);
    await appendFile(join(directory, journal), '0123456789abcdef {"cut off by a cr');
    const running = await start();
    for (const slug of feedNames) expect(codesOf(running, slug)).toEqual(['FEED_UNSAVED']);
    const reassuring = running.problems().filter(({ message }) => /unchanged|not affected|intact/.test(message));
    expect(reassuring).toEqual([]);
    const [main] = running.feeds();
    expect(main?.onAir.revision).toBe(revisionOf('main') + 1000);
    expect(main?.onAir.verb).toBe('restart');
    await running.send('main', 'seen', {});
    await running.stop();
    const again = await start();
    expect(feedNames.map((slug) => codesOf(again, slug).join())).toEqual([
      'FEED_RESTORED',
      'FEED_UNSAVED',
      'FEED_UNSAVED',
    ]);
  });

  it.each([
    ['block', { itemId: 'future' }, 'missing'],
    ['block', { itemId: 'future' }, 'zeros'],
    ['hold', {}, 'missing'],
    ['guards', { words: ['evacuation', 'later'] }, 'missing'],
  ] as const)(
    'without its last record (%s %o), its mark of confirmed bytes %s, takes it from the recording, and sends no list',
    async (command, input, mark) => {
      const running = await startShow(directory, show.servicePort);
      await running.send('main', command, input);
      await running.catchUpFiles();
      const [before] = running.feeds();
      const crashed = createTemporaryFolder('crashed');
      await cp(directory, crashed, { recursive: true });
      await running.stop();
      directory = crashed;
      await rm(join(directory, 'lock'));
      const [journal = ''] = (await findJournals()).slice(-1);
      const bytes = await readFile(join(directory, journal));
      await truncate(join(directory, journal), bytes.lastIndexOf(10, bytes.length - 2) + 1);
      if (mark === 'missing') await rm(join(directory, 'show-confirmed'));
      else await writeFile(join(directory, 'show-confirmed'), Buffer.alloc(128));
      const again = await start();
      const [main] = again.feeds();
      expect([main?.blocks.map(({ itemId }) => itemId), main?.guards.words, main?.gate]).toEqual([
        before?.blocks.map(({ itemId }) => itemId),
        before?.guards.words,
        'held',
      ]);
      expect(codesOf(again, 'main')).toEqual(['FEED_LIST_LOST']);
      expect(await again.read('main')).toBeNull();
    },
  );

  it.each(['as-run', 'event-log', 'consumers.json'])(
    'without its last block, its mark, history and recordings learns from its %s alone that the block is lost',
    async (kept) => {
      const running = await startShow(directory, show.servicePort);
      await running.connectConsumer('main');
      // The start itself is saved too.
      await running.catchUpFiles();
      const [journal = ''] = (await findJournals()).slice(-1);
      const { size } = await stat(join(directory, journal));
      const blocked = show.before.get('main')?.ids.at(-1);
      await running.send('main', 'block', { itemId: blocked });
      const revision = running.feeds()[0]?.onAir.revision ?? 0;
      // The logs follow within a quarter of a second, the consumers within two seconds.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      const crashed = createTemporaryFolder('crashed');
      await cp(directory, crashed, { recursive: true });
      await running.stop();
      directory = crashed;
      await truncate(join(directory, journal), size);
      for (const later of (await findJournals()).filter((name) => name > journal)) await rm(join(directory, later));
      const lost = ['lock', 'show-confirmed', 'history', 'recordings', 'as-run', 'event-log', 'consumers.json'];
      for (const name of lost.filter((name) => name !== kept)) await rm(join(directory, name), { recursive: true });
      const again = await start();
      await expect.poll(() => messageOf(again, 'DISK_SHOW_BEHIND')).toBeDefined();
      expect(codesOf(again, 'main')).toEqual(['FEED_LIST_LOST']);
      expect(await again.read('main')).toBeNull();
      const [main] = again.feeds();
      expect([main?.gate, main?.onAir.revision]).toEqual(['held', revision + 1000]);
    },
  );

  it('with only its recording, marks and event log is rebuilt from the recording', async () => {
    for (const name of [...(await findJournals()), 'history', 'as-run'])
      await rm(join(directory, name), { recursive: true });
    const running = await start();
    await expect.poll(() => messageOf(running, 'DISK_SHOW_BEHIND')).toBeDefined();
    expect(running.feeds().map(({ gate }) => gate)).toEqual(['held', 'held', 'cleared']);
    for (const slug of feedNames) expect((await running.read(slug))?.ids).toEqual(show.before.get(slug)?.ids);
    for (const feed of running.feeds()) expect(feed.onAir.revision).toBeGreaterThan(revisionOf(feed.slug));
    expect(running.feeds()[0]?.blocks.map(({ itemId }) => itemId)).toEqual(['blocked', 'blocked-early']);
  });

  it.each(['event-log', 'clear-mark'])('with only its %s is lost, and no list goes on air', async (kept) => {
    const isKept = (name: string): boolean => (kept === 'event-log' ? name === kept : name.endsWith('.mark'));
    for (const name of await readdir(directory))
      if (!isKept(name)) await rm(join(directory, name), { recursive: true });
    const running = await start();
    await expect.poll(() => messageOf(running, 'DISK_SHOW_BEHIND')).toBeDefined();
    expect(running.feeds().map(({ gate, onAir }) => [gate, onAir.items])).toEqual(feedNames.map(() => ['held', []]));
    for (const slug of feedNames) expect(codesOf(running, slug)).toEqual(['FEED_LIST_LOST']);
    for (const slug of feedNames) expect(await running.read(slug)).toBeNull();
  });

  it.each([
    ['guards', [], ['blocked', 'blocked-early']],
    ['blocks and guards', ['show-confirmed'], []],
  ])('without %s says so, and not to take or release before they are set', async (_, marks, blocked) => {
    const recordings = (await listFiles(directory)).filter((name) => name.startsWith('recordings'));
    for (const name of [...(await findJournals()), ...recordings, ...marks])
      await writeFile(join(directory, name), Buffer.alloc(5000));
    const running = await start();
    expect(running.feeds()[0]?.blocks.map(({ itemId }) => itemId)).toEqual(blocked);
    const problem = running.problems().find(({ about }) => about === 'feed:main');
    expect(problem?.message).toMatch(/blocks(, | and )guards/);
    expect(problem?.nextStep).toMatch(/guards again/);
  });

  it('killed a moment after a block, and damaged in both its journal and its mark, sends no list that lacks the block', async () => {
    const crashed = await crashAtFrame(show, 'block');
    directory = crashed.directory;
    const [journal = ''] = (await findJournals()).slice(-1);
    for (const name of [journal, 'show-confirmed']) await writeFile(join(directory, name), Buffer.alloc(4096));
    const running = await start();
    await waitUntil('the service responds', running.hasNewestLists, 15_000);
    expect(await running.read('main')).toBeNull();
    expect(running.feeds()[0]).toMatchObject({ gate: 'held', onAir: { items: [] } });
    expect(codesOf(running, 'main')).toEqual(['FEED_LIST_LOST']);
    const reassuring = running.problems().filter(({ message }) => /unchanged|not affected|intact/.test(message));
    expect(reassuring).toEqual([]);
  });

  it.each(damages)('whose mark of unsaved changes has $name says nothing false', async (damage) => {
    expect(await checkCell(show, ['unsaved'], damage, createRandom(1))).toEqual([]);
  });
});
