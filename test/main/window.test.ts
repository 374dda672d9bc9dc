import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { DeskMessage } from '../../src/contract/wire.ts';
import { readArguments } from '../../src/main/arguments.ts';
import { createPortWire, type PortLike } from '../../src/main/portWire.ts';
import { positionWindow, readWindowState, writeWindowState } from '../../src/main/windowState.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const folder = createTemporaryFolder('window');
const screen = { x: 0, y: 0, width: 2560, height: 1440 };
const secondScreen = { x: 2560, y: 0, width: 1920, height: 1080 };

test('the window returns to its saved position on either screen', async () => {
  const path = join(folder, 'window.json');
  const state = { bounds: { x: 2700, y: 100, width: 1600, height: 900 }, isMaximized: true };
  await writeWindowState(path, state);
  expect(positionWindow(await readWindowState(path), [screen, secondScreen])).toEqual(state);
});

test('a window on a missing screen moves to a visible one', () => {
  const offScreen = { bounds: { x: 2700, y: 100, width: 1600, height: 900 }, isMaximized: false };
  expect(positionWindow(offScreen, [screen]).bounds).toEqual({ x: 320, y: 180, width: 1920, height: 1080 });
  expect(positionWindow(null, [{ x: 0, y: 0, width: 1366, height: 768 }]).bounds).toMatchObject({
    width: 1229,
    height: 691,
  });
});

test('an unreadable or unwritable state is ignored', async () => {
  const path = join(folder, 'odd.json');
  for (const text of ['', '{', '{"bounds":{"x":1}}', '{"bounds":{"x":"1","y":0,"width":1,"height":1}}']) {
    writeFileSync(path, text);
    expect(await readWindowState(path)).toBeNull();
  }
  await writeWindowState(join(folder, 'no', 'such', 'folder.json'), { bounds: screen, isMaximized: false });
});

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
  port2.postMessage({ type: 'hello', token: null, name: 'Ines' });
  wire.send({ type: 'alive', sequence: 1 });
  await expect
    .poll(() => [received, replies])
    .toEqual([[{ type: 'hello', token: null, name: 'Ines' }], [{ type: 'alive', sequence: 1 }]]);
  port2.postMessage({ type: 'whatever' });
  await expect.poll(() => isClosed).toBe(true);
  wire.send({ type: 'alive', sequence: 2 });
  wire.close();
});

test('our flags are read and Electron’s are ignored', () => {
  expect(readArguments(['.', '--no-sandbox', '--data-dir', '/x', '--demo', '--feed-port', '0', '--inspect=0'])).toEqual(
    {
      configFile: null,
      dataDir: '/x',
      isDemo: true,
      feedPort: 0,
    },
  );
  expect(readArguments(['--config=show.json', '--feed-port', '70000'])).toEqual({
    configFile: 'show.json',
    dataDir: null,
    isDemo: false,
    feedPort: null,
  });
});
