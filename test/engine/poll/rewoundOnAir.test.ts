/** Tests which feeds are named when the service went back to an older list. */
import { expect, test, vi } from 'vitest';
import { pointFeed } from '../pointFeed.ts';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

test('an older list that the service went back to names its collection and the feeds that show it, and no feed that still shows the newer one', async () => {
  let body = collection('col_1', 10, ['a']);
  const harness = await createHarness((request, response) => respondWithCollection(() => body)(request, response), {}, [
    'col_1',
    'col_1',
  ]);
  const { store, source, clock } = harness;
  const press = async (type: 'feedHeld' | 'feedCleared' | 'feedBroughtBack', feed: string): Promise<void> => {
    await store.apply({ type, feed, by: 'Marit', at: new Date(clock.now()).toISOString() });
    await harness.settle();
  };
  const messages = () =>
    store
      .state()
      .problems.filter(({ code }) => code === 'SOURCE_REWOUND')
      .map(({ message }) => message.replaceAll(/[\u2066-\u2069]/g, ''));
  const older = 'The service went back to an older list of Collection col_1. Deleted posts and old texts can be in it.';
  await source.start();
  await harness.settle();
  await press('feedHeld', 'main');
  body = collection('col_1', 5, ['a', 'deleted']);
  await harness.advance(130_000);
  const onAir = `${older} On air could be affected on feed-1. A take or release on main puts its posts on air too.`;
  expect(messages()).toEqual([onAir]);
  await press('feedCleared', 'main');
  await press('feedBroughtBack', 'main');
  expect(messages()).toEqual([onAir]);
  await press('feedCleared', 'feed-1');
  const offAir = 'On air is not affected until you take or release on main and feed-1, or press Back on feed-1.';
  expect(messages()).toEqual([`${older} ${offAir}`]);
  body = collection('col_1', 30, ['a']);
  await harness.advance(10_000);
  expect(messages()).toEqual([]);
});

/** The service went back to an older list of the only feed’s collection. */
async function startRewound(older: readonly string[]) {
  let body = collection('col_1', 10, ['a']);
  const harness = await createHarness((request, response) =>
    respondWithCollection(() => (request.url?.includes('col_2') ? collection('col_2', 1, ['b']) : body))(
      request,
      response,
    ),
  );
  const { store, source, clock } = harness;
  await source.start();
  await harness.settle();
  body = collection('col_1', 5, [...older]);
  await harness.advance(130_000);
  return {
    use: async (collectionId: string, hold = false): Promise<void> => {
      expect(await pointFeed('main', collectionId, hold, harness)).toMatchObject({ ok: true });
      await harness.advance(10_000);
    },
    release: async (): Promise<void> => {
      const at = new Date(clock.now()).toISOString();
      await store.apply({ type: 'feedReleased', feed: 'main', liveVersion: null, by: 'Ines', at });
      await harness.settle();
    },
    rewinds: () => store.state().problems.filter(({ code }) => code === 'SOURCE_REWOUND'),
  };
}

test('a feed that uses the collection again is named, with the time at which the service went back', async () => {
  const { use, rewinds } = await startRewound(['a', 'deleted']);
  const reported = rewinds();
  expect(reported).toHaveLength(1);
  await use('col_2');
  expect(rewinds()).toEqual([]);
  await use('col_1');
  expect(rewinds()).toEqual(reported);
});

test('a feed that shows the older list stays named after it uses another collection with a hold, until it shows that one', async () => {
  const { use, release, rewinds } = await startRewound(['a', 'deleted']);
  const reported = rewinds();
  await use('col_2', true);
  expect(rewinds()).toEqual(reported);
  await release();
  expect(rewinds()).toEqual([]);
});

test('a feed that uses the collection again is not named if nothing of the older list can come on air', async () => {
  const { use, rewinds } = await startRewound([]);
  expect(rewinds()).toHaveLength(1);
  await use('col_2');
  await use('col_1');
  expect(rewinds()).toEqual([]);
});
