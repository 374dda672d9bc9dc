import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFile } from '../../../src/engine/media/serveFile.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

describe('a cached file', () => {
  const name = `${'ab'.repeat(32)}.mp4`;
  let folder: string;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    folder = createTemporaryFolder('serve');
    await writeFile(join(folder, name), '0123456789');
    server = createServer((request, response) => {
      serveFile(request, response, join(folder, name), name, true).catch(() => response.writeHead(404).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
  });

  it('is sent with its detected type, immutable caching and a policy that blocks scripts', async () => {
    const response = await fetch(address);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('returns 206 for a range, 416 for a range past the end and 304 for its ETag', async () => {
    const part = await fetch(address, { headers: { Range: 'bytes=2-4' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    const beyond = await fetch(address, { headers: { Range: 'bytes=10-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const sameRange = await fetch(address, { headers: { Range: 'bytes=2-4', 'If-Range': etag } });
    expect(sameRange.status).toBe(206);
    const otherRange = await fetch(address, { headers: { Range: 'bytes=2-4', 'If-Range': '"other"' } });
    expect([otherRange.status, await otherRange.text()]).toEqual([200, '0123456789']);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', '']);
  });
});
