/** The demo: our own service with a show in it, and settings that read it. */
import { join } from 'node:path';
import type { Ports } from '../engine/ports.ts';
import type { Settings } from '../engine/record/settings.ts';
import { createService, type Service } from '../service/service.ts';
import type { Places } from './places.ts';

/** The key of the demo's organisation: not a secret, it opens invented posts on this machine. */
export const demoKey = 'demo';

/** Which collections of the demo show the feeds of a first run read. */
export const demoFeeds = [
  { slug: 'main', collectionId: 'demo-viewer-posts' },
  { slug: 'studio-b', collectionId: 'demo-crew-picks' },
  { slug: 'foyer', collectionId: 'demo-harbour-master' },
] as const;

export type Demo = {
  readonly service: Service;
  readonly settings: Settings;
  /** `host:port` of the service. */
  readonly host: string;
  readonly authoringUrl: string;
};

/** Starts the demo's service on 7410, or on any free port when that is taken, and points the settings at it. */
export async function startDemo(settings: Settings, dataDir: string, places: Places, ports: Ports): Promise<Demo> {
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
        demoDir: join(places.resources, 'demo'),
        pageDir: places.authoring,
      },
      ports,
    );
    const { baseUrl, authoringUrl } = await service.start();
    return {
      service,
      settings: { ...settings, source: { ...settings.source, baseUrl }, feeds: [...demoFeeds] },
      host: new URL(baseUrl).host,
      authoringUrl,
    };
  };
  return start(7410).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PortTaken') return start(0);
    throw error;
  });
}
