/** Journey: in the middle of a show, the service hangs and later ends; each time it comes back with changes. */
import { expect } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { bothMeans, createDriver } from './journeys/driver.ts';
import { addPosts, expectOnAir, expectUnchanged } from './journeys/onAir.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

test.skip(process.platform === 'win32', 'Windows has no signal that stops a program for a while.');

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(async () => {
    // A stopped process does not end.
    show.service.signal('SIGCONT');
    await show.stop();
  });
  await addPosts(show, 'live', ['mira', 'omar', 'dealz']);
});

for (const means of chooseFrom(bothMeans, 'mouse')) {
  test(`the service is down and back, by ${means}`, async ({ openPage, takePicture }) => {
    const desk = await openPage(show.desk);
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { press, select } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    await expectOnAir(onAir, ['mira', 'omar', 'dealz']);

    show.service.signal('SIGSTOP');
    await expect(desk.locator('.announcer')).toContainText('took too long to respond', { timeout: 60_000 });
    await expect(desk.locator('.strip')).toContainText('OFFLINE', { timeout: 60_000 });
    await takePicture(desk, 'stale');
    await expectOnAir(onAir, ['mira', 'omar', 'dealz']);
    // The operator still has the last word.
    await select('omar');
    await press('block');
    await expectOnAir(onAir, ['mira', 'dealz']);
    await takePicture(desk, 'blocked while stale');

    show.service.signal('SIGCONT');
    await addPosts(show, 'live', ['luca']);
    await expectOnAir(onAir, ['mira', 'dealz', 'luca']);
    await expect(desk.getByText(/^Fresh/).first()).toBeVisible();
    await press('unblock');
    await expectOnAir(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await expectUnchanged(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await takePicture(desk, 'fresh again');

    await show.endService();
    await expect(desk.locator('.announcer')).toContainText('refused the connection', { timeout: 60_000 });
    await takePicture(desk, 'refused');
    await expectOnAir(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await press('hold');
    await expect.poll(async () => (await show.readFeed()).gate).toBe('held');
    await show.startService();
    await addPosts(show, 'live', ['zanele']);
    await expect(desk.getByRole('heading', { name: 'WAITING 1 +1' })).toBeVisible({ timeout: 60_000 });
    await expectOnAir(onAir, ['mira', 'omar', 'dealz', 'luca']);
    await press('release');
    await expectOnAir(onAir, ['mira', 'omar', 'dealz', 'luca', 'zanele']);
    await expect(desk.getByText(/^Fresh/).first()).toBeVisible();
    await takePicture(desk, 'back with a change');
  });
}
