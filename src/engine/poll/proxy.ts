/** Chooses the proxy for the service: the setting, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment. */
import { hostName, isLoopbackName } from '../../http/hostGuard.ts';
import type { BaseAddress } from './address.ts';

export type HttpProxy = {
  /** Without user name and password. */
  readonly origin: string;
  /** Host and port, for people. */
  readonly host: string;
  /** Value of the Proxy-Authorization header, from the environment only; `null` for none. Secret. */
  readonly authorization: string | null;
  readonly from: 'setting' | 'environment';
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the proxy; `null` connects directly, as always to this machine. `unusable` is a value of the environment that is no address of an HTTP proxy. */
export function findProxy(base: BaseAddress, setting: string, environment: Environment): HttpProxy | 'unusable' | null {
  const url = new URL(base.origin);
  if (setting === 'none' || isLoopbackName(hostName(url.host) ?? '')) return null;
  if (setting !== '') return readProxy(setting, 'setting') ?? 'unusable';
  const read = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  const value = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (value === '' || isExcluded(url, read('NO_PROXY'))) return null;
  return readProxy(value.includes('://') ? value : `http://${value}`, 'environment') ?? 'unusable';
}

function readProxy(address: string, from: HttpProxy['from']): HttpProxy | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname, port, username, password } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const credentials = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64');
  return {
    origin,
    host: `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`,
    authorization: username === '' && password === '' ? null : `Basic ${credentials}`,
    from,
  };
}

/** A part that is no valid escape is taken as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether NO_PROXY names this host or a domain above it, with or without a port, or `*`. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, namePart = '', entryPort] =
        /^(.*?)(?::(\d+))?$/.exec(/:.*:/.test(entry) && !entry.includes(']') ? `[${entry}]` : entry) ?? [];
      const name = namePart
        .replace(/^\[|\]$/g, '')
        .replace(/^\*?\./, '')
        .toLowerCase();
      return (entryPort === undefined || entryPort === usedPort) && (host === name || host.endsWith(`.${name}`));
    });
}
