/** Opens the configured show, or the demo on a first run, and creates its engine. */
import { join } from 'node:path';
import type { Problem } from '../core/problem.ts';
import type { Engine } from '../engine/engine.ts';
import type { Ports } from '../engine/ports.ts';
import type { SecretStore } from '../engine/settings/secretStore.ts';
import { openEngine } from '../start/openEngine.ts';
import type { ProductPaths } from '../start/productPaths.ts';
import { type Flags, openConfigFile, openOwnConfig } from '../start/readConfig.ts';
import { readServiceToken } from '../start/serviceToken.ts';
import type { DesktopArguments } from './arguments.ts';

/** An invalid configuration; the message has one line for each fault. */
export class ConfigurationFault extends Error {
  override readonly name = 'ConfigurationFault';
}

export type Show = {
  readonly engine: Engine;
  readonly isDemo: boolean;
  /** The service’s page with its token; `null` unless it runs the demo. */
  readonly servicePage: string | null;
  /** Saves and stops the engine and the demo, within a time limit. */
  readonly stop: () => Promise<void>;
};

/** The desk shows `desktopProblems` with the show’s own. Rejects with ConfigurationFault, or if the data directory cannot be used. */
export async function openShow(
  args: DesktopArguments,
  home: string,
  paths: ProductPaths,
  ports: Ports,
  secretStore: SecretStore,
  desktopProblems: readonly Problem[],
): Promise<Show> {
  const flags: Flags = { feedPort: args.feedPort, controlPort: null, webhookPort: null, host: null, isFeedOpen: false };
  const opened = await (args.configFile === null
    ? openOwnConfig(home, flags, ports)
    : openConfigFile(args.configFile, flags));
  if (opened.settings === null) throw new ConfigurationFault(opened.faults.join('\n'));
  const isDemo = args.isDemo || (args.configFile === null && opened.settings.source.baseUrl === '');
  const dataDir = join(home, isDemo ? 'demo' : 'show');
  // The demo has its own settings, so that trying it out does not change the show’s.
  const config = isDemo && args.configFile === null ? await openOwnConfig(dataDir, flags, ports) : opened;
  const problems = [...opened.problems, ...(config === opened ? [] : config.problems)];
  const { configFile } = args;
  const { token: serviceToken, fault } = readServiceToken(process.env);
  if (isDemo && fault !== null) throw new ConfigurationFault(fault);
  const shell = { dataDir, isDemo, configFile, serviceToken, hasControlPort: false, isPortFatal: false, secretStore };
  const { engine, demo, stop } = await openEngine(config, ports, paths, {
    ...shell,
    problems: [...desktopProblems, ...problems],
  });
  return { engine, isDemo, servicePage: demo?.authoringUrl ?? null, stop };
}
