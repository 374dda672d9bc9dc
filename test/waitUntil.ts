/** Waits for a condition, also outside vitest, as in the fault table. Tests with an expectation use `expect.poll`. */

/** Only stops a test that hangs, so it is long enough for a busy machine. */
const defaultLimitMs = 45_000;
const intervalMs = 5;

type Met<T> = Exclude<T, false | null | undefined>;

/** Resolves with the first result that is not `false`, `null` or `undefined`. A condition that throws is tried again. */
export async function waitUntil<T>(
  expectation: string,
  condition: () => T | Promise<T>,
  limitMs = defaultLimitMs,
): Promise<Met<T>> {
  let lastError: unknown = null;
  for (const endMs = performance.now() + limitMs; performance.now() < endMs; ) {
    try {
      const result = await condition();
      if (result !== false && result !== null && result !== undefined) return result as Met<T>;
      lastError = null;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  const reason = lastError === null ? '' : `: ${lastError instanceof Error ? lastError.message : String(lastError)}`;
  throw new Error(`not within ${limitMs} ms: ${expectation}${reason}`);
}
