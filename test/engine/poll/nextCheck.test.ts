/** Tests that the first check of a collection counts as due. */
import { expect, test } from 'vitest';
import { createHarness } from '../sourceHarness.ts';

test.each(['push', 'hybrid', 'poll'] as const)(
  'a first check is due until the service has answered (%s)',
  async (mode) => {
    const harness = await createHarness(() => undefined, { mode });
    await harness.source.start();
    const { state, nextCheckAt } = harness.store.state().source;
    expect(state).toBe('connecting');
    expect(nextCheckAt).not.toBeNull();
  },
);
