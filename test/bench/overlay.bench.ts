/** Measures the overlays in Chromium: from a command to the first frame that shows it, and the CPU of a page that is idle, moves or plays a video. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { startListService } from './listService.ts';
import { median, percentile, print } from './numbers.ts';
import { startBarePages } from './overlay/barePages.ts';
import { watchShownPosts } from './overlay/shownPosts.ts';
import { readTreeCpuMs } from './processTree.ts';
import { samplePost } from './samplePosts.ts';

const rounds = 40;
/** Longer than a crossfade, and never in step with the frames. */
const gapMs = 617;
const settleMs = 5000;
const measuredMs = 20_000;
const size = { width: 1920, height: 1080 };

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const epochMs = (): number => performance.timeOrigin + performance.now();

const folder = createTemporaryFolder('bench');
const bare = await startBarePages(resolve('resources/demo/media'));
const service = await startListService();
const mediumAt = (file: string, mediaType: string) => [{ mediaUrl: `${bare.origin}/${file}`, mediaType }];
const lists = {
  words: [0, 1, 2, 3, 4].map((number) => ({ ...samplePost(number), media: [] })),
  pictures: [0, 1, 2, 3, 4].map((number) => ({ ...samplePost(number), media: mediumAt('lanterns.jpg', 'image/jpeg') })),
  video: [{ ...samplePost(0), media: mediumAt('ferry.mp4', 'video/mp4') }],
  nothing: [],
};
service.publish(lists.words);
const engine = await startPollingEngine(folder, service.baseUrl);
const { feed = '', desk = '', token = '' } = engine.ready;

async function request(method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${desk}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
const command = (verb: string, body: object): Promise<void> => request('POST', `/api/feeds/main/${verb}`, body);

type Items = readonly { readonly id: string; readonly media: readonly { readonly ready: boolean }[] }[];

/** Waits until the list is on air with its media stored. */
async function putOnAir(name: keyof typeof lists): Promise<void> {
  const list = lists[name];
  service.publish(list);
  await waitUntil(`the list with ${name} is on air`, async () => {
    const { items } = (await (await fetch(`${feed}/feeds/main/live.json`)).json()) as { items: Items };
    const media = items.flatMap((item) => item.media);
    const expected = list.reduce((sum, post) => sum + post.media.length, 0);
    return items.length === list.length && media.length === expected && media.every(({ ready }) => ready);
  });
}

type Change = {
  readonly post: string;
  /** Whether the change ends with the first frame that shows the post, or with the first one without it. */
  readonly ends: 'shownAtMs' | 'goneAtMs';
  readonly send: () => Promise<void>;
};

/** Milliseconds from each change until the page has painted it. `next` returns the change to measure, and is called before each. */
async function timeChanges(page: Page, next: (round: number) => Promise<Change>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { post, ends, send } = await next(round);
    await wait(gapMs + (round % 16));
    const startedMs = epochMs();
    const sent = send();
    const painted = await page.waitForFunction(
      ([name, id, afterMs]) => {
        const atMs = window.shownPosts[name][id];
        return atMs !== undefined && atMs >= afterMs ? atMs : null;
      },
      [ends, post, startedMs] as const,
    );
    times.push(Number(await painted.jsonValue()) - startedMs);
    await sent;
  }
  return times.slice(rounds >> 3);
}

