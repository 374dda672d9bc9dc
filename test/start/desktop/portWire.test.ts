import { resolve } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { DeskMessage } from '../../../src/contract/wire.ts';
import { readArguments } from '../../../src/start/desktop/arguments.ts';
import { createPortWire, type PortLike } from '../../../src/start/desktop/portWire.ts';

/** Wraps a Node port like Electron’s: messages arrive inside an event. */
function asElectronPort(port: MessageChannel['port1']): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (name: 'message' | 'close', listener: (event: { readonly data: unknown }) => void) =>
      port.on(name, (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  };
}

test('the desk’s messages go through the port, and an invalid message closes it', async () => {
  const { port1, port2 } = new MessageChannel();
  const wire = createPortWire(asElectronPort(port1));
  const received: DeskMessage[] = [];
  let isClosed = false;
  wire.onClose(() => {
    isClosed = true;
  });
  wire.onMessage((message) => received.push(message));
  const replies: unknown[] = [];
  port2.on('message', (reply) => replies.push(reply));
  port2.postMessage({ type: 'hello', token: null, name: 'Ines', givenName: null, secret: null });
  wire.send({ type: 'alive', sequence: 1 });
  await expect
    .poll(() => [received, replies])
    .toEqual([
      [{ type: 'hello', token: null, name: 'Ines', givenName: null, secret: null }],
      [{ type: 'alive', sequence: 1 }],
    ]);
  port2.postMessage({ type: 'whatever' });
  await expect.poll(() => isClosed).toBe(true);
  wire.send({ type: 'alive', sequence: 2 });
  wire.close();
});

test('our flags are read and Electron’s are ignored', () => {
  expect(readArguments(['.', '--no-sandbox', '--data-dir', '/x', '--demo', '--feed-port', '0', '--inspect=0'])).toEqual(
    {
      configFile: null,
      dataDir: resolve('/x'),
      isDemo: true,
      feedPort: 0,
    },
  );
  expect(readArguments(['--config=show.json', '--feed-port', '70000'])).toEqual({
    configFile: resolve('show.json'),
    dataDir: null,
    isDemo: false,
    feedPort: null,
  });
});
