import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readValue } from '../../../src/engine/http/longJson.ts';
import { parseBaseAddress } from '../../../src/engine/poll/address.ts';
import { type Client, createClient, type ServiceResponse } from '../../../src/engine/poll/client.ts';
import { systemClock } from '../../../src/engine/ports.ts';

let server: Server;
let client: Client;
let sockets: Socket[];
let unanswered: ServerResponse[];
let isStalled: boolean;

beforeEach(async () => {
  sockets = [];
  unanswered = [];
  isStalled = false;
  server = createServer((_, response) => {
    if (isStalled) unanswered.push(response);
    else response.end('{}');
  });
  server.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createClient(
    () => false,
    () => ({ proxy: null, authority: [] }),
    systemClock,
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function get(): Promise<ServiceResponse> {
  const { port } = server.address() as AddressInfo;
  const base = parseBaseAddress(`http://127.0.0.1:${port}`, []);
  if (typeof base === 'string') throw new Error(base);
  const reply = await client.get({ base, path: '/', key: 'k', ifNoneMatch: null, mayBeCached: false }, readValue);
  // The connection becomes free for the next request one turn later.
  await new Promise((resolve) => setImmediate(resolve));
  return reply;
}

describe('connections to the service', () => {
  it('are reused for the next request', async () => {
    await get();
    expect((await get()).kind).toBe('answered');
    expect(sockets).toHaveLength(1);
  });

  it('are replaced after a network change, and requests in flight are resent silently', async () => {
    await get();
    isStalled = true;
    const reply = get();
    await expect.poll(() => unanswered).toHaveLength(1);
    isStalled = false;
    client.reconnect();
    expect((await reply).kind).toBe('answered');
    expect(sockets).toHaveLength(2);
  });

  it('are replaced after 30 s, so that a change of the service’s IP address is noticed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await get();
    vi.setSystemTime(Date.now() + 31_000);
    expect((await get()).kind).toBe('answered');
    expect(sockets).toHaveLength(2);
  });
});
