/** Tests what a desk that reads slowly, or not at all, costs the engine. */
import { expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { EngineMessage } from '../../../src/contract/wire.ts';
import { createSocketWire } from '../../../src/engine/desk/socket.ts';

const openSocket = (bufferedAmount: number) => ({
  ...{ OPEN: 1, readyState: 1, bufferedAmount, on: () => undefined, close: () => undefined },
  send: vi.fn<(data: unknown) => void>(),
  terminate: vi.fn<() => void>(),
});
const createWire = (socket: ReturnType<typeof openSocket>) => createSocketWire(socket as unknown as WebSocket);

const long: EngineMessage = {
  ...{ type: 'queryResult', id: 1 },
  result: { ok: true, value: { live: Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'a'.repeat(400) })) } },
} as never;
const alive: EngineMessage = { type: 'alive', sequence: 1 };

it('disconnects a desk when too many messages wait behind a long one', () => {
  const socket = openSocket(0);
  const wire = createWire(socket);
  wire.send(long);
  for (let count = 0; count < 1000; count += 1) wire.send(alive);
  expect(socket.terminate).not.toHaveBeenCalled();
  wire.send(alive);
  expect(socket.terminate).toHaveBeenCalled();
});

it('disconnects a desk that stopped reading while a long message was formatted, and sends it nothing more', async () => {
  const socket = openSocket(0);
  const wire = createWire(socket);
  wire.send(long);
  wire.send(alive);
  socket.bufferedAmount = 100_000_000;
  await vi.waitFor(() => expect(socket.terminate).toHaveBeenCalled());
  expect(socket.send).not.toHaveBeenCalled();
});
