import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import type { DeskMessage } from '../../src/contract/wire.ts';
import { readArguments } from '../../src/main/arguments.ts';
import { type PortLike, wireOverPort } from '../../src/main/portWire.ts';
import { placeWindow, readWindowState, writeWindowState } from '../../src/main/windowState.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-window-'));
afterAll(() => rmSync(folder, { recursive: true }));
const screen = { x: 0, y: 0, width: 2560, height: 1440 };
const second = { x: 2560, y: 0, width: 1920, height: 1080 };

test('the window comes back where it was, on whichever screen', async () => {
  const path = join(folder, 'window.json');
  const state = { bounds: { x: 2700, y: 100, width: 1600, height: 900 }, isMaximized: true };
  await writeWindowState(path, state);
  expect(placeWindow(await readWindowState(path), [screen, second])).toEqual(state);
});

test('a window of a screen that is gone comes back where it can be seen', () => {
  const lost = { bounds: { x: 2700, y: 100, width: 1600, height: 900 }, isMaximized: false };
  expect(placeWindow(lost, [screen]).bounds).toEqual({ x: 320, y: 180, width: 1920, height: 1080 });
  expect(placeWindow(null, [{ x: 0, y: 0, width: 1366, height: 768 }]).bounds).toMatchObject({
    width: 1229,
    height: 691,
  });
});

test('a place that cannot be read or written is forgotten', async () => {
  const path = join(folder, 'odd.json');
  for (const text of ['', '{', '{"bounds":{"x":1}}', '{"bounds":{"x":"1","y":0,"width":1,"height":1}}']) {
    writeFileSync(path, text);
    expect(await readWindowState(path)).toBeNull();
  }
  await writeWindowState(join(folder, 'no', 'such', 'folder.json'), { bounds: screen, isMaximized: false });
});

/** One end of a channel as Electron hands it over: the message comes inside an event. */
function asElectronPort(port: MessageChannel['port1']): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event: 'message' | 'close', listener: (given: { readonly data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  };
}

test('a desk’s messages go over the port, and a port that says something else is closed', async () => {
  const { port1, port2 } = new MessageChannel();
  const wire = wireOverPort(asElectronPort(port1));
  const heard: DeskMessage[] = [];
  let isClosed = false;
  wire.onClose(() => {
    isClosed = true;
  });
  wire.onMessage((message) => heard.push(message));
  const answers: unknown[] = [];
  port2.on('message', (answer) => answers.push(answer));
  port2.postMessage({ type: 'hello', token: null, name: 'Ines' });
  wire.send({ type: 'alive', sequence: 1 });
  await expect
    .poll(() => [heard, answers])
    .toEqual([[{ type: 'hello', token: null, name: 'Ines' }], [{ type: 'alive', sequence: 1 }]]);
  port2.postMessage({ type: 'whatever' });
  await expect.poll(() => isClosed).toBe(true);
  wire.send({ type: 'alive', sequence: 2 });
  wire.close();
});

test('our flags are read among those of the runtime', () => {
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
