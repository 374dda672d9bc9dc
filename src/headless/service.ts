/** Entry point of `npm run service`: the built-in Collections Service alone. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PortTaken } from '../http/listen.ts';
import { createService, defaultTuning } from '../service/service.ts';
import { describeHungStart, describeStartError } from '../start/describeStartError.ts';
import { watchStart } from '../start/hungStart.ts';
import { createLog } from '../start/log.ts';
import { findProductPaths } from '../start/productPaths.ts';
import { installSafeguards } from '../start/safeguards.ts';
import { endProcess, stopInTime } from '../start/stopInTime.ts';
import { isHelpRequested, readServiceOptions, type ServiceOptions, serviceUsage } from './serviceOptions.ts';
import { listenForSignals } from './signals.ts';

function printReady(options: ServiceOptions, started: { baseUrl: string; authoringUrl: string; token: string }): void {
  const { baseUrl, authoringUrl: authoring, token } = started;
  if (options.isReadyLineJson) {
    console.log(JSON.stringify({ event: 'ready', baseUrl, authoring, token }));
    return;
  }
  const [first] = options.keys;
  console.log(`Collections service: ${baseUrl}`);
  if (first?.key === 'demo') console.log(`Try: curl -H 'X-API-Key: demo' ${baseUrl}/v1/collections`);
  console.log(`Authoring page: ${authoring}#token=${token}`);
  console.log(`API reference: ${baseUrl}/openapi`);
  console.log(`Data directory: ${options.dataDir}`);
  console.log('Press Ctrl C to stop.');
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (isHelpRequested(args)) {
    process.stdout.write(serviceUsage);
    return;
  }
  const machine = { environment: process.env, platform: process.platform, home: homedir() };
  const result = readServiceOptions(args, machine);
  if ('faults' in result) {
    for (const fault of result.faults) console.error(fault);
    process.exitCode = 2;
    return;
  }
  const { options } = result;
  const paths = findProductPaths(import.meta.dirname);
  const log = createLog('info');
  const { clock } = installSafeguards(log, 'SERVICE_FAULT', null);
  const service = createService(
    {
      ...options,
      hasDemoActivity: options.fixtures === 'demo',
      demoDir: join(paths.resources, 'demo'),
      pageDir: paths.renderer,
    },
    defaultTuning,
    { clock, log },
  );
  const end = async (code: number): Promise<void> => {
    await stopInTime({ clock, log }, service.stop()).catch((error: unknown) =>
      log('error', 'SERVICE_FAULT', { where: 'stop', error: String(error) }),
    );
    endProcess(
      () => process.exit(code),
      () => process.kill(process.pid, 'SIGKILL'),
    );
  };
  const stopRequested = listenForSignals(console.error, () => undefined);
  void stopRequested.then(() => end(0));
  const onHung = (): void => console.error(describeHungStart('the service', options.dataDir));
  try {
    const started = await watchStart(service.start(), { clock, log, stopRequested, onHung });
    if (started !== null) printReady(options, started);
  } catch (error) {
    if (error instanceof PortTaken) {
      console.error(`${error.message} Quit the program using this port, or choose another with --port.`);
      return end(3);
    }
    const reason = error instanceof Error ? error.message : String(error);
    console.error(describeStartError(error, 'with --host') ?? `The service can’t start: ${reason}.`);
    return end(2);
  }
}

await main();
