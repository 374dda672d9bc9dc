/** A headless engine from its command line to its exit code. */
import { join } from 'node:path';
import type { Problem } from '../core/problem.ts';
import { PortTaken } from '../engine/door/listen.ts';
import { createEngine } from '../engine/engine.ts';
import { type Ports, systemClock } from '../engine/ports.ts';
import { openSecretsFile } from '../engine/record/secretsFile.ts';
import type { Settings } from '../engine/record/settings.ts';
import { defaultDataDirectory } from './dataDirectory.ts';
import { type Demo, demoKey, lendToDemo, startDemo } from './demo.ts';
import { createLog } from './log.ts';
import { type HeadlessOptions, readOptions, usage } from './options.ts';
import type { Places } from './places.ts';
import { type OpenedConfig, openConfigFile, openOwnConfig } from './readConfig.ts';

export type Surroundings = {
  readonly environment: NodeJS.ProcessEnv;
  readonly places: Places;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Resolves when the process is asked to stop. */
  readonly stopAsked: Promise<void>;
};

/** Exit codes: 0 stopped as asked, 1 a fault of ours, 2 a configuration that cannot be used, 3 a port in use. */
export async function runHeadless(args: readonly string[], around: Surroundings): Promise<number> {
  const { options, faults } = readOptions(args);
  if (options === null) return complain(around, faults);
  if (options.isHelp) {
    around.print(usage);
    return 0;
  }
  const home = homeOf(options, around);
  let config: OpenedConfig | null = null;
  try {
    const { configFile } = options;
    config = await (configFile === null
      ? openOwnConfig(home, options, { clock: systemClock })
      : openConfigFile(configFile, options));
    if (config.settings === null) return complain(around, config.faults);
    return await serve(options, home, config, around);
  } catch (error) {
    if (error instanceof PortTaken) {
      around.printError(portSentence(error, config?.settings ?? null));
      return 3;
    }
    const sentence = refusalSentence(error);
    if (sentence === null) throw error;
    return complain(around, [sentence]);
  }
}

function homeOf({ dataDir, isDemo }: HeadlessOptions, { environment }: Surroundings): string {
  return dataDir ?? join(defaultDataDirectory(process.platform, environment), isDemo ? 'demo' : 'show');
}

async function serve(
  options: HeadlessOptions,
  home: string,
  { settings, kept, problems: found }: Extract<OpenedConfig, { faults: null }>,
  around: Surroundings,
): Promise<number> {
  const { environment, places } = around;
  const log = createLog(options.logLevel);
  const { secrets, problems: ofSecrets } = await openSecretsFile(home, environment, { clock: systemClock });
  const problems: readonly Problem[] = [...found, ...ofSecrets];
  const ports: Ports = {
    clock: systemClock,
    log,
    secrets: options.isDemo ? { ...secrets, apiKey: async () => demoKey } : secrets,
  };
  const demo: Demo | null = options.isDemo
    ? await startDemo(options.configFile === null ? kept : lendToDemo(kept), home, places, ports)
    : null;
  const engine = await createEngine(demo?.settings ?? settings, ports, {
    kept: demo?.kept ?? kept,
    dataDir: home,
    isDemo: demo !== null,
    ownHosts: demo === null ? [] : [demo.host],
    rendererDir: places.renderer,
    overlayDir: places.overlay,
    hasControlPort: true,
    isPortFatal: true,
    version: places.version,
    problems,
  }).catch(async (error: unknown) => {
    await demo?.service.stop();
    throw error;
  });
  try {
    const { feed, desk, webhook } = await engine.start();
    const token = await secrets.deskToken();
    if (options.isReadyJson) around.print(JSON.stringify({ event: 'ready', feed, desk, token, webhook }));
    else for (const line of greeting(feed, desk, webhook, token, demo)) around.print(line);
    await around.stopAsked;
    return 0;
  } finally {
    await engine.stop();
    await demo?.service.stop();
  }
}

function greeting(
  feed: string | null,
  desk: string | null,
  webhook: string | null,
  token: string,
  demo: Demo | null,
): readonly string[] {
  return [
    `Desk     ${desk}/#token=${token}`,
    `Feed     ${feed}/`,
    ...(webhook === null ? [] : [`Webhook  ${webhook}`]),
    ...(demo === null ? [] : [`Service  ${demo.authoringUrl}  (the demo's own; its authoring page)`]),
  ];
}

function complain(around: Surroundings, faults: readonly string[]): number {
  for (const fault of faults) around.printError(fault);
  return 2;
}

const unusable = new Set(['EEXIST', 'ENOTDIR', 'ENOENT', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC']);
const unreachable = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

/** What a person can mend by another flag: the data directory, or the address to bind to. Null for a fault of ours. */
function refusalSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'DataDirLocked')
    return `${error.message}. End that one, or choose another directory with --data-dir.`;
  const { code = '', path, address, hostname }: Refusal = error;
  if (path !== undefined && unusable.has(code))
    return `${path} cannot be used for state (${code}). Make it a directory that can be written, or choose another with --data-dir.`;
  const host = address ?? hostname;
  if (host !== undefined && unreachable.has(code))
    return `${host} is no address of this machine (${code}). Give one that is with --host, or in the configuration.`;
  return null;
}

/** What Node adds to the errors of the system. */
type Refusal = Error & {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
};

function portSentence({ port }: PortTaken, settings: Settings | null): string {
  const flag =
    port === settings?.feedServer.port
      ? '--feed-port'
      : port === settings?.desk.port
        ? '--control-port'
        : port === settings?.source.push.port
          ? '--webhook-port'
          : 'the port';
  return `Port ${port} is in use, so Greenroom cannot start. End the program that has it, or choose another with ${flag}.`;
}
