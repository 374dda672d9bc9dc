/** Measures a desk in Chromium with 10,000 posts while one changes ten times a second, and its bytes, against a bare virtual list. */
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { Agent, request } from 'undici';
import { build, preview } from 'vite';
import { WebSocketServer } from 'ws';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startPushedEngine } from './builtEngine.ts';
import { measurePaints, type PaintTimes } from './desk/paintTimes.ts';
import { percentile, print, report } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const count = 10_000;
const changeEveryMs = 100;
const changesPerPhase = 100;
const keyEveryMs = 130;
/** Twice each character and its deletion. */
const quietKeys = 40;
const mediaSeconds = 8;
const changedIndex = 3;
const secret = 'bench-secret';
const folder = createTemporaryFolder('bench');
const agent = new Agent({ keepAliveTimeout: 60_000 });

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mediaServer = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
);
await new Promise<void>((listening) => mediaServer.listen(0, '127.0.0.1', listening));
const mediaBase = `http://127.0.0.1:${(mediaServer.address() as AddressInfo).port}`;

type Posts = Record<string, unknown>[];

let version = 0;
/** When each change was sent, in epoch milliseconds. */
const sentAtMs: Record<number, number> = {};

/** Posts without media; with `hasMedia` each has a picture. */
function createPosts(hasMedia: boolean): Posts {
  const { liveContents } = sampleCollection(count, 0) as { liveContents: Posts };
  const mediaOf = ({ id }: Posts[number]) => [{ mediaUrl: `${mediaBase}/${id}.png`, mediaType: 'image/png' }];
  return liveContents.map((post) => ({ ...post, media: hasMedia ? mediaOf(post) : [] }));
}

const posts = createPosts(false);
const bodyParts = ((): readonly [before: string, after: string] => {
  const live = JSON.stringify(posts.with(changedIndex, { mark: 'CHANGED' })).split('{"mark":"CHANGED"}');
  return [live[0] ?? '', live[1] ?? ''];
})();

function changedPost(): Posts[number] {
  return { ...posts[changedIndex], message: `Change ${version}. Wet shoes and goosebumps.` };
}

async function deliver(live: string): Promise<void> {
  const { liveContents: _, ...header } = sampleCollection(0, version);
  const data = `${JSON.stringify({ ...header, liveContentCount: count }).slice(0, -1)},"liveContents":${live}}`;
  const timestamp = new Date().toISOString();
  const body = `{"event":"COLLECTION_UPDATED","collectionId":"col_1","timestamp":"${timestamp}","data":${data}}`;
  const headers = {
    'content-type': 'application/json',
    'x-webhook-event': 'COLLECTION_UPDATED',
    'x-webhook-delivery-timestamp': timestamp,
    'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  sentAtMs[version] = performance.timeOrigin + performance.now();
  const response = await request(engine.ready['webhook'] ?? '', { method: 'POST', body, headers, dispatcher: agent });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`the response to the delivery was ${response.statusCode}`);
}

/** Changes one post ten times a second; `onChange` follows each. Returns the numbers of the changes. */
async function changePost(changes: number, onChange: (post: Posts[number]) => void): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let round = 0; round < changes; round += 1) {
    const nextMs = performance.now() + changeEveryMs;
    version += 1;
    numbers.push(version);
    const post = changedPost();
    await deliver(`${bodyParts[0]}${JSON.stringify(post)}${bodyParts[1]}`);
    onChange(post);
    await new Promise((later) => setTimeout(later, Math.max(0, nextMs - performance.now())));
  }
  return numbers;
}

type Figures = {
  readonly changeMs: number;
  readonly receivedMs: number;
  readonly longTaskMs: number;
  readonly busyPercent: number;
  /** Shares of the processor time in `busyPercent`. */
  readonly kinds: string;
  readonly arrowMs: number;
  readonly findMs: number;
  /** Processor time of one keystroke in the find field, while nothing changes. */
  readonly findCpuMs: number;
};

const timesOf = (page: Page): Promise<PaintTimes> => page.evaluate(() => window.paintTimes);

/** Starts the measurements of a phase again. */
const forgetTimes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.paintTimes.keysMs = [];
    window.paintTimes.longTasksMs = [];
  });

const kinds = { script: 'ScriptDuration', style: 'RecalcStyleDuration', layout: 'LayoutDuration' } as const;

