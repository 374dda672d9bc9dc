/** Starts test shows: a real store in memory, custom posts and a feed server on a free port. */
import type { Collection, Item, Media } from '../../../src/core/collection.ts';
import { emptyShow, type ShowEvent, type ShowState } from '../../../src/core/show.ts';
import type { Confirmation } from '../../../src/core/source.ts';
import { createFeedServer, type FeedDeps, type FeedServer } from '../../../src/engine/feed/server.ts';
import { createTheme } from '../../../src/engine/feed/theme.ts';
import type { MediaCache } from '../../../src/engine/media/cache.ts';
import { type Ports, systemClock } from '../../../src/engine/ports.ts';
import type { OverlaySettings } from '../../../src/engine/settings/overlaySettings.ts';
import { type FeedServerSettings, settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';

export const noMedia: MediaCache = {
  configure: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
  handle: async (_request, response) => void response.writeHead(404).end(),
  failureOf: () => null,
  measure: async () => ({
    ...{ all: { files: 0, bytes: 0 }, onAir: { files: 0, bytes: 0 }, unused: { files: 0, bytes: 0 } },
    freeBytes: null,
  }),
  setPoster: async () => null,
  deleteUnused: async () => 0,
  purge: async () => undefined,
};

export const quietPorts: Ports = {
  clock: systemClock,
  log: () => undefined,
  secrets: { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'test' },
};

export function post(id: string, fields: Partial<Item> = {}): Item {
  return {
    id,
    fullName: `Name of ${id}`,
    username: `user_${id}`,
    source: 'INSTAGRAM',
    message: `Text of ${id}`,
    profileImageUrl: null,
    media: [],
    publishedAt: '2026-11-20T17:55:00Z',
    lastModifiedDate: '2026-11-20T17:55:00Z',
    extra: null,
    ...fields,
  };
}

export function picture(mediaUrl: string, mediaType = 'image/jpeg'): Media {
  return { mediaUrl, mediaType };
}

let seconds = 0;

/** Each call returns a later version. */
export function collection(live: readonly Item[], staging: readonly Item[] = [], id = 'col_1'): Collection {
  seconds += 1;
  return {
    id,
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    createdDate: '2026-11-20T10:00:00Z',
    lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 18, 0, seconds)).toISOString(),
    staging,
    live,
  };
}

export type Show = {
  readonly store: Store;
  readonly server: FeedServer;
  readonly base: string;
  readonly port: number;
  readonly arrive: (live: readonly Item[], staging?: readonly Item[]) => Promise<void>;
  readonly apply: (event: ShowEvent) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export const at = '2026-11-20T18:00:00.000Z';

const freshConfirmation: Confirmation = { freshness: 'fresh', confirmedAt: at, confirmedMonotonicMs: 0 };

/** Has the feeds `main` (using col_1) and `other` (without a collection). */
export async function createStoreInMemory(): Promise<Store> {
  const store = createStore(emptyShow, async () => undefined, quietPorts);
  const feeds = [
    { slug: 'main', collectionId: 'col_1' },
    { slug: 'other', collectionId: null },
  ];
  await store.apply({ type: 'feedsConfigured', feeds, at });
  await store.apply({ type: 'sourceChanged', source: { confirmations: { col_1: freshConfirmation } } });
  return store;
}

export async function startShow(
  live: readonly Item[],
  overrides: {
    settings?: Partial<FeedServerSettings>;
    media?: MediaCache;
    builtDir?: string | null;
    ports?: Ports;
    /** A restored show. */
    state?: ShowState;
    problemCounts?: FeedDeps['problemCounts'];
    waitsForAddress?: boolean;
    consumerFile?: FeedDeps['consumerFile'];
    overlay?: OverlaySettings;
  } = {},
): Promise<Show> {
  const store =
    overrides.state === undefined
      ? await createStoreInMemory()
      : createStore(overrides.state, async () => undefined, quietPorts);
  const settings = { ...settingsSchema.parse({}).feedServer, port: 0, ...overrides.settings };
  const server = createFeedServer(settings, {
    store,
    ports: overrides.ports ?? quietPorts,
    media: overrides.media ?? noMedia,
    builtDir: overrides.builtDir ?? null,
    theme: createTheme(overrides.overlay ?? settingsSchema.parse({}).overlay, { store, ports: quietPorts }),
    isRehearsal: false,
    consumerFile: overrides.consumerFile ?? null,
    problemCounts: overrides.problemCounts ?? (() => new Map()),
    version: '0.0.0-test',
    waitsForAddress: overrides.waitsForAddress ?? false,
  });
  const arrive = async (items: readonly Item[], staging: readonly Item[] = []): Promise<void> => {
    const event = { collection: collection(items, staging), from: 'poll', accept: 'newer', at } as const;
    await store.apply({ type: 'collectionArrived', ...event });
  };
  if (live.length > 0) await arrive(live);
  const { base, port } = await server.start();
  const apply = async (event: ShowEvent): Promise<void> => {
    await store.apply(event);
  };
  return { store, server, base, port, arrive, apply, stop: () => server.stop() };
}

/** The takedown of a post, with the names of the consumers that it waits for. */
export function readTakedown({ server }: Show, itemId: string) {
  const takedown = server.takedowns('main').get(itemId);
  return takedown && { ...takedown, waitingFor: takedown.waitingFor.map(({ name }) => name) };
}
