/** Journey: a show of twenty changes by the service and the operator, with the desk, an overlay and the feed compared after each. */
import { expect } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { bothMeans, createDriver } from './journeys/driver.ts';
import { addPosts, expectOnAir, expectUnchanged } from './journeys/onAir.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  await addPosts(show, 'live', ['mira', 'omar', 'dealz']);
  await addPosts(show, 'staging', ['luca', 'zanele']);
});

async function readPlayHead(): Promise<{ readonly itemId: string; readonly nextItemId: string }> {
  const response = await fetch(`${show.feed}/feeds/main/live.json`);
  return ((await response.json()) as { playHead: Awaited<ReturnType<typeof readPlayHead>> }).playHead;
}

for (const means of chooseFrom(bothMeans, 'keys')) {
  test(`a show of twenty changes, by ${means}`, async ({ openPage, takePicture }) => {
    const desk = await openPage(show.desk, means === 'mouse' ? {} : { size: { width: 1280, height: 720 } });
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { press, select } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    const service = (method: string, path: string, body = {}) => show.callAuthoringApi(method, path, body);
    const expectWaiting = (count: string) =>
      expect(desk.getByRole('heading', { name: `WAITING ${count}` })).toBeVisible();
    await expectOnAir(onAir, ['mira', 'omar', 'dealz']);

    await press('hold'); // 1
    await expect(desk.getByText('HELD', { exact: true }).first()).toBeVisible();
    await service('POST', '/items/luca/promote'); // 2
    await expectWaiting('1 +1');
    await takePicture(desk, 'a post waits');
    await expectUnchanged(onAir, ['mira', 'omar', 'dealz']);
    await press('takeAll'); // 3
    await expectOnAir(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await service('DELETE', '/items/omar'); // 4
    await expectWaiting('1 −1');
    await expectUnchanged(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await press('takeRemovals'); // 5
    await expectOnAir(onAir, ['mira', 'dealz', 'luca']);
    await press('release'); // 6
    await expect.poll(async () => (await show.readFeed()).gate).toBe('following');
    await service('PATCH', '/items/mira', { message: 'A new text' }); // 7
    await expect(wall.getByText('A new text')).toBeVisible();
    await expect(wall.getByText('The text of mira')).toHaveCount(0);
    await expectOnAir(onAir, ['mira', 'dealz', 'luca']);
    await select('dealz');
    await press('block'); // 8
    await expectOnAir(onAir, ['mira', 'luca']);
    await takePicture(desk, 'a post is blocked');
    await press('unblock'); // 9
    await expectOnAir(onAir, ['mira', 'dealz', 'luca']);
    await service('PUT', '/order', { list: 'live', itemIds: ['luca', 'mira', 'dealz'] }); // 10
    await expectOnAir(onAir, ['luca', 'mira', 'dealz']);
    await service('POST', '/items/zanele/promote', { index: 0 }); // 11
    await expectOnAir(onAir, ['zanele', 'luca', 'mira', 'dealz']);
    const { nextItemId } = await readPlayHead();
    await press('next'); // 12
    await expect.poll(async () => (await readPlayHead()).itemId).toBe(nextItemId);
    await expectOnAir(onAir, ['zanele', 'luca', 'mira', 'dealz']);
    await press('clear'); // 13
    await expectOnAir(onAir, []);
    await takePicture(desk, 'cleared');
    await service('POST', '/items/mira/demote'); // 14
    await expectUnchanged(onAir, []);
    await press('back'); // 15
    await expectOnAir(onAir, ['zanele', 'luca', 'mira', 'dealz']);
    await expectWaiting('1 −1');
    await press('release'); // 16
    await expectOnAir(onAir, ['zanele', 'luca', 'dealz']);
    await press('hold'); // 17
    await service('POST', '/clear-live'); // 18
    await expectWaiting('3 −3');
    await expectUnchanged(onAir, ['zanele', 'luca', 'dealz']);
    await service('POST', '/undo'); // 19
    await expectUnchanged(onAir, ['zanele', 'luca', 'dealz']);
    await press('release'); // 20
    await expectUnchanged(onAir, ['zanele', 'luca', 'dealz']);
    await takePicture(desk, 'the end');
  });
}
