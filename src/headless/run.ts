/** Runs the headless engine from its command line to its exit code. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { OscPortTaken } from '../engine/osc/osc.ts';
import { type Log, systemClock } from '../engine/ports.ts';
import { findOpenFeedFault } from '../engine/settings/openFeed.ts';
import { openSecretsFile } from '../engine/settings/secretsFile.ts';
import type { Settings } from '../engine/settings/settings.ts';
import { PortTaken } from '../http/listen.ts';
import type { Demo } from '../start/demo.ts';
import { describeHungStart, describeStartError } from '../start/describeStartError.ts';
import { watchStart } from '../start/hungStart.ts';
import { createLog } from '../start/log.ts';
import { openLogFile } from '../start/logFile.ts';
import { openShows, type ShowHome, type ShowKind, type Shows } from '../start/openShows.ts';
import { type HeadlessOptions, readOptions, usage } from '../start/options.ts';
import type { ProductPaths } from '../start/productPaths.ts';
import {
  type OpenedConfig,
  openConfigFile,
  openOwnConfig,
  requireValid,
  type ValidConfig,
} from '../start/readConfig.ts';
import { installSafeguards, type Safeguards } from '../start/safeguards.ts';
import { readServiceToken } from '../start/serviceToken.ts';

export type ProcessContext = {
  readonly environment: NodeJS.ProcessEnv;
  readonly paths: ProductPaths;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Resolves on a signal to stop. */
  readonly stopRequested: Promise<void>;
  /** Sets what runs when a signal requests to open the log file again. */
  readonly onReopenLog: (reopen: () => void) => void;
};

/** Exit codes: 0 stopped on request, 1 internal error, 2 invalid configuration, 3 port in use. */
export async function runHeadless(args: readonly string[], shell: ProcessContext): Promise<number> {
  const { options, faults } = readOptions(args);
  if (options === null) return reportFaults(shell, faults);
  const context = options.logFile === null ? shell : withFaultsInFile(shell, options.logFile);
  if (options.isHelpRequested) {
    context.print(usage);
    return 0;
  }
  const serviceToken = readServiceToken(context.environment);
  const homes = findHomes(options, context);
  let config: OpenedConfig | null = null;
  try {
    const { configFile } = options;
    const openConfig = (kind: ShowKind): Promise<OpenedConfig> =>
      configFile === null
        ? openOwnConfig(homes[kind], options, { clock: systemClock })
        : openConfigFile(configFile, options);
    const ownConfig = options.isDemo ? null : await openConfig('own');
    const isDemoFirst = options.isDemoFirst && ownConfig?.settings?.source.baseUrl === '';
    const first: ShowKind = options.isDemo || isDemoFirst ? 'demo' : 'own';
    if (first === 'demo' && serviceToken.fault !== null) return reportFaults(context, [serviceToken.fault]);
    config = first === 'own' && ownConfig !== null ? ownConfig : await openConfig(first);
    if (config.settings === null) return reportFaults(context, config.faults);
    const openFault = findOpenFeedFault(config.settings.feedServer);
    if (openFault !== null)
      return reportFaults(context, [`${config.file}: ${openFault.path}: ${openFault.message} or --open-feed`]);
    const log = openLog(options, context);
    if (log === null) return 2;
    const safeguards = installSafeguards(log, 'ENGINE_FAULT', null);
    const toHome = (kind: ShowKind) => ({
      dataDir: homes[kind],
      openConfig: async () => requireValid(await openConfig(kind)),
    });
    const shows = { first, firstConfig: config, own: toHome('own'), demo: toHome('demo') };
    return await serve(shell.printError, options, shows, serviceToken.token, context, log, safeguards).finally(
      safeguards.remove,
    );
  } catch (error) {
    if (error instanceof PortTaken) {
      context.printError(describePortInUse(error, config?.settings ?? null));
      return 3;
    }
    const message = describeStartError(error, 'with --host or in the configuration');
    if (message === null) throw error;
    return reportFaults(context, [message]);
  }
}

/** The demo has its own data directory, so that trying it out leaves nothing in the show’s. */
function findHomes({ dataDir }: HeadlessOptions, { environment }: ProcessContext): Readonly<Record<ShowKind, string>> {
  const parent = findDefaultDataDirectory(process.platform, environment);
  return dataDir === null
    ? { own: join(parent, 'show'), demo: join(parent, 'demo') }
    : { own: dataDir, demo: join(dataDir, 'demo') };
}

/** Without its last part, which is `show` or `demo`. */
function findDefaultDataDirectory(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Greenroom');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Greenroom');
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'greenroom');
}

type ShowsToServe = Readonly<Record<ShowKind, ShowHome>> & {
  readonly first: ShowKind;
  readonly firstConfig: ValidConfig;
};

