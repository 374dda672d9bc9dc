/** Tests that the first check of a collection counts as due. */
import { expect, test } from 'vitest';
import { createHarness } from '../sourceHarness.ts';

test('a first check is due until the service has answered', async () => {
  const harness = await createHarness(() => undefined, { mode: 'poll' });
  await harness.source.start();
  const source = () => harness.store.state().source;
  await expect.poll(() => source().state).toBe('connecting');
  expect(source().nextCheckAt).not.toBeNull();
});
