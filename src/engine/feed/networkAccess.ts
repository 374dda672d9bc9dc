/** Keeps the feed on this machine if other machines would need no token, and shows on the desk where it is open. */
import { isIP } from 'node:net';
import { describeProblem, type Facts } from '../../core/problem.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';
import { listNetworks } from '../../http/machineAddresses.ts';
import type { Ports } from '../ports.ts';
import { describeNetworkAccess, findOpenFeedFault } from '../settings/openFeed.ts';
import type { FeedServerSettings } from '../settings/settings.ts';
import type { Store } from '../store.ts';
import type { MissingAddress } from './addresses.ts';
import { isWildcard } from './listeners.ts';

/** Returns settings for this machine only if the given ones open the feed with neither a token nor consent. */
export function keepClosedWithoutToken(settings: FeedServerSettings): FeedServerSettings {
  return findOpenFeedFault(settings) === null ? settings : { ...settings, host: '127.0.0.1', interfaces: [] };
}

const codes = [
  'FEED_PORT_TAKEN',
  'FEED_HOST_ABSENT',
  'FEED_TOKEN_MISSING',
  'FEED_OPEN_TO_NETWORK',
  'FEED_INTERFACE_ABSENT',
] as const;
type Code = (typeof codes)[number];

/** Returns a function that raises, logs and clears the problems. `addresses` has those of the followed interfaces. */
export function createNetworkReport(
  store: Pick<Store, 'apply'>,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): (wanted: FeedServerSettings, addresses: ReadonlyMap<string, string | null>, missing: MissingAddress | null) => void {
  const shown = new Map<Code, string>();
  return (wanted, addresses, missing) => {
    // While the chosen address is absent, the feed is open to this machine only.
    const open = missing === null ? wanted : { ...wanted, host: '127.0.0.1' };
    const facts: Partial<Record<Code, Facts>> = {
      ...findFacts(open, addresses),
      ...(missing === null ? {} : { [missing.code]: missing.facts }),
    };
    for (const code of codes) {
      const found = facts[code];
      const text = found === undefined ? undefined : JSON.stringify(found);
      if (shown.get(code) === text) continue;
      if (found === undefined || text === undefined) {
        shown.delete(code);
        void store.apply({ type: 'problemCleared', code, about: 'feed' });
      } else {
        shown.set(code, text);
        const problem = describeProblem(code, 'feed', new Date(clock.now()).toISOString(), found);
        log('warn', code, { about: problem.about, message: problem.message });
        void store.apply({ type: 'problemRaised', problem });
      }
    }
  };
}

function findFacts(
  wanted: FeedServerSettings,
  addresses: ReadonlyMap<string, string | null>,
): Partial<Record<Code, Facts>> {
  const open = describeNetworkAccess(wanted);
  if (open === null) return {};
  if (findOpenFeedFault(wanted) !== null) return { FEED_TOKEN_MISSING: { open } };
  const absent = [...addresses].flatMap(([name, address]) => (address === null ? [name] : []));
  const present = [...addresses].flatMap(([name, address]) => (address === null ? [] : [`${address} (${name})`]));
  const fixed = describeNetworkAccess({ ...wanted, interfaces: [] });
  const reachable = [...(fixed === null ? [] : [fixed]), ...present].join(' and ');
  return {
    ...(absent.length === 0 ? {} : { FEED_INTERFACE_ABSENT: { interfaces: absent.join(' and ') } }),
    ...(wanted.readToken === null && reachable !== '' ? { FEED_OPEN_TO_NETWORK: { addresses: reachable } } : {}),
  };
}

/** The IPv4 addresses at which other machines can read the feed. */
export function listAnnouncedAddresses(
  { host, interfaces }: FeedServerSettings,
  addresses: ReadonlyMap<string, string | null>,
): readonly string[] {
  const open = isWildcard(host)
    ? listNetworks().map(({ address }) => address)
    : [host, ...interfaces.flatMap((name) => addresses.get(name) ?? [])];
  return [...new Set(open)].filter((address) => isIP(address) === 4 && !isLoopbackName(address));
}

/** Returns a function that raises the problem with the announcement, or clears it with `null`. */
export function createAnnouncementReport(
  store: Pick<Store, 'apply'>,
  { clock }: Pick<Ports, 'clock'>,
): (error: string | null) => void {
  let shown: string | null = null;
  return (error) => {
    if (error === shown) return;
    shown = error;
    void store.apply(
      error === null
        ? { type: 'problemCleared', code: 'FEED_NOT_ANNOUNCED', about: 'feed' }
        : {
            type: 'problemRaised',
            problem: describeProblem('FEED_NOT_ANNOUNCED', 'feed', new Date(clock.now()).toISOString(), {
              what: error,
            }),
          },
    );
  };
}
