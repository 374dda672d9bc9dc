/** A graphics client that reads the feed ten times a second and records violations. */

const intervalMs = 100;

export type Probe = {
  /** Pauses reading, for example while an engine restarts. */
  readonly setPaused: (isPaused: boolean) => void;
  /** An empty list is a violation unless allowed. */
  readonly setEmptyAllowed: (isAllowed: boolean) => void;
  readonly readCount: () => number;
  /** Failed reads, empty or unreadable documents, revisions that went back, and staged posts. */
  readonly violations: () => readonly string[];
  readonly durationsMs: () => readonly number[];
  readonly stop: () => Promise<void>;
};

/** Starts paused. `canary` is text that only a staged post contains. */
export function startProbe(feedBase: () => string, canary: string): Probe {
  const violations: string[] = [];
  const durationsMs: number[] = [];
  let isPaused = true;
  let isEmptyAllowed = false;
  let isStopped = false;
  let revision = 0;

  const report = (violation: string): void => {
    if (violations.length < 20) violations.push(violation);
  };
  const read = async (): Promise<void> => {
    const startedMs = performance.now();
    const response = await fetch(`${feedBase()}/feeds/main/live.json`);
    const text = await response.text();
    durationsMs.push(performance.now() - startedMs);
    if (response.status !== 200) report(`status ${response.status}`);
    if (text.includes(canary)) report('a staged post on the feed');
    const body: { readonly revision: number; readonly items: readonly unknown[] } = JSON.parse(text);
    if (body.items.length === 0 && !isEmptyAllowed) report(`empty at revision ${body.revision}`);
    if (body.revision < revision) report(`revision went back from ${revision} to ${body.revision}`);
    revision = Math.max(revision, body.revision);
  };
  const run = async (): Promise<void> => {
    for (let tick = 0; !isStopped && tick < 100_000; tick += 1) {
      if (!isPaused) {
        try {
          await read();
        } catch (error) {
          // A pause during the read means that the engine was stopped on purpose.
          if (!isPaused && !isStopped) report(error instanceof Error ? error.message : 'unreadable');
        }
      }
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  };
  const running = run();
  return {
    setPaused: (next) => {
      isPaused = next;
    },
    setEmptyAllowed: (next) => {
      isEmptyAllowed = next;
    },
    readCount: () => durationsMs.length,
    violations: () => violations,
    durationsMs: () => durationsMs,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
