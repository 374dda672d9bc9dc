/** Tests that a restart does not forget that the service went back to an older list. */
import { expect, test, vi } from 'vitest';
import { restartSource } from '../restartSource.ts';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

test('the next starts say it too, until the service’s next change', async () => {
  let body = collection('col_1', 10, ['a']);
  const harness = await createHarness((request, response) => respondWithCollection(() => body)(request, response));
  await harness.source.start();
  await harness.settle();
  body = collection('col_1', 5, ['a', 'deleted']);
  await harness.advance(130_000);
  expect(harness.problemCodes()).toEqual(['SOURCE_REWOUND']);
  let restarted = harness;
  for (let starts = 0; starts < 2; starts += 1) {
    restarted = await restartSource(restarted);
    await restarted.advance(40_000);
    expect(restarted.problemCodes()).toEqual(['SOURCE_REWOUND']);
  }
  body = collection('col_1', 30, ['a']);
  await restarted.advance(10_000);
  expect(restarted.problemCodes()).toEqual([]);
});
