/** Fails a test file in which React reported an error, for example a list without keys. */
import { afterAll, expect } from 'vitest';

if (typeof document !== 'undefined') {
  const print = console.error;
  const warnings: string[] = [];
  console.error = (...parts: unknown[]) => {
    warnings.push(`${expect.getState().currentTestName}: ${parts.map(String).join(' ')}`);
    print(...parts);
  };
  // Not after each test: React reports most errors once, so a retry of the test would pass.
  afterAll(() => expect(warnings).toEqual([]));
}
