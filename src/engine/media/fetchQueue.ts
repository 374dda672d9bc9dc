/** Orders fetches by urgency, limits them in total and per host, and pauses hosts that fail. */

export type QueuedFetch = { readonly url: string; readonly host: string };

export type FetchQueue = {
  /** Replaces the waiting addresses, most urgent first. Running fetches continue. */
  readonly fill: (waiting: readonly string[]) => void;
  /** Starts the next entry; `null` if none may start now. */
  readonly next: (nowMs: number) => QueuedFetch | null;
  /** A host that fails five times in a row is paused. */
  readonly finish: (entry: QueuedFetch, hasFailed: boolean, nowMs: number) => void;
};

const maxFetches = 4;
const maxFetchesPerHost = 2;
const failuresBeforePause = 5;
const pauseMs = 30_000;

export function createFetchQueue(): FetchQueue {
  let waitingByHost = new Map<string, { readonly entry: QueuedFetch; readonly rank: number }[]>();
  /** Hosts of the waiting addresses; reading thousands of addresses takes milliseconds. */
  let hosts: ReadonlyMap<string, string> = new Map();
  const fetching = new Set<string>();
  const fetchesByHost = new Map<string, number>();
  const failures = new Map<string, { consecutive: number; pausedUntilMs: number }>();

  return {
    fill: (waiting) => {
      waitingByHost = new Map();
      hosts = new Map(waiting.map((url) => [url, hosts.get(url) ?? URL.parse(url)?.host ?? '']));
      // In reverse order, because removing the last entry is cheap.
      for (let rank = waiting.length - 1; rank >= 0; rank -= 1) {
        const url = waiting[rank];
        if (url === undefined || fetching.has(url)) continue;
        const entry = { url, host: hosts.get(url) ?? '' };
        const sameHost = waitingByHost.get(entry.host);
        if (sameHost === undefined) waitingByHost.set(entry.host, [{ entry, rank }]);
        else sameHost.push({ entry, rank });
      }
    },
    next: (nowMs) => {
      if (fetching.size >= maxFetches) return null;
      let best: { readonly entry: QueuedFetch; readonly rank: number } | null = null;
      for (const [host, sameHost] of waitingByHost) {
        const first = sameHost.at(-1);
        if (first === undefined || (fetchesByHost.get(host) ?? 0) >= maxFetchesPerHost) continue;
        if ((failures.get(host)?.pausedUntilMs ?? 0) > nowMs) continue;
        if (best === null || first.rank < best.rank) best = first;
      }
      if (best === null) return null;
      const { url, host } = best.entry;
      waitingByHost.get(host)?.pop();
      fetching.add(url);
      fetchesByHost.set(host, (fetchesByHost.get(host) ?? 0) + 1);
      return best.entry;
    },
    finish: ({ url, host }, hasFailed, nowMs) => {
      if (!fetching.delete(url)) return;
      const remaining = (fetchesByHost.get(host) ?? 1) - 1;
      if (remaining > 0) fetchesByHost.set(host, remaining);
      else fetchesByHost.delete(host);
      if (!hasFailed) return void failures.delete(host);
      const consecutive = (failures.get(host)?.consecutive ?? 0) + 1;
      failures.set(host, { consecutive, pausedUntilMs: consecutive >= failuresBeforePause ? nowMs + pauseMs : 0 });
    },
  };
}
