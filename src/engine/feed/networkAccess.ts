/** Keeps the feed on this machine if other machines would need no token, and shows on the desk where it is open. */

import { isIP } from 'node:net';
import { joinWithAnd } from '../../core/joinWithAnd.ts';
import { speakPhrases } from '../../core/language/say.ts';
import { describeProblem, type Facts } from '../../core/problem.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';
import { listNetworks } from '../../http/machineAddresses.ts';
import type { Cancel, Ports } from '../ports.ts';
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

export type NetworkReport = {
  /** `addresses` has those of the followed interfaces. */
  readonly set: (
    wanted: FeedServerSettings,
    addresses: ReadonlyMap<string, string | null>,
    missing: MissingAddress | null,
  ) => void;
  readonly stop: () => void;
};

const repeatAfterMs = 1000;

/** Raises, logs and clears the problems. */
export function createNetworkReport(
  store: Pick<Store, 'apply'>,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): NetworkReport {
  const shown = new Map<Code, string>();
  let cancelRepeat: Cancel = () => undefined;
  const set: NetworkReport['set'] = (wanted, addresses, missing) => {
    cancelRepeat();
    // Open everywhere, the feed follows no interface that would tell of another address.
    if (isWildcard(wanted.host)) cancelRepeat = clock.after(repeatAfterMs, () => set(wanted, addresses, missing));
    // While the chosen address is absent, the feed is open to this machine only.
    const open = missing === null ? wanted : { ...wanted, host: '127.0.0.1' };
    const facts: Partial<Record<Code, Facts>> = {
      ...findFacts(open, addresses),
      ...(missing === null ? {} : { [missing.code]: missing.facts }),
    };
    for (const code of codes) {
      const found = facts[code];
      const text = found === undefined ? undefined : JSON.stringify(speakPhrases(found));
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
  return { set, stop: () => cancelRepeat() };
}

function findFacts(
  wanted: FeedServerSettings,
  addresses: ReadonlyMap<string, string | null>,
): Partial<Record<Code, Facts>> {
  const open = describeNetworkAccess(wanted);
  if (open === null) return {};
  if (findOpenFeedFault(wanted) !== null)
    return { FEED_TOKEN_MISSING: { open: () => describeNetworkAccess(wanted) ?? '' } };
  const absent = [...addresses].flatMap(([name, address]) => (address === null ? [name] : []));
  const present = [...addresses].flatMap(([name, address]) => (address === null ? [] : [`${address} (${name})`]));
  const fixed = describeNetworkAccess({ ...wanted, interfaces: [] });
  const everywhere = isWildcard(wanted.host) ? listEveryAddress(wanted.host) : [];
  const reachable = everywhere.length > 0 ? everywhere : [...(fixed === null ? [] : [fixed]), ...present];
  return {
    ...(absent.length === 0 ? {} : { FEED_INTERFACE_ABSENT: { interfaces: () => joinWithAnd(absent) } }),
    ...(wanted.readToken === null && reachable.length > 0
      ? { FEED_OPEN_TO_NETWORK: { addresses: () => joinWithAnd(reachable) } }
      : {}),
  };
}

/** 0.0.0.0 opens no IPv6 address. */
function listEveryAddress(wildcard: string): readonly string[] {
  return listNetworks()
    .filter(({ address }) => wildcard === '::' || isIP(address) === 4)
    .map(({ name, address }) => `${address} (${name})`);
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
