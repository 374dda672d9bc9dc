import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/engine/ports.ts';
import { readBase } from '../../../src/engine/source/address.ts';
import { type Client, createClient, type ServiceResponse } from '../../../src/engine/source/client.ts';

let server: Server;
let client: Client;
let sockets: Socket[];
let held: ServerResponse[];
let isHolding: boolean;

beforeEach(async () => {
  sockets = [];
  held = [];
  isHolding = false;
  server = createServer((_, response) => {
    if (isHolding) held.push(response);
    else response.end('{}');
  });
  server.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createClient(() => false, systemClock);
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function get(): Promise<ServiceResponse> {
  const { port } = server.address() as AddressInfo;
  const base = readBase(`http://127.0.0.1:${port}`, []);
  if (typeof base === 'string') throw new Error(base);
  const reply = await client.get({ base, path: '/', key: 'k', ifNoneMatch: null, mayBeCached: false });
  // The connection is free for the next question a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  return reply;
}

describe('the connections to the service', () => {
  it('are kept from one question to the next', async () => {
    await get();
    expect((await get()).kind).toBe('answered');
    expect(sockets).toHaveLength(1);
  });

  it('are new ones when the way there may have changed, and what was under way is asked anew without a word', async () => {
    await get();
    isHolding = true;
    const reply = get();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    isHolding = false;
    client.reconnect();
    expect((await reply).kind).toBe('answered');
    expect(sockets).toHaveLength(2);
  });

  it('are not kept so long that a service that moved is never followed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await get();
    vi.setSystemTime(Date.now() + 31_000);
    expect((await get()).kind).toBe('answered');
    expect(sockets).toHaveLength(2);
  });
});
