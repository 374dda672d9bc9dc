/** A switch between the demo and the own show would end the alarm of a blocked post that may still be on screen. */
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SecretStore } from '../../src/engine/settings/secretStore.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { ownKey, startOwnService, startShows, type TestShows } from './showsTestBed.ts';

const isDemo = ({ desk }: TestShows) => desk.state()?.isDemo === true;

/** Connects a consumer that shows the list and then freezes, and blocks a post that it shows. */
async function blockFrozenPost(shows: TestShows) {
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const socket = new WebSocket(`${shows.feed?.replace('http', 'ws')}/feeds/main/socket?name=Wall&client=w1`);
  onTestFinished(() => socket.terminate());
  await new Promise((resolve) => socket.once('message', resolve));
  socket.terminate();
  const itemId = (await shows.readFeed()).items[0]?.id ?? '';
  expect(await shows.desk.command('block', { feed: 'main', itemId })).toMatchObject({ ok: true });
  await expect.poll(() => shows.engine.hasOpenAlarm('main')).toBe(true);
  return { confirm: () => shows.desk.command('confirm', { feed: 'main', itemId }) };
}

test('neither show replaces the other while a blocked post may still be on screen', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(createTemporaryFolder('shows'), 'demo');
  const useService = () => shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  const refused = {
    ...{ ok: false, code: 'SHOW_UNCONFIRMED' },
    message: expect.stringMatching(/a blocked post or an older list of feed main may still be on screen/),
    nextStep: expect.stringContaining('“Got it: not on screen”'),
  };
  const inDemo = await blockFrozenPost(shows);
  expect(await useService()).toMatchObject(refused);
  expect(isDemo(shows)).toBe(true);
  await inDemo.confirm();
  expect(await useService()).toMatchObject({ ok: true });
  await expect.poll(() => isDemo(shows)).toBe(false);

  const inOwnShow = await blockFrozenPost(shows);
  expect(await shows.desk.command('useDemo', {})).toMatchObject(refused);
  expect(isDemo(shows)).toBe(false);
  await inOwnShow.confirm();
  expect(await shows.desk.command('useDemo', {})).toMatchObject({ ok: true });
  await expect.poll(() => isDemo(shows)).toBe(true);
}, 60_000);

test('a post that is blocked while the own show is prepared keeps the demo, whose alarm goes on, and the switch can be repeated', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  let atSave = async (): Promise<void> => undefined;
  const shows = await startShows(createTemporaryFolder('shows'), 'demo', {
    secretStore: (store: SecretStore) => ({
      ...store,
      change: async (...input) => {
        const result = await store.change(...input);
        await atSave();
        return result;
      },
    }),
  });
  let confirm = (): Promise<unknown> => Promise.resolve();
  atSave = async () => {
    atSave = async () => undefined;
    ({ confirm } = await blockFrozenPost(shows));
  };
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  expect(await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })).toMatchObject({ ok: true });
  const problem = () => shows.engine.state().problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED');
  // It stays after the confirmation, so its words are true before and after it.
  const truth = {
    message:
      'Your own show could not start: a blocked post or an older list could still have been on screen. The demo is on air.',
    nextStep: 'Check that nothing waits for “Got it: not on screen”, then try again.',
  };
  await expect.poll(problem).toMatchObject(truth);
  expect(isDemo(shows)).toBe(true);
  expect(shows.engine.hasOpenAlarm('main')).toBe(true);
  expect(await shows.secrets.apiKey()).toBeNull();
  await confirm();
  expect(shows.engine.hasOpenAlarm('main')).toBe(false);
  expect(problem()).toMatchObject(truth);
  expect(await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })).toMatchObject({ ok: true });
  await expect.poll(() => isDemo(shows)).toBe(false);
  expect(problem()).toBeUndefined();
}, 60_000);
