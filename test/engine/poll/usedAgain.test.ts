/** Tests that a collection which a feed uses again is read in full as often as before. */
import { expect, test } from 'vitest';
import { pointFeed } from '../pointFeed.ts';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

test('a change with the same ETag reaches air with the next full poll, also after the feed used another collection', async () => {
  let live = ['a', 'b'];
  const harness = await createHarness((request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    respondWithCollection(() => collection(id, 10, id === 'col_1' ? live : ['x']))(request, response);
  });
  await harness.source.start();
  await harness.settle();
  await pointFeed('main', 'col_2', false, harness);
  await harness.advance(5000);
  await pointFeed('main', 'col_1', false, harness);
  await harness.advance(5000);
  expect(harness.onAir()).toEqual(['a', 'b']);
  // As after two edits within a second, the date and so the ETag stay.
  live = ['b'];
  await harness.advance(70_000);
  expect(harness.onAir()).toEqual(['b']);
});
