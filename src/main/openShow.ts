/** Decides what the app serves: the show that is set up, or on a first run the demo; and builds the engine for it. */
import { join } from 'node:path';
import type { Problem } from '../core/problem.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import { type Demo, demoKey, toDemoSettings, startDemo } from '../headless/demo.ts';
import type { ProductPaths } from '../headless/places.ts';
import { type Flags, openConfigFile, openOwnConfig } from '../headless/readConfig.ts';
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
  paths: ProductPaths,
  ports: Ports,
  found: readonly Problem[],
): Promise<Show> {
  const flags: Flags = { feedPort: args.feedPort, controlPort: null, webhookPort: null, host: null };
  const chosen = await (args.configFile === null
    ? openOwnConfig(home, flags, ports)
    : openConfigFile(args.configFile, flags));
  if (chosen.settings === null) throw new ConfigurationFault(chosen.faults.join('\n'));
  const isDemo = args.isDemo || (args.configFile === null && chosen.settings.source.baseUrl === '');
  const dataDir = join(home, isDemo ? 'demo' : 'show');
  // The demo keeps settings of its own, so that trying things out leaves no trace in those of the show.
  const config = isDemo && args.configFile === null ? await openOwnConfig(dataDir, flags, ports) : chosen;
  const problems = [...chosen.problems, ...(config === chosen ? [] : config.problems)];
  const kept = args.configFile === null ? config.kept : toDemoSettings(config.kept);
  const demo: Demo | null = isDemo ? await startDemo(kept, dataDir, paths, ports) : null;
  const engine = await createEngine(demo?.settings ?? config.settings, isDemo ? withDemoKey(ports) : ports, {
    kept: demo?.kept ?? config.kept,
    dataDir,
    isDemo,
    ownHosts: demo === null ? [] : [demo.host],
    rendererDir: paths.renderer,
    overlayDir: paths.overlay,
    hasControlPort: false,
    isPortFatal: false,
    version: paths.version,
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

/** The demo's key opens invented posts on this machine; the operator's own stays where it is. */
function withDemoKey(ports: Ports): Ports {
  return { ...ports, secrets: { ...ports.secrets, apiKey: async () => demoKey } };
}
