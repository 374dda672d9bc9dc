/** Decides what the app serves: the show that is set up, or on a first run the demo; and builds the engine for it. */
import { join } from 'node:path';
import type { Problem } from '../core/problem.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import { readSettings, type Settings } from '../engine/record/settings.ts';
import { openSettingsFile, readConfiguration } from '../engine/record/settingsFile.ts';
import { type Demo, demoKey, startDemo } from '../headless/demo.ts';
import type { Places } from '../headless/places.ts';
import type { DesktopArguments } from './arguments.ts';

/** A configuration that cannot be used; the message has one line for each fault. */
export class ConfigurationFault extends Error {
  override readonly name = 'ConfigurationFault';
}

export type Show = {
  readonly engine: Engine;
  readonly isDemo: boolean;
  /** Saves and closes engine and demo; bounded in time. */
  readonly stop: () => Promise<void>;
};

/** Opens it under `home`; `found` is what the shell has to tell the operator. Rejects with ConfigurationFault, or when the data directory cannot be used. */
export async function openShow(
  args: DesktopArguments,
  home: string,
  places: Places,
  ports: Ports,
  found: readonly Problem[],
): Promise<Show> {
  const { chosen, problems } = await chooseSettings(args, home, ports);
  const isDemo = args.isDemo || (args.configFile === null && chosen.source.baseUrl === '');
  const settings = { ...chosen, feedServer: { ...chosen.feedServer, port: args.feedPort ?? chosen.feedServer.port } };
  const dataDir = join(home, isDemo ? 'demo' : 'show');
  const demo: Demo | null = isDemo ? await startDemo(settings, dataDir, places, ports) : null;
  const engine = await createEngine(demo?.settings ?? settings, isDemo ? withDemoKey(ports) : ports, {
    dataDir,
    isDemo,
    ownHosts: demo === null ? [] : [demo.host],
    rendererDir: places.renderer,
    overlayDir: places.overlay,
    hasControlPort: false,
    isPortFatal: false,
    version: places.version,
    problems: [...found, ...problems],
  }).catch(async (error: unknown) => {
    await demo?.service.stop();
    throw error;
  });
  return {
    engine,
    isDemo,
    stop: async () => {
      await engine.stop();
      await demo?.service.stop();
    },
  };
}

async function chooseSettings(
  args: DesktopArguments,
  home: string,
  ports: Ports,
): Promise<{ readonly chosen: Settings; readonly problems: readonly Problem[] }> {
  if (args.configFile === null) {
    const { saved, problems } = await openSettingsFile(join(home, 'settings.json'), ports);
    return { chosen: saved ?? orFault(readSettings({}), 'defaults'), problems };
  }
  return { chosen: orFault(await readConfiguration(args.configFile), args.configFile), problems: [] };
}

function orFault(read: Awaited<ReturnType<typeof readConfiguration>>, name: string): Settings {
  if (read.settings !== null) return read.settings;
  throw new ConfigurationFault(read.faults.map(({ path, message }) => `${name}: ${path}: ${message}`).join('\n'));
}

/** The demo's key opens invented posts on this machine; the operator's own stays where it is. */
function withDemoKey(ports: Ports): Ports {
  return { ...ports, secrets: { ...ports.secrets, apiKey: async () => demoKey } };
}
