/** Whose turn it is to be fetched: the most urgent first, few at a time, fewer from one host, none from one that is down. */

export type Waiting = { readonly url: string; readonly host: string };

export type FetchQueue = {
  /** Replaces what waits, most urgent first. What is under way stays so. */
  readonly fill: (waiting: readonly Waiting[]) => void;
  /** The next one whose turn it is, now under way; null: nobody's. */
  readonly next: (nowMs: number) => Waiting | null;
  /** That one is no longer under way. A host that failed five times running rests. */
  readonly finish: (one: Waiting, hasFailed: boolean, nowMs: number) => void;
  readonly isUnderWay: (url: string) => boolean;
};

const mostUnderWay = 4;
const mostEachHost = 2;
const failuresToRest = 5;
const restMs = 30_000;

export function createFetchQueue(): FetchQueue {
  let places = new Map<string, { readonly one: Waiting; readonly rank: number }[]>();
  const underWay = new Set<string>();
  const perHost = new Map<string, number>();
  const failures = new Map<string, { running: number; restsUntilMs: number }>();

  return {
    fill: (waiting) => {
      places = new Map();
      // Filled from the back, so that the most urgent stands at the end, where it is cheap to take.
      for (let rank = waiting.length - 1; rank >= 0; rank -= 1) {
        const one = waiting[rank];
        if (one === undefined || underWay.has(one.url)) continue;
        const line = places.get(one.host);
        if (line === undefined) places.set(one.host, [{ one, rank }]);
        else line.push({ one, rank });
      }
    },
    next: (nowMs) => {
      if (underWay.size >= mostUnderWay) return null;
      let best: { readonly one: Waiting; readonly rank: number } | null = null;
      for (const [host, line] of places) {
        const head = line.at(-1);
        if (head === undefined || (perHost.get(host) ?? 0) >= mostEachHost) continue;
        if ((failures.get(host)?.restsUntilMs ?? 0) > nowMs) continue;
        if (best === null || head.rank < best.rank) best = head;
      }
      if (best === null) return null;
      places.get(best.one.host)?.pop();
      underWay.add(best.one.url);
      perHost.set(best.one.host, (perHost.get(best.one.host) ?? 0) + 1);
      return best.one;
    },
    finish: ({ url, host }, hasFailed, nowMs) => {
      if (!underWay.delete(url)) return;
      const left = (perHost.get(host) ?? 1) - 1;
      if (left > 0) perHost.set(host, left);
      else perHost.delete(host);
      if (!hasFailed) return void failures.delete(host);
      const before = failures.get(host)?.running ?? 0;
      const running = before + 1;
      failures.set(host, { running, restsUntilMs: running >= failuresToRest ? nowMs + restMs : 0 });
    },
    isUnderWay: (url) => underWay.has(url),
  };
}
