/** Parses the headless command line, without side effects. */
import { readFlags } from './readFlags.ts';

export type LogLevelName = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type HeadlessOptions = {
  readonly configFile: string | null;
  readonly dataDir: string | null;
  readonly isDemo: boolean;
  /** Runs the demo until a service was chosen. */
  readonly isDemoFirst: boolean;
  readonly feedPort: number | null;
  readonly controlPort: number | null;
  readonly webhookPort: number | null;
  readonly host: string | null;
  readonly logLevel: LogLevelName;
  /** Opens the feed to a network without a read token. */
  readonly isFeedOpen: boolean;
  /** `null` logs to stderr. */
  readonly logFile: string | null;
  readonly isTokenPrinted: boolean;
  readonly isReadyLineJson: boolean;
  readonly isHelpRequested: boolean;
};

export const usage = `Usage: npm run headless -- [flags]
       node greenroom.js [flags]       in the archive and the deb package

Runs Greenroom without a window and serves the desk to a browser.

  --config FILE       read the settings from this JSON file; its schema is resources/config.schema.json
  --data-dir DIR      store state and media in this directory (default: Greenroom's folder in your application data)
  --demo              run the demo show on its own built-in service
  --demo-first        run the demo until you have chosen a service on the desk, then your own show
  --feed-port N       port of the feed (default 7411)
  --control-port N    port of the desk and the control API (default 7413)
  --webhook-port N    port of the webhook listener (default 7412)
  --host ADDR         network address that the feed listens on (default 127.0.0.1)
  --open-feed         let other machines read the feed without a read token
  --log-level L       debug, info, warn, error or silent (default info)
  --log-file FILE     log to this file, renamed to FILE.previous at 5 MiB (default: stderr)
  --print-token       print the desk's address with its token; without it, only the demo's is printed
  --ready-json        print one line of JSON on stdout when everything is listening
  --help              show this help

Port 0 chooses any free port.

GREENROOM_API_KEY, GREENROOM_WEBHOOK_SECRET, GREENROOM_WEBHOOK_SECRET_NEXT and GREENROOM_DESK_TOKEN set the secrets.
SIGUSR1 opens the log file by its name again, after logrotate has renamed it.
Exit codes: 0 stopped on request, 1 internal error, 2 invalid flag, configuration or data directory, 3 port in use.
`;

const flags = {
  config: { type: 'string' },
  'data-dir': { type: 'string' },
  demo: { type: 'boolean' },
  'demo-first': { type: 'boolean' },
  'feed-port': { type: 'string' },
  'control-port': { type: 'string' },
  'webhook-port': { type: 'string' },
  host: { type: 'string' },
  'open-feed': { type: 'boolean' },
  'log-level': { type: 'string' },
  'log-file': { type: 'string' },
  'print-token': { type: 'boolean' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const levels: readonly LogLevelName[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Returns the options, or one line for each fault. */
export function readOptions(
  args: readonly string[],
):
  | { readonly options: HeadlessOptions; readonly faults: null }
  | { readonly options: null; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const valuesByFlag = readFlags(args, flags, faults);
  const lastValueOf = (flag: keyof typeof flags): string | undefined => valuesByFlag.get(flag)?.at(-1);
  const readPort = (flag: 'feed-port' | 'control-port' | 'webhook-port'): number | null => {
    const text = lastValueOf(flag);
    if (text === undefined) return null;
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number <= 65535))
      faults.push(`--${flag}: ${JSON.stringify(text)} is not a port. Use a number from 0 to 65535.`);
    return number;
  };
  const level = lastValueOf('log-level') ?? 'info';
  const logLevel = levels.find((known) => known === level);
  if (logLevel === undefined)
    faults.push(
      `--log-level: ${JSON.stringify(level)} is not valid. Use ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}.`,
    );
  const options: HeadlessOptions = {
    configFile: lastValueOf('config') ?? null,
    dataDir: lastValueOf('data-dir') ?? null,
    isDemo: valuesByFlag.has('demo'),
    isDemoFirst: valuesByFlag.has('demo-first'),
    feedPort: readPort('feed-port'),
    controlPort: readPort('control-port'),
    webhookPort: readPort('webhook-port'),
    host: lastValueOf('host') ?? null,
    logLevel: logLevel ?? 'info',
    isFeedOpen: valuesByFlag.has('open-feed'),
    logFile: lastValueOf('log-file') ?? null,
    isTokenPrinted: valuesByFlag.has('print-token'),
    isReadyLineJson: valuesByFlag.has('ready-json'),
    isHelpRequested: valuesByFlag.has('help'),
  };
  return faults.length > 0 ? { options: null, faults } : { options, faults: null };
}