/** Milliseconds by the name of the metric. */
async function readDurations(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (wanted) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000;
}

const busyMs = async (cdp: CDPSession): Promise<number> => (await readDurations(cdp))('TaskDuration');

/** The work of the main thread between two readings, in percent of its processor time; the rest is paint, events and garbage collection. */
function describeKinds(before: (name: string) => number, after: (name: string) => number): string {
  const spentMs = (name: string): number => after(name) - before(name);
  return Object.entries(kinds)
    .map(([kind, name]) => `${kind} ${((100 * spentMs(name)) / spentMs('TaskDuration')).toFixed(0)} %`)
    .join(', ');
}

async function measure(page: Page, cdp: CDPSession, onChange: (post: Posts[number]) => void): Promise<Figures> {
  // Processor time, because other load on this machine lengthens wall time.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await changePost(20, onChange);
  await forgetTimes(page);
  const [startedMs, before] = [performance.now(), await readDurations(cdp)];
  const numbers = await changePost(changesPerPhase, onChange);
  const after = await readDurations(cdp);
  const busyPercent = (100 * (after('TaskDuration') - before('TaskDuration'))) / (performance.now() - startedMs);
  const perSecond = (1000 * changesPerPhase) / (performance.now() - startedMs);
  await new Promise((later) => setTimeout(later, 1000));
  const times = await timesOf(page);
  const painted = numbers.filter((number) => times.paintedAtMs[number] !== undefined).length;
  print(`(${perSecond.toFixed(1)} changes a second, ${painted} of ${changesPerPhase} painted)`);
  const until = (from: Record<number, number>): readonly number[] =>
    numbers.map((number) => {
      // A change that is replaced before it is painted ends with the paint of a later one.
      const shown = numbers.find((later) => later >= number && times.paintedAtMs[later] !== undefined) ?? Number.NaN;
      return (times.paintedAtMs[shown] ?? Number.NaN) - (from[number] ?? Number.NaN);
    });
  const keys = async (press: (round: number) => Promise<void>): Promise<number> => {
    await forgetTimes(page);
    let isChanging = true;
    const changing = changePost(60, onChange).finally(() => {
      isChanging = false;
    });
    for (let round = 0; isChanging; round += 1) {
      await press(round);
      await new Promise((later) => setTimeout(later, keyEveryMs));
    }
    await changing;
    return percentile((await timesOf(page)).keysMs, 0.95);
  };
  await page.keyboard.press('ArrowDown');
  const arrowMs = await keys((round) => page.keyboard.press(round % 20 < 10 ? 'ArrowDown' : 'ArrowUp'));
  await page.getByLabel('Find in live').focus();
  const text = 'Message 12';
  const pressFind = (round: number): Promise<void> =>
    page.keyboard.press(round % (2 * text.length) < text.length ? (text[round % text.length] ?? '') : 'Backspace');
  const findMs = await keys(pressFind);
  await page.getByLabel('Find in live').fill('');
  const busyBeforeMs = await busyMs(cdp);
  for (let round = 0; round < quietKeys; round += 1) {
    await pressFind(round);
    await new Promise((later) => setTimeout(later, keyEveryMs));
  }
  const findCpuMs = ((await busyMs(cdp)) - busyBeforeMs) / quietKeys;
  return {
    changeMs: percentile(until(sentAtMs), 0.95),
    receivedMs: percentile(until(times.receivedAtMs), 0.95),
    longTaskMs: Math.max(0, ...times.longTasksMs),
    busyPercent,
    kinds: describeKinds(before, after),
    arrowMs,
    findMs,
    findCpuMs,
  };
}

/** Counts what the desk's socket receives from now on, without the socket of its picture. */
function countFrames(cdp: CDPSession): { frames: number; bytes: number } {
  const counted = { frames: 0, bytes: 0 };
  const deskSockets = new Set<string>();
  cdp.on('Network.webSocketCreated', ({ requestId, url }) => {
    if (url.endsWith('/api/socket')) deskSockets.add(requestId);
  });
  cdp.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    if (!deskSockets.has(requestId)) return;
    counted.frames += 1;
    counted.bytes += Buffer.byteLength(response.payloadData);
  });
  return counted;
}

