/** Sixteen sockets that never read, while the show changes ten times a second. `STALLED_MINUTES` sets the length. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startExternalService } from './externalService.ts';
import { type RunningEngine, start, writeConfig } from './process.ts';

const minutes = Number(process.env['STALLED_MINUTES'] ?? 0.2);
const stalled = 16;
const changeEveryMs = 100;
const maxGrowthMegabytes = 96;

/** A masked WebSocket frame. */
const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);

let service: Awaited<ReturnType<typeof startExternalService>>;
let engine: RunningEngine;
beforeAll(async () => {
  service = await startExternalService('secret-key');
  // Long enough that the system’s buffers are soon full.
  const posts = Array.from({ length: 500 }, (_, index) => ({
    id: `p${index}`,
    message: `${index} ${'word '.repeat(60)}`,
  }));
  service.setLists(posts, []);
  const source = { baseUrl: service.baseUrl, mode: 'poll', poll: { intervalSeconds: 1 } };
  const folder = createTemporaryFolder('stalled');
  const args = ['--config', writeConfig(folder, source), '--data-dir', join(folder, 'data')];
  engine = await start(args, { GREENROOM_API_KEY: 'secret-key' });
  await waitUntil('the list is on air', async () => (await readRevision()) > 0);
});
afterAll(async () => {
  await engine.kill('SIGTERM');
  await service.stop();
});

const readRevision = async (): Promise<number> => {
  const response = await fetch(`${engine.ready.feed}/feeds/main/current.json`);
  return ((await response.json()) as { revision: number }).revision;
};

/** Memory of the engine’s process; `null` where the system does not report it. */
function readMegabytes(): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${engine.pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return null;
  }
}

function openStalled(): Socket {
  const { host, hostname, port } = new URL(engine.ready.feed);
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `GET /feeds/main/socket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    socket.pause();
  });
  socket.on('error', () => undefined);
  return socket;
}

it(`they are closed, cost little memory, and delay no other reader, for ${minutes} min`, {
  timeout: minutes * 60_000 + 120_000,
}, async () => {
  let newest = 0;
  const healthy = new WebSocket(`${engine.ready.feed.replace('http', 'ws')}/feeds/main/socket`);
  healthy.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === 'state') newest = frame.revision;
  });
  let sockets: Socket[] = [];
  let closed = 0;
  /** Changes the show until then, and returns the most memory that the engine had meanwhile. */
  const change = async (isOver: () => boolean): Promise<number | null> => {
    let peak = readMegabytes();
    for (let count = 0; !isOver(); count += 1) {
      const verb = count % 2 === 0 ? 'block' : 'unblock';
      const { status, body } = await engine.request('POST', `/api/feeds/main/${verb}`, { itemId: 'p7' });
      expect([status, body.error ?? null]).toEqual([200, null]);
      await new Promise((done) => setTimeout(done, changeEveryMs));
      if (count % 10 !== 0) continue;
      const revision = await readRevision();
      await waitUntil('the healthy reader has this revision', () => newest >= revision);
      if (peak !== null) peak = Math.max(peak, readMegabytes() ?? 0);
      // A socket that never reads notices that it was closed only when it writes.
      for (const socket of sockets) if (count % 20 === 0 && socket.writable) socket.write(ping);
      const ended = sockets.filter(({ destroyed }) => destroyed);
      closed += ended.length;
      sockets = sockets.map((socket) => (ended.includes(socket) ? openStalled() : socket));
    }
    return peak;
  };
  const startMs = performance.now();
  const lengthMs = minutes * 60_000;
  // The changes alone fill the memory that the engine keeps for garbage.
  const before = await change(() => performance.now() - startMs > lengthMs / 4);
  sockets = Array.from({ length: stalled }, openStalled);
  // A stalled socket is closed after ten to fifteen seconds, later on a busy machine.
  const peak = await change(() => performance.now() - startMs > lengthMs && closed > 0);
  for (const socket of sockets) socket.destroy();
  healthy.close();
  const growth = before === null || peak === null ? null : Math.round(peak - before);
  process.stdout.write(`${closed} stalled sockets closed; memory +${growth ?? 'unknown'} MB\n`);
  if (growth !== null) expect(growth).toBeLessThan(maxGrowthMegabytes);
});
