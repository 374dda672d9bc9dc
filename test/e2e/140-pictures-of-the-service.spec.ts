/** Pictures under a plain configuration: the service's own are shown, and a refused one is counted and names its settings. */
import { expect } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

const addPost = (id: string, list: string, media: readonly unknown[]) =>
  show.callAuthoringApi('POST', '/items', {
    id,
    list,
    fullName: id,
    source: 'INSTAGRAM',
    message: `Text of ${id}`,
    media,
  });

test.beforeEach(async () => {
  show = await startShow('Harbour Night: viewer posts');
});
test.afterEach(() => show.stop());

const sizes: readonly (readonly [width: number, height: number])[] = [
  [1920, 1080],
  [1280, 720],
];
for (const [width, height] of takeTurn(sizes, 0)) {
  test(`shows the service’s own pictures, and says which settings would allow another, at ${width} × ${height}`, async ({
    page,
  }) => {
    await addPost('own', 'live', [await show.upload('face-01.webp')]);
    await addPost('staged', 'staging', [await show.upload('face-02.webp')]);
    await page.setViewportSize({ width, height });
    await page.goto(show.desk);
    const row = (name: string) => page.getByRole('option', { name: new RegExp(name) });
    await expect(row('own').locator('img.picture')).toBeVisible();
    const foot = page.getByRole('region', { name: 'Staging' }).locator('.list-foot');
    await expect(foot).toContainText('1 ready for air');

    const far = { mediaUrl: 'http://192.168.250.1:8080/a.jpg', mediaType: 'image/jpeg' };
    await addPost('far', 'staging', [far]);
    await expect(row('far').getByText('Picture unavailable')).toBeVisible();
    await expect(foot).toContainText('1 ready for air, 1 without its picture');
    await addPost('farLive', 'live', [far]);
    const announcer = page.locator('.announcer');
    await expect(announcer).toContainText('its address is not https and port 8080 is not allowed');
    await expect(announcer).toContainText(
      'Plain http (media.allowHttp) and Hosts on your network (media.allowPrivateHosts)',
    );
  });
}
