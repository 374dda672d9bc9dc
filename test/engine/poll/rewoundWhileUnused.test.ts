/** A collection that the service restored from a backup while no feed used it. */
import { expect, it } from 'vitest';
import { createFeedHandlers } from '../../../src/engine/commands/feedCommands.ts';
import { collection, createHarness, type Harness, respondWithCollection } from '../sourceHarness.ts';

/** A feed has used `col_2`, and then `col_1` for some time. Meanwhile the service went back to an older version of `col_2`. */
async function startRewound(awayMs: number): Promise<Harness & { readonly pointTo: (id: string) => Promise<void> }> {
  let second = collection('col_2', 20, ['newer']);
  const harness = await createHarness(
    (request, response) =>
      respondWithCollection(() => (request.url?.includes('col_2') ? second : collection('col_1', 1, ['other'])))(
        request,
        response,
      ),
    { mode: 'poll' },
    ['col_1'],
  );
  const feeds = createFeedHandlers({
    ...harness,
    settings: { saveChosenCollection: async () => undefined },
    listAt: async () => null,
  });
  const pointTo = async (collectionId: string): Promise<void> => {
    const at = new Date(harness.clock.now()).toISOString();
    const input = { feed: 'main', collectionId, hold: false, gate: null };
    expect(await feeds.point(input, { by: 'Ines', at })).toMatchObject({ ok: true });
    await harness.settle();
  };
  await harness.source.start();
  await harness.settle();
  await pointTo('col_2');
  await pointTo('col_1');
  second = collection('col_2', 10, ['restored']);
  await harness.advance(awayMs);
  return { ...harness, pointTo };
}

it('shows its list when a feed uses it again', async () => {
  const { pointTo, onAir, problemCodes } = await startRewound(70_000);
  await pointTo('col_2');
  expect(onAir()).toEqual(['restored']);
  expect(problemCodes()).not.toContain('SOURCE_OLDER_IGNORED');
});

it('keeps the newer list for a while if a cache could have sent the older one', async () => {
  const { pointTo, onAir, problemCodes, advance } = await startRewound(10_000);
  await pointTo('col_2');
  expect(onAir()).toEqual(['newer']);
  expect(problemCodes()).toContain('SOURCE_OLDER_IGNORED');
  await advance(90_000);
  expect(onAir()).toEqual(['restored']);
});
