/** Parses the service’s command line into settings, or one line for each fault. */
import { join } from 'node:path';
import type { ServiceSettings } from '../service/service.ts';
import { readFlags } from '../start/readFlags.ts';
import { readServiceToken } from '../start/serviceToken.ts';

/** Settings that the command line sets. */
export type ServiceOptions = Pick<
  ServiceSettings,
  'host' | 'port' | 'dataDir' | 'keys' | 'fixtures' | 'webhooks' | 'isVaryLiteral' | 'hasFaultSwitches' | 'token'
> & {
  readonly isReadyLineJson: boolean;
};

export type Machine = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
};

export type ServiceOptionsResult = { readonly options: ServiceOptions } | { readonly faults: readonly string[] };

export const serviceUsage = `Usage: npm run service -- [flags]
       node out/main/service.js [flags]       in the archive and the deb package

Runs the built-in Content Collections Service alone.

  --port N                       port (default 7410; 0 for any free port)
  --host ADDR                    address to listen on (default 127.0.0.1)
  --data-dir DIR                 store everything in this directory (default: Greenroom's folder in your application data)
  --api-key KEY=organisation     API key for readers; repeatable (default demo=demo)
  --fixtures demo|empty          add the demo show, or nothing (default empty)
  --webhook URL                  notify this endpoint of every change; repeatable
  --webhook-secret S             secret of the corresponding --webhook; repeatable
  --literal-vary                 send Vary as the service's documentation lists it, without X-API-Key
  --faults                       enable the fault switches, for tests only
  --ready-json                   print one line of JSON on stdout when ready
  --help                         show this help

GREENROOM_SERVICE_TOKEN sets the authoring token. Without it, each start generates a new one.
Exit codes: 0 stopped on request, 2 invalid flag or data directory, 3 port in use.
`;

const flags = {
  port: { type: 'string', multiple: true },
  host: { type: 'string', multiple: true },
  'data-dir': { type: 'string', multiple: true },
  'api-key': { type: 'string', multiple: true },
  fixtures: { type: 'string', multiple: true },
  webhook: { type: 'string', multiple: true },
  'webhook-secret': { type: 'string', multiple: true },
  'literal-vary': { type: 'boolean' },
  faults: { type: 'boolean' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const repeatable: readonly string[] = ['api-key', 'webhook', 'webhook-secret'];

/** True if --help is anywhere on the command line, even next to invalid flags. */
export function isHelpRequested(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

export function readServiceOptions(args: readonly string[], machine: Machine): ServiceOptionsResult {
  const faults: string[] = [];
  const valuesByFlag = readFlags(args, flags, faults);
  for (const [name, values] of valuesByFlag) {
    if (values.length > 1 && !repeatable.includes(name))
      faults.push(`--${name}: given ${values.length} times. Use it once.`);
  }
  const valuesOf = (name: keyof typeof flags): readonly string[] => valuesByFlag.get(name) ?? [];
  const serviceToken = readServiceToken(machine.environment);
  const options: ServiceOptions = {
    host: valuesOf('host')[0] ?? '127.0.0.1',
    port: readPort(valuesOf('port')[0] ?? '7410', faults),
    dataDir: valuesOf('data-dir')[0] ?? findDefaultServiceDirectory(machine),
    keys: readKeys(valuesOf('api-key'), faults),
    fixtures: readFixtures(valuesOf('fixtures')[0] ?? 'empty', faults),
    webhooks: readWebhooks(valuesOf('webhook'), valuesOf('webhook-secret'), faults),
    isVaryLiteral: valuesByFlag.has('literal-vary'),
    hasFaultSwitches: valuesByFlag.has('faults'),
    token: serviceToken.token,
    isReadyLineJson: valuesByFlag.has('ready-json'),
  };
  if (serviceToken.fault !== null) faults.push(serviceToken.fault);
  return faults.length === 0 ? { options } : { faults };
}

function readPort(text: string, faults: string[]): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  faults.push(`--port: ${text} is not a port. Use a number from 0 to 65535; 0 for any free port.`);
  return 0;
}

function readKeys(texts: readonly string[], faults: string[]): ServiceOptions['keys'] {
  if (texts.length === 0) return [{ key: 'demo', organisation: 'demo' }];
  return texts.map((text, index) => {
    const separator = text.lastIndexOf('=');
    const key = text.slice(0, Math.max(0, separator));
    const organisation = text.slice(separator + 1);
    // The key is not part of the message, because logs keep terminal output.
    const isValid = /^[\x21-\x7e]{1,200}$/.test(key) && /^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$/.test(organisation);
    if (!isValid) faults.push(`--api-key (${index + 1} of ${texts.length}): not valid. Use KEY=organisation.`);
    return { key, organisation };
  });
}

function readFixtures(text: string, faults: string[]): ServiceOptions['fixtures'] {
  if (text === 'demo' || text === 'empty') return text;
  faults.push(`--fixtures: ${text} is not valid. Use demo or empty.`);
  return 'empty';
}

function readWebhooks(
  urls: readonly string[],
  secrets: readonly string[],
  faults: string[],
): ServiceOptions['webhooks'] {
  if (urls.length !== secrets.length) {
    faults.push(
      `${urls.length} --webhook but ${secrets.length} --webhook-secret. Give one secret for each webhook, in the same order.`,
    );
  }
  for (const url of urls) {
    const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    if (!isAddress) faults.push(`--webhook: ${url} is not an http or https address.`);
  }
  return urls.map((url, index) => ({ url, secret: secrets[index] ?? '' }));
}

function findDefaultServiceDirectory({ environment, platform, home }: Machine): string {
  const local = environment['LOCALAPPDATA'];
  if (platform === 'win32') return join(local ?? join(home, 'AppData', 'Local'), 'Greenroom', 'service');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Greenroom', 'service');
  return join(environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'greenroom', 'service');
}
