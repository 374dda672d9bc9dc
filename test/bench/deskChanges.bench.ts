/**
 * Measures a desk in Chromium with 10,000 posts in staging and 10,000 in live while they change ten times a second, and its bytes, against
 * a bare virtual list. `BENCH_CHANGES=5000` measures the memory over as many changes, in ten more minutes.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { buildPages, servePages } from '../builtPages.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startPushedEngine } from './builtEngine.ts';
import { createChanges, type Splice } from './desk/changes.ts';
import { measureHeap } from './desk/heapOverChanges.ts';
import { forgetTimes, measurePage, readBusyMs, readTimes } from './desk/pageFigures.ts';
import { measurePaints } from './desk/paintTimes.ts';
import { print, report } from './numbers.ts';

const count = 10_000;
const heapChanges = Number(process.env['BENCH_CHANGES'] ?? 200);
const mediaSeconds = 8;
const secret = 'bench-secret';
const folder = createTemporaryFolder('bench');

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mediaServer = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
);
await new Promise<void>((listening) => mediaServer.listen(0, '127.0.0.1', listening));
const mediaBase = `http://127.0.0.1:${(mediaServer.address() as AddressInfo).port}`;

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
const outDir = join(folder, 'bare');
await buildPages(resolve('test/bench/desk'), ['bare'], outDir);
const bareServer = await servePages(outDir);
const changes = createChanges(engine.ready['webhook'] ?? '', secret, count);
/** A picture in every other post; with more, a delivery exceeds its limit. */
const withPictures = changes.posts.map((post, index) => {
  const mediaUrl = `${mediaBase}/${post['id']}.png`;
  return index % 2 === 0 ? { ...post, media: [{ mediaUrl, mediaType: 'image/png' }] } : post;
});
const bareSockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
bareSockets.on('connection', (socket) => socket.send(JSON.stringify(changes.posts)));
/** The bare list receives each change when the delivery for Greenroom would begin, without Greenroom. */
const sendBare = (splice: Splice): void => {
  for (const socket of bareSockets.clients) socket.send(JSON.stringify(splice));
};
const missed: string[] = [];
const reportGoal = (name: string, ours: number, baseline: number, unit: string, goal: number): void => {
  if (!(ours <= goal)) missed.push(name);
  report(name, ours, baseline, unit, `goal ${goal} ${unit}: ${ours <= goal ? 'met' : 'MISSED'}`);
};

const browser = await chromium.launch(launchOptions());
try {
  await changes.deliver(changes.posts);
  const bareAddress = `${bareServer.base}bare.html#ws://127.0.0.1:${(bareSockets.address() as AddressInfo).port}`;
  const [barePage, bareCdp] = await openPage(bareAddress);
  const bare = await measurePage(barePage, bareCdp, changes, sendBare);
  await barePage.close();

  const [desk, cdp] = await openPage(`${engine.ready['desk']}/#token=${engine.ready['token']}`);
  const readEngine = (): readonly [cpuMs: number, changes: number] => [
    engine.cpuMs() ?? Number.NaN,
    Object.keys(changes.answeredAtMs).length,
  ];
  const [cpuBeforeMs, changesBefore] = readEngine();
  const ours = await measurePage(desk, cdp, changes, 'Greenroom');
  const [cpuMs, changesAfter] = readEngine();
  print(`${count.toLocaleString('en')} posts in staging and in live, a change ten times a second`);
  reportGoal('change to paint, p95', ours.sentToPaintMs, bare.sentToPaintMs, 'ms', 100);
  print(`medians from the moment when the service begins to send: ${ours.way}; bare: ${bare.way}`);
  reportGoal('message to paint, p95', ours.receivedToPaintMs, bare.receivedToPaintMs, 'ms', 100);
  reportGoal('scrolling, a frame, p95', ours.frameMs, bare.frameMs, 'ms', 50);
  reportGoal('scrolling, longest frame', ours.longestFrameMs, bare.longestFrameMs, 'ms', 50);
  reportGoal('longest task above 50 ms', ours.longTaskMs, bare.longTaskMs, 'ms', 0);
  reportGoal('main thread', ours.busyPercent, bare.busyPercent, '%', 5);
  print(`main thread: ${ours.kinds}; bare: ${bare.kinds}`);
  print(
    `processor time of a change: engine ${((cpuMs - cpuBeforeMs) / (changesAfter - changesBefore)).toFixed(1)}, main thread of the desk ${ours.changeCpuMs.toFixed(1)}, of the bare list ${bare.changeCpuMs.toFixed(1)} ms`,
  );
  report('arrow key to paint, p95', ours.arrowMs, bare.arrowMs, 'ms', 'goal as bare');
  reportGoal('find, a keystroke to paint, p95', ours.findMs, bare.findMs, 'ms', 50);
  report('find, processor time of a keystroke', ours.findCpuMs, bare.findCpuMs, 'ms', 'nothing else changes');
  const heap = await measureHeap(cdp, changes, heapChanges, engine);
  reportGoal(`heap after ${heapChanges} changes`, heap.after, heap.before, 'MB', Math.ceil(heap.before * 1.02));
  const list = (sizes: readonly number[]): string => sizes.map((size) => size.toFixed(1)).join(', ');
  print(`heap by tenths: ${list(heap.samples)} MB; resident memory of the engine: ${list(heap.engineSamples)} MB`);
  print(missed.length === 0 ? 'every goal is met' : `missed: ${missed.join('; ')}`);

  await cdp.send('Network.enable');
  const counted = countFrames(cdp);
  await desk.reload();
  await desk
    .getByRole('option', { name: /Viewer Number 4\b/ })
    .first()
    .waitFor();
  await new Promise((later) => setTimeout(later, 1000));
  const before = { ...counted };
  await changes.change(50, 'Greenroom');
  const perChange = (value: number): string => (value / 50).toFixed(1);
  print(
    `bytes that a desk receives for a change: ${perChange(counted.bytes - before.bytes)}, in ${perChange(counted.frames - before.frames)} messages; to connect: ${before.bytes}`,
  );

  await changes.deliver(withPictures);
  await new Promise((later) => setTimeout(later, 1000));
  await forgetTimes(desk);
  Object.assign(before, counted);
  const busyBeforeMs = await readBusyMs(cdp);
  await new Promise((later) => setTimeout(later, mediaSeconds * 1000));
  const perSecond = (value: number): string => (value / mediaSeconds).toFixed(1);
  print(
    `bytes that a desk receives for a second of media progress: ${perSecond(counted.bytes - before.bytes)}, in ${perSecond(counted.frames - before.frames)} messages`,
  );
  const busyPercent = ((await readBusyMs(cdp)) - busyBeforeMs) / (mediaSeconds * 10);
  const longTaskMs = Math.max(0, ...(await readTimes(desk)).longTasksMs);
  print(
    `media progress: main thread ${busyPercent.toFixed(1)} %, longest task above 50 ms ${longTaskMs.toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  bareSockets.close();
  mediaServer.close();
  mediaServer.closeAllConnections();
  await Promise.all([bareServer.close(), engine.stop(), changes.close()]);
  rmSync(folder, { recursive: true, force: true });
}
