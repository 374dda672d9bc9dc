import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { hasOrigin, isDesk, isOverlay, resolveInside } from '../../../src/start/desktop/deskScheme.ts';
import { createMediaBridge } from '../../../src/start/desktop/mediaBridge.ts';
import { createDeskHandler } from '../../../src/start/desktop/serveDesk.ts';
import { fc } from '../../properties.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const outside = createTemporaryFolder('desk');
const rendererDir = join(outside, 'renderer');
beforeAll(() => {
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<h1>desk</h1>');
  writeFileSync(join(rendererDir, 'assets', 'a.js'), 'export {};');
  writeFileSync(join(rendererDir, 'notes'), 'no type');
  writeFileSync(join(outside, 'secret.json'), '{"apiKey":"canary"}');
});

const media = createMediaBridge(async (request, response, name) => {
  if (name !== 'video.mp4') return void response.writeHead(404).end();
  if (request.headers.range === 'bytes=2-4') {
    return void response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 2-4/10' }).end('234');
  }
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 });
  response.end('0123456789');
});
const handle = createDeskHandler({ rendererDir, media, feedBase: () => 'http://127.0.0.1:7411' });
const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  handle(new Request(`greenroom://desk${path}`, init));

test('the page has its policy, and each file its type', async () => {
  const page = await get('/');
  expect([page.status, await page.text()]).toEqual([200, '<h1>desk</h1>']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  // Only overlays of the feed and of the rehearsal.
  expect(policy.split('; ')).toContain('frame-src http://127.0.0.1:7411 http://127.0.0.1:7421');
  expect((await get('/assets/a.js')).headers.get('content-type')).toContain('text/javascript');
});

test('missing files, unknown types and methods other than GET and HEAD are refused', async () => {
  const statuses = await Promise.all([
    get('/nothing.js'),
    get('/notes'),
    get('/assets'),
    get('/', { method: 'POST' }),
    handle(new Request('greenroom://other/')),
    handle(new Request('https://desk/')),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 405, 404, 404]);
});

test('no path leads out of the folder', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '',
    'assets',
    'secret.json',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '..\\',
    '%5c..',
    'C:',
    '\0',
    '%00',
    '%',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const file = resolveInside(rendererDir, `/${pieces.join('/')}`);
      return file === null || file.startsWith(`${rendererDir}${sep}`);
    }),
    { numRuns: 1000 },
  );
});

test('the bridge serves media whole and by range, and passes on a 404', async () => {
  const whole = await get('/media/video.mp4');
  expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
    200,
    'video/mp4',
    '0123456789',
  ]);
  const part = await get('/media/video.mp4', { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
  expect((await get('/media/other.mp4')).status).toBe(404);
  const head = await get('/media/video.mp4', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
});

test('cancelling a media response ends the exchange', async () => {
  let isClosed = false;
  const endless = createMediaBridge(
    (_, response) =>
      new Promise((resolve) => {
        const timer = setInterval(() => response.write('x'.repeat(64_000)), 1);
        response.once('close', () => {
          clearInterval(timer);
          isClosed = true;
          resolve();
        });
      }),
  );
  const response = await endless('video.mp4', new Request('greenroom://desk/media/video.mp4'));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => isClosed).toBe(true);
});

test('an incomplete response is an error, not a hang', async () => {
  const breaking = createMediaBridge(async (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('some');
    response.destroy();
  });
  const reading = breaking('video.mp4', new Request('greenroom://desk/media/video.mp4')).then((response) =>
    response.text(),
  );
  await expect(reading).rejects.toThrow();
});

test('only the desk’s own addresses count as the desk, and only our feed’s overlays as overlays', () => {
  const feed = 'http://127.0.0.1:7411';
  expect(isDesk('greenroom://desk/anything', null)).toBe(true);
  for (const other of [
    'greenroom://desk.evil/',
    'https://desk/',
    'file:///etc/passwd',
    'http://localhost:5173/',
    'about:blank',
    '',
  ]) {
    expect(isDesk(other, null)).toBe(false);
  }
  expect(isDesk('http://localhost:5173/x', 'http://localhost:5173')).toBe(true);
  expect(isOverlay(`${feed}/overlay/card?preview=1`, feed)).toBe(true);
  expect(isOverlay(`${feed}/feeds`, feed)).toBe(false);
  expect(isOverlay('http://127.0.0.1:9/overlay/card', feed)).toBe(false);
  expect(isOverlay(`${feed}/overlay/card`, null)).toBe(false);
  expect(hasOrigin('not an address', feed)).toBe(false);
});
