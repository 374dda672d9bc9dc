/** Opens the configured show, or the demo until a service was chosen. */
import { join } from 'node:path';
import { app } from 'electron';
import type { Problem } from '../core/problem.ts';
import type { Ports } from '../engine/ports.ts';
import type { SecretStore } from '../engine/settings/secretStore.ts';
import type { DesktopArguments } from '../start/desktop/arguments.ts';
import { openShows, type ShowKind, type Shows } from '../start/openShows.ts';
import type { ProductPaths } from '../start/productPaths.ts';
import { ConfigurationFault, type Flags, openConfigFile, openOwnConfig, requireValid } from '../start/readConfig.ts';
import { readServiceToken } from '../start/serviceToken.ts';
import { openUpdateInstaller } from './updates.ts';

/** The desk shows `problems` with the show’s own. Rejects with ConfigurationFault, or if the data directory cannot be used. */
export async function openShow(
  args: DesktopArguments,
  home: string,
  ownFolder: string,
  paths: ProductPaths,
  ports: Ports,
  secretStore: SecretStore,
  problems: readonly Problem[],
): Promise<Shows> {
  const { configFile } = args;
  const flags: Flags = { feedPort: args.feedPort, controlPort: null, webhookPort: null, host: null, isFeedOpen: false };
  // The demo has its own settings, so that trying it out does not change the show’s.
  const homeOf = (settingsDir: string, dataDir: string) => ({
    dataDir,
    openConfig: async () =>
      requireValid(
        await (configFile === null ? openOwnConfig(settingsDir, flags, ports) : openConfigFile(configFile, flags)),
      ),
  });
  const homes = { own: homeOf(home, join(home, 'show')), demo: homeOf(join(home, 'demo'), join(home, 'demo')) };
  const ownConfig = await homes.own.openConfig();
  // Settings that can’t be read name no service either, but the demo must not go on air in place of the show.
  const hasNoService = ownConfig.settings.source.baseUrl === '' && ownConfig.problems.length === 0;
  const isFirstStart = configFile === null && hasNoService;
  const first: ShowKind = args.isDemo || isFirstStart ? 'demo' : 'own';
  const { token: serviceToken, fault } = readServiceToken(process.env);
  if (first === 'demo' && fault !== null) throw new ConfigurationFault(fault);
  const updateInstaller = await openUpdateInstaller(home, ownFolder, paths.version, ports.log);
  return openShows(
    {
      ...{ first, firstConfig: first === 'own' ? ownConfig : await homes.demo.openConfig(), homes, configFile },
      ...{ serviceToken, hasControlPort: false, isPortFatal: false, secretStore, updateInstaller, problems },
      systemLanguages: app.getPreferredSystemLanguages(),
      startFlag: args.isDemo ? '--demo' : null,
    },
    ports,
    paths,
  );
}
