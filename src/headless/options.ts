/** Parses the headless command line, without side effects. */
import { parseArgs } from 'node:util';

export type LogLevelName = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type HeadlessOptions = {
  readonly configFile: string | null;
  readonly dataDir: string | null;
  readonly isDemo: boolean;
  readonly feedPort: number | null;
  readonly controlPort: number | null;
  readonly webhookPort: number | null;
  readonly host: string | null;
  readonly logLevel: LogLevelName;
  readonly isReadyLineJson: boolean;
  readonly isHelpRequested: boolean;
};

export const usage = `Usage: npm run headless -- [flags]

Runs Greenroom without a window and serves the desk to a browser.

  --config FILE       read the settings from this JSON file; its schema is resources/config.schema.json
  --data-dir DIR      store state and media in this directory
  --demo              start with the demo show and its own service
  --feed-port N       port of the feed (default 7411)
  --control-port N    port of the desk and the control API (default 7413)
  --webhook-port N    port of the webhook listener (default 7412)
  --host ADDR         address of the feed (default 127.0.0.1)
  --log-level L       debug, info, warn, error or silent (default info)
  --ready-json        print one line of JSON on stdout when everything is listening
  --help              show this help

Port 0 chooses any free port.
`;

const flags = {
  config: { type: 'string' },
  'data-dir': { type: 'string' },
  demo: { type: 'boolean' },
  'feed-port': { type: 'string' },
  'control-port': { type: 'string' },
  'webhook-port': { type: 'string' },
  host: { type: 'string' },
  'log-level': { type: 'string' },
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
  const values = parseFlags(args, faults);
  const readPort = (flag: 'feed-port' | 'control-port' | 'webhook-port'): number | null => {
    const text = values[flag];
    if (text === undefined) return null;
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number <= 65535))
      faults.push(`--${flag}: ${JSON.stringify(text)} is not a port. Use a number from 0 to 65535.`);
    return number;
  };
  const level = values['log-level'] ?? 'info';
  const logLevel = levels.find((known) => known === level);
  if (logLevel === undefined)
    faults.push(
      `--log-level: ${JSON.stringify(level)} is not valid. Use ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}.`,
    );
  for (const flag of ['config', 'data-dir', 'host'] as const)
    if (values[flag]?.trim() === '') faults.push(`--${flag}: must not be empty. Omit the flag to use the default.`);
  const options: HeadlessOptions = {
    configFile: values.config ?? null,
    dataDir: values['data-dir'] ?? null,
    isDemo: values.demo ?? false,
    feedPort: readPort('feed-port'),
    controlPort: readPort('control-port'),
    webhookPort: readPort('webhook-port'),
    host: values.host ?? null,
    logLevel: logLevel ?? 'info',
    isReadyLineJson: values['ready-json'] ?? false,
    isHelpRequested: values.help ?? false,
  };
  return faults.length > 0 ? { options: null, faults } : { options, faults: null };
}

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

function parseFlags(args: readonly string[], faults: string[]): Values {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: false }).values;
  } catch (error) {
    // The argument is not repeated in the message, because it may be a secret.
    const isPositional =
      error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
    const fault = isPositional
      ? 'Unexpected argument without a flag'
      : error instanceof Error
        ? error.message
        : String(error);
    faults.push(
      `${fault}. Valid flags: ${Object.keys(flags)
        .map((flag) => `--${flag}`)
        .join(' ')}`,
    );
    return {};
  }
}
