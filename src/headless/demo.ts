/** The demo: our own service with a show in it, and settings that read it. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Ports } from '../engine/ports.ts';
import { readSettings, type Settings } from '../engine/record/settings.ts';
import type { KeptSettings } from '../engine/settings/keptSettings.ts';
import { createService, type Service } from '../service/service.ts';
import type { ProductPaths } from './places.ts';

/** The key of the demo's organisation: not a secret, it opens invented posts on this machine. */
export const demoKey = 'demo';

/** Which collections of the demo show the feeds of a first run read, by their names. */
export const demoFeeds = [
  { slug: 'main', collectionName: 'Harbour Night: viewer posts' },
  { slug: 'studio-b', collectionName: 'Harbour Night: crew picks' },
  { slug: 'foyer', collectionName: 'Studio B: ask the harbour master' },
] as const;

export type Demo = {
  readonly service: Service;
  readonly settings: Settings;
  /** The settings given, under the address of the demo's service; and its feeds where they name none. */
  readonly kept: KeptSettings;
  /** `host:port` of the service. */
  readonly host: string;
  readonly authoringUrl: string;
};

/** Starts the demo's service on 7410, or on any free port when that is taken, and points the settings at it. */
export async function startDemo(given: KeptSettings, dataDir: string, paths: ProductPaths, ports: Ports): Promise<Demo> {
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
        hasFaults: false,
        token: null,
        hasRhythm: true,
        demoDir: join(paths.resources, 'demo'),
        pageDir: paths.authoring,
      },
      ports,
    );
    const { baseUrl, authoringUrl } = await service.start();
    const written = { feeds: await findFeeds(baseUrl), ...given.written };
    const lay: KeptSettings['lay'] = (read) => {
      const laid = given.lay(read);
      return { ...laid, source: { ...laid.source, baseUrl } };
    };
    const { settings } = readSettings(written);
    if (settings === null) throw new Error('settings that were good are not');
    return {
      service,
      settings: lay(settings),
      kept: { written, lay, save: given.save },
      host: new URL(baseUrl).host,
      authoringUrl,
    };
  };
  return start(7410).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ServicePortTaken') return start(0);
    throw error;
  });
}

/** A show's own settings lent to the demo: its feeds are not the demo's, and what the demo changes is not written there. */
export function toDemoSettings({ written, lay }: KeptSettings): KeptSettings {
  const { feeds: _, ...rest } = written;
  return { written: rest, lay, save: async () => undefined };
}

const listSchema = z.object({ collections: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The demo's feeds with the ids that the service gave; one whose collection was deleted reads nothing. */
async function findFeeds(baseUrl: string): Promise<Settings['feeds']> {
  const response = await fetch(`${baseUrl}/v1/collections?pageSize=100`, { headers: { 'x-api-key': demoKey } });
  const { collections } = listSchema.parse(await response.json());
  return demoFeeds.map(({ slug, collectionName }) => ({
    slug,
    collectionId: collections.find(({ name }) => name === collectionName)?.id ?? null,
  }));
}