async function measureChanges(): Promise<void> {
  const browser = await chromium.launch(launchOptions());
  const open = async (address: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: size });
    await page.addInitScript(watchShownPosts);
    await page.goto(address);
    return page;
  };
  const barePage = await open(`${bare.origin}/post`);
  await wait(1000);
  const baseline = await timeChanges(barePage, async (round) => {
    const post = `post ${round}`;
    return { post, ends: 'shownAtMs', send: async () => bare.draw(post) };
  });
  await barePage.close();
  const figures = (of: readonly number[]): string =>
    `median ${median(of).toFixed(1)} ms, p95 ${percentile(of, 0.95).toFixed(1)} ms`;
  print(`bare page, from a message to the first frame that shows it: ${figures(baseline)}`);

  for (const template of ['card', 'ticker', 'wall']) {
    const page = await open(`${feed}/overlay/${template}?feed=main`);
    const readShown = (): Promise<readonly string[]> => page.evaluate(() => Object.keys(window.shownPosts.shownAtMs));
    await waitUntil('the overlay shows a post', async () => (await readShown()).length > 0);
    if (template === 'card') {
      const cued = await timeChanges(page, async (round) => {
        const post = `post-${(round + 1) % lists.words.length}`;
        return { post, ends: 'shownAtMs', send: () => command('cue', { itemId: post }) };
      });
      print(`card, from Cue to the first frame that shows the post: ${figures(cued)}`);
    }
    let blocked: string | null = null;
    const removed = await timeChanges(page, async () => {
      if (blocked !== null) await command('unblock', { itemId: blocked });
      await wait(gapMs);
      const [post = ''] = await readShown();
      blocked = post;
      return { post, ends: 'goneAtMs', send: () => command('block', { itemId: post }) };
    });
    print(`${template}, from Block to the first frame without the post: ${figures(removed)}`);
    if (blocked !== null) await command('unblock', { itemId: blocked });
    await page.close();
  }
  await browser.close();
}

/** The share of one core that a browser with this page alone uses, all its processes together, in per cent. */
async function measureCpu(address: string, isReady: (page: Page) => Promise<boolean>): Promise<number> {
  const server = await chromium.launchServer(launchOptions());
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage({ viewport: size });
  await page.goto(address);
  await waitUntil(`${address} is ready`, () => isReady(page));
  await wait(settleMs);
  const readCpuMs = (): number => readTreeCpuMs(server.process().pid ?? 0) ?? Number.NaN;
  const [before, startedMs] = [readCpuMs(), performance.now()];
  await wait(measuredMs);
  const percent = (100 * (readCpuMs() - before)) / (performance.now() - startedMs);
  await browser.close();
  await server.close();
  return percent;
}

const isAlwaysReady = async (): Promise<boolean> => true;
const hasShown = (page: Page): Promise<boolean> => page.evaluate(() => document.querySelector('.is-shown') !== null);
const isVideoPlaying = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return video !== null && video.currentTime > 0;
  });

async function measureCpuOfEach(): Promise<void> {
  const report = (name: string, percent: number, goal: string): void =>
    print(`${name}: ${percent.toFixed(2)} % of a core${goal}`);
  const bareAt = (name: string) => `${bare.origin}/${name}`;
  const overlay = (name: string) => `${feed}/overlay/${name}?feed=main`;
  report('empty page, idle', await measureCpu(bareAt('empty'), isAlwaysReady), '');
  await putOnAir('pictures');
  for (const template of ['card', 'wall'])
    report(`${template} with pictures, idle`, await measureCpu(overlay(template), hasShown), ' (goal 1 %)');
  report('ticker, moving', await measureCpu(overlay('ticker'), hasShown), '');
  report('bare line, moved by CSS', await measureCpu(bareAt('line'), isAlwaysReady), '');
  await putOnAir('nothing');
  for (const template of ['card', 'ticker', 'wall'])
    report(`${template} with nothing on air`, await measureCpu(overlay(template), isAlwaysReady), ' (goal 1 %)');
  await putOnAir('video');
  report('card with a playing video', await measureCpu(overlay('card'), isVideoPlaying), '');
  report('bare video of the same size', await measureCpu(bareAt('video'), isVideoPlaying), '');
}

try {
  await request('PATCH', '/api/settings', { media: { allowHttp: true, allowPrivateHosts: ['127.0.0.1'] } });
  await putOnAir('words');
  await measureChanges();
  await measureCpuOfEach();
} finally {
  await engine.stop();
  service.close();
  bare.close();
  rmSync(folder, { recursive: true, force: true });
}
