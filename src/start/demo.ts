/** The demo: the built-in service with a demo show, and the settings to read it. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Collection } from '../core/collection.ts';
import { describeProblem, type Problem } from '../core/problem.ts';
import { readCollection } from '../core/readCollection.ts';
import type { Ports } from '../engine/ports.ts';
import type { SettingsDocument } from '../engine/settings/document.ts';
import { readSettings, type Settings } from '../engine/settings/settings.ts';
import type { SettingsStorage } from '../engine/settings/settingsStorage.ts';
import { PortTaken } from '../http/listen.ts';
import { createService, defaultTuning, type Service, type StartedService } from '../service/service.ts';
import type { ProductPaths } from './productPaths.ts';

/** The demo’s API key. Not a secret: it gives access to invented posts on this machine. */
export const demoKey = 'demo';

/** As the service’s own, if it is free. */
const usualPort = 7410;

/** The feeds of a first run and the names of their demo collections. */
const demoFeeds = [
  { slug: 'main', collectionName: 'Harbour Night: viewer posts' },
  { slug: 'studio-b', collectionName: 'Harbour Night: crew picks' },
  { slug: 'foyer', collectionName: 'Studio B: ask the harbour master' },
] as const;

export type Demo = {
  readonly service: Service;
  readonly settings: Settings;
  /** The show’s settings with the demo service’s address. Uses the demo’s feeds if the settings define none. */
  readonly settingsStorage: SettingsStorage;
  /** The settings as the operator has changed them since, without defaults. */
  readonly written: () => SettingsDocument;
  readonly started: StartedService;
  /** Reads the collections that its feeds use at the start, from its service. */
  readonly readCollections: () => Promise<readonly Collection[]>;
  /** The authoring page’s address with its token. */
  readonly authoringUrl: string;
  /** Problems found at its start. */
  readonly problems: readonly Problem[];
};

/** Starts the demo’s service and adapts the settings to it. Uses any free port, and names it in a problem, if 7410 is in use, and a new token for `null`. */
export async function startDemo(
  storage: SettingsStorage,
  dataDir: string,
  paths: ProductPaths,
  ports: Ports,
  serviceToken: string | null,
): Promise<Demo> {
  const start = async (port: number): Promise<Demo> => {
    const service = createService(
      {
        host: '127.0.0.1',
        port,
        dataDir: join(dataDir, 'service'),
        keys: [{ key: demoKey, organisation: 'demo' }],
        fixtures: 'demo',
        webhooks: [],
        isVaryLiteral: false,
        hasFaultSwitches: false,
        token: serviceToken,
        hasDemoActivity: true,
        demoDir: join(paths.resources, 'demo'),
        pageDir: paths.renderer,
      },
      defaultTuning,
      ports,
    );
    const started = await service.start();
    const { baseUrl, authoringUrl, token } = started;
    const written = { feeds: await findFeeds(baseUrl), ...storage.written };
    let latest: SettingsDocument = written;
    const save: SettingsStorage['save'] = (document) => {
      latest = document;
      return storage.save(document);
    };
    const applyOverrides: SettingsStorage['applyOverrides'] = (read) => {
      const overridden = storage.applyOverrides(read);
      return { ...overridden, source: { ...overridden.source, baseUrl } };
    };
    const { settings } = readSettings(written);
    if (settings === null) throw new Error('the demo settings are not valid');
    return {
      service,
      settings: applyOverrides(settings),
      readCollections: () => readCollections(baseUrl, settings.feeds),
      settingsStorage: { written, applyOverrides, save },
      written: () => latest,
      started,
      authoringUrl: `${authoringUrl}#token=${token}`,
      problems: port === usualPort ? [] : [describeMoved(new URL(baseUrl).port, ports)],
    };
  };
  return start(usualPort).catch((error: unknown) => {
    if (error instanceof PortTaken) return start(0);
    throw error;
  });
}

function describeMoved(port: string, { clock }: Ports): Problem {
  return describeProblem('DEMO_PORT_TAKEN', 'setup', new Date(clock.now()).toISOString(), { taken: usualPort, port });
}

/** Returns a show’s settings for the demo: without its feeds, and without saving changes. */
export function toDemoSettings({ written, applyOverrides }: SettingsStorage): SettingsStorage {
  const { feeds: _, ...rest } = written;
  return { written: rest, applyOverrides, save: async () => undefined };
}

const listSchema = z.object({ collections: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Returns the demo’s feeds with their collection ids. The id is `null` if the collection was deleted. */
async function findFeeds(baseUrl: string): Promise<Settings['feeds']> {
  const { collections } = listSchema.parse(await readJson(`${baseUrl}/v1/collections?pageSize=100`));
  return demoFeeds.map(({ slug, collectionName }) => ({
    slug,
    collectionId: collections.find(({ name }) => name === collectionName)?.id ?? null,
  }));
}

/** A collection that was deleted is left out. */
async function readCollections(baseUrl: string, feeds: Settings['feeds']): Promise<readonly Collection[]> {
  const ids = [...new Set(feeds.flatMap(({ collectionId }) => collectionId ?? []))];
  const found = await Promise.all(
    ids.map(async (id) => {
      const json = await readJson(`${baseUrl}/v1/collections/${encodeURIComponent(id)}`);
      return readCollection(json, id, null).collection;
    }),
  );
  return found.filter((collection) => collection !== null);
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { 'x-api-key': demoKey } });
  return response.json();
}
