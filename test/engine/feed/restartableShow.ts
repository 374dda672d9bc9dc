/** Starts a test show with a file of its consumers on a fake clock, and starts it again as a restart of Greenroom does. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Item } from '../../../src/core/collection.ts';
import type { ShowState } from '../../../src/core/show.ts';
import { type ConsumerFile, openConsumerFile } from '../../../src/engine/feed/consumerFile.ts';
import { readPostsOnAir } from '../../../src/engine/logs/lastKnown.ts';
import { createFakeClock, type FakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { quietPorts, type Show, startShow } from './showHarness.ts';

export type Restart = {
  /** A kill leaves the file as it was last written, and ends all connections. */
  readonly isKilled?: boolean;
  /** Text that the file has before the kill. */
  readonly written?: string;
  /** Content in place of that of the file. */
  readonly damage?: string;
  /** The show of a backup. */
  readonly state?: ShowState;
};

export type RestartableShow = {
  readonly clock: FakeClock;
  /** Of the file of consumers. */
  readonly path: string;
  /** The show and the file of the current run. */
  readonly show: Show;
  readonly file: ConsumerFile;
  readonly sockets: readonly WebSocket[];
  /** Connects to the feed `main`, and resolves after the first message. `onText` gets each message. */
  readonly connect: (query: string, onText?: (text: string) => void) => Promise<WebSocket>;
  readonly restart: (how?: Restart) => Promise<void>;
};

/** Everything ends with the test. */
export async function startRestartableShow(live: readonly Item[]): Promise<RestartableShow> {
  const clock = createFakeClock();
  const ports = { ...quietPorts, clock };
  const folder = createTemporaryFolder('consumers');
  const path = join(folder, 'consumers.json');
  const openFile = (isNewShow: boolean): Promise<ConsumerFile> =>
    openConsumerFile(folder, ports, { isNewShow, leavesFile: true }, undefined, readPostsOnAir);
  let file = await openFile(true);
  let show = await startShow(live, { ports, consumerFile: file });
  const sockets: WebSocket[] = [];
  const closeSockets = (): void => {
    for (const socket of sockets.splice(0)) socket.terminate();
  };
  onTestFinished(async () => {
    closeSockets();
    await show.stop();
    await file.stop();
  });
  return {
    clock,
    path,
    get show() {
      return show;
    },
    get file() {
      return file;
    },
    sockets,
    connect: async (query, onText = () => undefined) => {
      const socket = new WebSocket(`ws://127.0.0.1:${show.port}/feeds/main/socket?${query}`);
      sockets.push(socket);
      socket.on('message', (data) => onText(String(data)));
      await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
      return socket;
    },
    restart: async ({ isKilled = false, written = '"a1"', damage, state = show.store.state() } = {}) => {
      if (isKilled) {
        await waitUntil('the file is written', async () => {
          // Writes follow each other at intervals.
          clock.advance(1000);
          return (await readFile(path, 'utf8')).includes(written);
        });
      }
      await show.stop();
      if (!isKilled) await file.stop();
      closeSockets();
      if (damage !== undefined) await writeFile(path, damage);
      file = await openFile(false);
      show = await startShow([], { ports, consumerFile: file, state });
    },
  };
}
