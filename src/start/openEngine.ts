/** Opens the engine of a shell, together with the demo’s service if it runs the demo. */
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import { type Demo, demoKey, startDemo, toDemoSettings } from './demo.ts';
import type { ProductPaths } from './productPaths.ts';
import type { ValidConfig } from './readConfig.ts';

export type OpenedEngine = {
  readonly engine: Engine;
  /** `null` unless it runs the demo. */
  readonly demo: Demo | null;
  /** Saves and stops the engine and the demo, within a time limit. */
  readonly stop: () => Promise<void>;
};

/** A disk that hangs would otherwise keep Greenroom from stopping. */
const stopLimitMs = 8000;

type ShellOptions = Pick<
  EngineOptions,
  'dataDir' | 'isDemo' | 'hasControlPort' | 'isPortFatal' | 'secretStore' | 'problems'
> & {
  /** The operator’s own settings file, which the demo never changes; `null` for Greenroom’s. */
  readonly configFile: string | null;
  /** The authoring token of the demo’s service; `null` for a new one. */
  readonly serviceToken: string | null;
};

/** Rejects if the data directory cannot be used. */
export async function openEngine(
  { file, settings, settingsStorage }: ValidConfig,
  ports: Ports,
  paths: ProductPaths,
  { configFile, serviceToken, ...options }: ShellOptions,
): Promise<OpenedEngine> {
  const demoStorage = configFile === null ? settingsStorage : toDemoSettings(settingsStorage);
  const demo = options.isDemo ? await startDemo(demoStorage, options.dataDir, paths, ports, serviceToken) : null;
  const stopDemo = async (): Promise<void> => demo?.service.stop();
  const engine = await createEngine(demo?.settings ?? settings, demo === null ? ports : withDemoKey(ports), {
    ...options,
    settingsStorage: demo?.settingsStorage ?? settingsStorage,
    servicePage: demo?.authoringUrl ?? null,
    rendererDir: paths.renderer,
    builtDir: paths.built,
    version: paths.version,
  }).catch(async (error: unknown) => {
    await stopDemo();
    throw error;
  });
  const start: Engine['start'] = async () => {
    const addresses = await engine.start();
    const { source } = demo?.settings ?? settings;
    ports.log('info', 'ENGINE_STARTED', {
      ...{ version: paths.version, config: file, dataDir: options.dataDir, isDemo: options.isDemo },
      ...{ service: source.baseUrl, mode: source.mode, feed: addresses.feed, desk: addresses.desk },
      // Without its path, which can be a secret.
      webhook: addresses.webhook === null ? null : new URL(addresses.webhook).origin,
    });
    return addresses;
  };
  const stop = async (): Promise<void> => {
    let cancel = (): void => undefined;
    const timeLimit = new Promise<void>((resolve) => {
      cancel = ports.clock.after(stopLimitMs, () => {
        ports.log('error', 'DISK_NOT_RESPONDING', { where: 'stop' });
        resolve();
      });
    });
    await Promise.race([engine.stop().then(stopDemo), timeLimit]).finally(cancel);
  };
  return { engine: { ...engine, start }, demo, stop };
}

/** Uses the demo’s API key and leaves the operator’s own unchanged. */
function withDemoKey(ports: Ports): Ports {
  return { ...ports, secrets: { ...ports.secrets, apiKey: async () => demoKey } };
}
