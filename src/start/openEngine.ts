/** Opens the engine of one show: the operator’s own, or the demo with its service. */
import { type Addresses, createEngine, type Engine, type EngineOptions } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import type { Settings } from '../engine/settings/settings.ts';
import { type Demo, demoKey, startDemo, toDemoSettings } from './demo.ts';
import type { ProductPaths } from './productPaths.ts';
import type { ValidConfig } from './readConfig.ts';
import { stopInTime } from './stopInTime.ts';

export type OpenedEngine = {
  readonly engine: Engine;
  /** `null` unless it runs the demo. */
  readonly demo: Demo | null;
  /** Saves and stops the engine within a time limit, and frees its ports. The demo’s service keeps running. */
  readonly stopEngine: () => Promise<void>;
  /** Within the same limit. */
  readonly stopDemo: () => Promise<void>;
};

export type ShellOptions = Pick<
  EngineOptions,
  'hasControlPort' | 'isPortFatal' | 'secretStore' | 'updateInstaller' | 'systemLanguages'
> & {
  /** The operator’s own settings file, which the demo never changes; `null` for Greenroom’s. */
  readonly configFile: string | null;
  /** The authoring token of the demo’s service; `null` for a new one. */
  readonly serviceToken: string | null;
};

type ShowOptions = Pick<
  EngineOptions,
  'dataDir' | 'isDemo' | 'otherShowDir' | 'showSwitch' | 'takeover' | 'problems'
> & {
  /** Addresses of the show that it replaces. Where the settings allow any free port, it uses theirs; `null` without one. */
  readonly replaced: Addresses | null;
};

/** Rejects if the data directory cannot be used. */
export async function openEngine(
  { file, settings, settingsStorage }: ValidConfig,
  ports: Ports,
  paths: ProductPaths,
  { configFile, serviceToken, ...shell }: ShellOptions,
  { replaced, takeover, ...options }: ShowOptions,
): Promise<OpenedEngine> {
  const demoStorage = configFile === null ? settingsStorage : toDemoSettings(settingsStorage);
  const demo = options.isDemo ? await startDemo(demoStorage, options.dataDir, paths, ports, serviceToken) : null;
  const stopDemo = (): Promise<void> => stopInTime(ports, demo?.service.stop() ?? Promise.resolve());
  const used = keepPorts(demo?.settings ?? settings, replaced);
  const stopAndThrow = async (error: unknown): Promise<never> => {
    await stopDemo();
    throw error;
  };
  const firstCollections = takeover === null || demo === null ? [] : await demo.readCollections().catch(stopAndThrow);
  const engine = await createEngine(used, demo === null ? ports : withDemoKey(ports), {
    ...shell,
    ...options,
    problems: [...options.problems, ...(demo?.problems ?? [])],
    takeover: takeover && { ...takeover, firstCollections },
    settingsStorage: demo?.settingsStorage ?? settingsStorage,
    servicePage: demo?.authoringUrl ?? null,
    rendererDir: paths.renderer,
    builtDir: paths.built,
    version: paths.version,
  }).catch(stopAndThrow);
  const start: Engine['start'] = async () => {
    const addresses = await engine.start();
    const { source } = used;
    ports.log('info', 'ENGINE_STARTED', {
      ...{ version: paths.version, config: file, dataDir: options.dataDir, isDemo: options.isDemo },
      ...{ service: source.baseUrl, mode: source.mode, feed: addresses.feed, desk: addresses.desk },
      // Without its path, which can be a secret.
      webhook: addresses.webhook === null ? null : new URL(addresses.webhook).origin,
    });
    return addresses;
  };
  const stopEngine = (): Promise<void> => stopInTime(ports, engine.stop());
  return { engine: { ...engine, start }, demo, stopEngine, stopDemo };
}

/** Uses the demo’s API key and leaves the operator’s own unchanged. */
function withDemoKey(ports: Ports): Ports {
  return { ...ports, secrets: { ...ports.secrets, apiKey: async () => demoKey } };
}

function keepPorts(settings: Settings, replaced: Addresses | null): Settings {
  const { feedServer, desk } = settings;
  const portOf = (wanted: number, address: string | null): number =>
    wanted === 0 && address !== null ? Number(new URL(address).port) : wanted;
  return {
    ...settings,
    feedServer: { ...feedServer, port: portOf(feedServer.port, replaced?.feed ?? null) },
    desk: { ...desk, port: portOf(desk.port, replaced?.desk ?? null) },
  };
}