async function openPage(address: string): Promise<readonly [Page, CDPSession]> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.addInitScript(measurePaints);
  await page.goto(address);
  await page
    .getByRole('option', { name: /Change \d+\.|Viewer Number 4\b/ })
    .first()
    .waitFor();
  return [page, await page.context().newCDPSession(page)];
}

const engine = await startPushedEngine(folder, secret, {
  media: { allowHttp: true, allowPrivateHosts: ['127.0.0.1'] },
});
const configFile = resolve('vite.renderer.config.ts');
const outDir = join(folder, 'bare');
await build({
  configFile,
  root: resolve('test/bench/desk'),
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: resolve('test/bench/desk/bare.html') } },
});
const bareServer = await preview({
  configFile,
  logLevel: 'error',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const bareSockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
bareSockets.on('connection', (socket) => socket.send(JSON.stringify(posts)));
const sendBare = (item: Posts[number]): void => {
  for (const socket of bareSockets.clients) socket.send(JSON.stringify({ index: changedIndex, item }));
};
const browser = await chromium.launch(launchOptions());
try {
  await deliver(JSON.stringify(posts));
  const bareAddress = `${bareServer.resolvedUrls?.local[0]}bare.html#ws://127.0.0.1:${(bareSockets.address() as AddressInfo).port}`;
  const [barePage, bareCdp] = await openPage(bareAddress);
  const baseline = await measure(barePage, bareCdp, sendBare);
  await barePage.close();

  const [desk, cdp] = await openPage(`${engine.ready['desk']}/#token=${engine.ready['token']}`);
  const ours = await measure(desk, cdp, () => undefined);
  const name = `${count.toLocaleString('en')} posts, ten changes a second`;
  report(`${name}, delivery to paint p95`, ours.changeMs, baseline.changeMs, 'ms', 'with the engine');
  report(`${name}, message to paint p95`, ours.receivedMs, baseline.receivedMs, 'ms', 'goal 100 ms');
  report(`${name}, longest task`, ours.longTaskMs, baseline.longTaskMs, 'ms', 'only above 50 ms; goal 0');
  report(`${name}, main thread`, ours.busyPercent, baseline.busyPercent, '%', 'goal 5 %');
  print(`main thread: ${ours.kinds}; bare: ${baseline.kinds}`);
  report(`${name}, arrow key to paint p95`, ours.arrowMs, baseline.arrowMs, 'ms', 'goal as bare');
  report(`${name}, find, a keystroke to paint p95`, ours.findMs, baseline.findMs, 'ms', 'goal 50 ms');
  report('find, processor time of a keystroke', ours.findCpuMs, baseline.findCpuMs, 'ms', 'nothing else changes');

  await cdp.send('Network.enable');
  const counted = countFrames(cdp);
  await desk.reload();
  await desk
    .getByRole('option', { name: /Viewer Number 4\b/ })
    .first()
    .waitFor();
  await new Promise((later) => setTimeout(later, 1000));
  const before = { ...counted };
  await changePost(50, () => undefined);
  const perChange = (value: number): string => (value / 50).toFixed(1);
  print(
    `bytes that a desk receives for a change: ${perChange(counted.bytes - before.bytes)}, in ${perChange(counted.frames - before.frames)} messages; to connect: ${before.bytes}`,
  );

  version += 1;
  await deliver(JSON.stringify(createPosts(true)));
  await new Promise((later) => setTimeout(later, 1000));
  await forgetTimes(desk);
  Object.assign(before, counted);
  const busyBeforeMs = await busyMs(cdp);
  await new Promise((later) => setTimeout(later, mediaSeconds * 1000));
  const perSecond = (value: number): string => (value / mediaSeconds).toFixed(1);
  print(
    `bytes that a desk receives for a second of media progress: ${perSecond(counted.bytes - before.bytes)}, in ${perSecond(counted.frames - before.frames)} messages`,
  );
  const busyPercent = ((await busyMs(cdp)) - busyBeforeMs) / (mediaSeconds * 10);
  const longTaskMs = Math.max(0, ...(await timesOf(desk)).longTasksMs);
  print(
    `media progress: main thread ${busyPercent.toFixed(1)} %, longest task above 50 ms ${longTaskMs.toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  bareSockets.close();
  mediaServer.close();
  mediaServer.closeAllConnections();
  await Promise.all([bareServer.close(), engine.stop(), agent.close()]);
  rmSync(folder, { recursive: true, force: true });
}
