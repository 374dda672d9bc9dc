/** A graphics client that reads the feed ten times a second and writes down whatever it should never see. */

const everyMs = 100;

export type Probe = {
  /** While paused (an engine is being started again) nothing is read. */
  readonly pause: (isPaused: boolean) => void;
  /** An empty list is right from now on, or no longer. */
  readonly allowEmpty: (isAllowed: boolean) => void;
  readonly reads: () => number;
  /** What was seen that must not be: never a non-200, an empty or unreadable document, a revision going back, a staged post. */
  readonly complaints: () => readonly string[];
  /** Milliseconds of each read. */
  readonly took: () => readonly number[];
  readonly stop: () => Promise<void>;
};

export function startProbe(feedBase: () => string, canary: string): Probe {
  const complaints: string[] = [];
  const took: number[] = [];
  let isPaused = true;
  let isEmptyRight = false;
  let isStopped = false;
  let revision = 0;

  const complain = (what: string): void => {
    if (complaints.length < 20) complaints.push(what);
  };
  const read = async (): Promise<void> => {
    const startedMs = performance.now();
    const answer = await fetch(`${feedBase()}/feeds/main/live.json`);
    const text = await answer.text();
    took.push(performance.now() - startedMs);
    if (answer.status !== 200) complain(`status ${answer.status}`);
    if (text.includes(canary)) complain('a staged post on the feed');
    const body: { readonly revision: number; readonly items: readonly unknown[] } = JSON.parse(text);
    if (body.items.length === 0 && !isEmptyRight) complain(`empty at revision ${body.revision}`);
    if (body.revision < revision) complain(`revision went back from ${revision} to ${body.revision}`);
    revision = Math.max(revision, body.revision);
  };
  const run = async (): Promise<void> => {
    for (let beat = 0; !isStopped && beat < 100_000; beat += 1) {
      if (!isPaused) {
        try {
          await read();
        } catch (error) {
          // A read that a pause overtook met an engine that was stopped on purpose.
          if (!isPaused && !isStopped) complain(error instanceof Error ? error.message : 'unreadable');
        }
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const running = run();
  return {
    pause: (next) => {
      isPaused = next;
    },
    allowEmpty: (next) => {
      isEmptyRight = next;
    },
    reads: () => took.length,
    complaints: () => complaints,
    took: () => took,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
