/** Runs a media cache against a web server with canned responses, both on this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createMediaCache, type MediaCache } from '../../../src/engine/media/cache.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import type { Store } from '../../../src/engine/store.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';

export type MediaTestBed = {
  readonly folder: string;
  readonly store: Store;
  readonly cache: MediaCache;
  readonly addressOf: (path: string) => string;
  /** Puts a post with each medium live, whose address is its path at the web server. */
  readonly offer: (files: Readonly<Record<string, Buffer>>) => Promise<void>;
  /** Offers them, waits until they are cached, and returns their names. */
  readonly cacheFiles: (files: Readonly<Record<string, Buffer>>) => Promise<readonly string[]>;
  /** Reads from the cache as a client does. */
  readonly read: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(handle: Handle) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`, stop };
}

export async function startMediaTestBed(options: { readonly quotaMegabytes: number }): Promise<MediaTestBed> {
  const folder = createTemporaryFolder('media');
  const store = await createStoreInMemory();
  const bodies = new Map<string, Buffer>();
  const origin = await listen((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'image/jpeg' }).end(body);
  });
  const settings = { ...settingsSchema.parse({}).media, ...options };
  const deps = { dataDir: folder, store, ports: quietPorts };
  const cache = createMediaCache({ settings, serviceUrl: origin.base }, deps);
  await cache.start();
  const front = await listen((request, response) => {
    const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
    cache.handle(request, response, name).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const addressOf = (path: string): string => `${origin.base}${path}`;
  const offer: MediaTestBed['offer'] = async (files) => {
    const paths = Object.keys(files);
    for (const path of paths) bodies.set(path, files[path] ?? Buffer.alloc(0));
    const live = paths.map((path) => post(path, { media: [picture(addressOf(path))] }));
    await store.apply({
      ...{ type: 'collectionArrived', collection: collection(live, []), from: 'poll', accept: 'newer', at },
    });
  };
  return {
    ...{ folder, store, cache, addressOf, offer },
    cacheFiles: async (files) => {
      await offer(files);
      const nameOf = (path: string) => store.state().media.get(addressOf(path))?.name;
      return Promise.all(Object.keys(files).map((path) => waitUntil(`${path} is ready`, () => nameOf(path))));
    },
    read: (path, headers = {}) => fetch(`${front.base}/${path}`, { headers }),
    stop: async () => {
      await cache.stop();
      await Promise.all([origin.stop(), front.stop()]);
    },
  };
}