async function serve(
  printError: ProcessContext['printError'],
  ...parts: Parameters<typeof startShows>
): Promise<number> {
  const [, shows, , { stopRequested }, log, { clock }] = parts;
  const onHung = (): void => printError(describeHungStart('Greenroom', shows[shows.first].dataDir));
  const started = await watchStart(startShows(...parts), { clock, log, stopRequested, onHung });
  if (started === null) return 0;
  try {
    await stopRequested;
    return 0;
  } finally {
    await started.stop();
  }
}

/** Opens the shows, starts the first, and prints the addresses. */
async function startShows(
  options: HeadlessOptions,
  { first, firstConfig, own, demo: demoHome }: ShowsToServe,
  serviceToken: string | null,
  context: ProcessContext,
  log: Log,
  { clock, raiseOn }: Safeguards,
): Promise<Shows> {
  const { environment, paths } = context;
  // The demo shares the secrets, so that a desk keeps its token when the own show replaces it.
  const { secrets, secretStore, problems } = await openSecretsFile(own.dataDir, environment, { clock });
  const shows = await openShows(
    {
      ...{ first, firstConfig, homes: { own, demo: demoHome }, configFile: options.configFile, serviceToken },
      ...{ hasControlPort: true, isPortFatal: true, secretStore, updateInstaller: null, problems },
      // Follows `LC_ALL`, `LC_MESSAGES` and `LANG`, or the system’s own setting where there are none.
      systemLanguages: [Intl.DateTimeFormat().resolvedOptions().locale],
      startFlag: options.isDemo ? '--demo' : null,
    },
    { clock, log, secrets },
    paths,
  );
  const { engine } = shows;
  raiseOn(engine);
  try {
    const { feed, desk, webhook } = await engine.start();
    const demo = shows.demo();
    const token = await secrets.deskToken();
    const deskAddress =
      options.isTokenPrinted || demo !== null
        ? `${desk}/#token=${token}`
        : `${desk}/  (--print-token adds the token to this address)`;
    const ready = { event: 'ready', feed, desk, token, webhook, service: demo === null ? null : readyService(demo) };
    if (options.isReadyLineJson) context.print(JSON.stringify(ready));
    else for (const line of formatReadyLines(feed, deskAddress, webhook, demo)) context.print(line);
    return shows;
  } catch (error) {
    await shows.stop();
    throw error;
  }
}

/** Writes why Greenroom can’t start to the log file too, because launchd and the Windows task keep no other output. */
function withFaultsInFile(context: ProcessContext, file: string): ProcessContext {
  return {
    ...context,
    printError: (line) => {
      context.printError(line);
      try {
        openLogFile('error', file).log('error', 'START_FAILED', { what: line });
      } catch {
        // A file that can’t be written is reported when the log is opened.
      }
    },
  };
}

/** Returns `null` after printing why the log file can’t be used. */
function openLog({ logLevel, logFile }: HeadlessOptions, context: ProcessContext): Log | null {
  if (logFile === null) return createLog(logLevel);
  try {
    const { log, reopen } = openLogFile(logLevel, logFile);
    context.onReopenLog(reopen);
    return log;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    context.printError(`Can’t write ${resolve(logFile)} (${reason}). Choose another file with --log-file.`);
    return null;
  }
}

function formatReadyLines(
  feed: string | null,
  deskAddress: string,
  webhook: string | null,
  demo: Demo | null,
): readonly string[] {
  return [
    `Desk     ${deskAddress}`,
    `Feed     ${feed}/`,
    ...(webhook === null ? [] : [`Webhook  ${webhook}`]),
    ...(demo === null ? [] : [`Service  ${demo.authoringUrl}  (authoring page of the demo)`]),
  ];
}

function readyService({ started: { baseUrl, authoringUrl, token } }: Demo) {
  return { baseUrl, authoring: authoringUrl, token };
}

function reportFaults(context: ProcessContext, faults: readonly string[]): number {
  for (const fault of faults) context.printError(fault);
  return 2;
}

function describePortInUse(error: PortTaken, settings: Settings | null): string {
  return `${error.label} is in use, so Greenroom can’t start. Quit the program using this port, or ${describePortRemedy(error, settings)}.`;
}

function describePortRemedy(error: PortTaken, settings: Settings | null): string {
  if (error instanceof OscPortTaken) return 'change osc.port in the configuration';
  const { feedServer, desk, source } = settings ?? {};
  const flags = { '--feed-port': feedServer, '--control-port': desk, '--webhook-port': source?.push };
  const flag = Object.entries(flags).find(([, listener]) => listener?.port === error.port)?.[0] ?? null;
  return flag === null ? 'change the port in the configuration' : `choose another with ${flag}`;
}
