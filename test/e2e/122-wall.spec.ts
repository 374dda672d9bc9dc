/** The wall of all feeds with a real engine and two desks: what each feed needs, pressed by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { findLayoutFaults, sizes } from './layoutFaults.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  const post = { id: 'mira', list: 'live', fullName: 'Mira Solberg', source: 'INSTAGRAM', message: 'On the quay.' };
  await show.callAuthoringApi('POST', '/items', post);
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  await show.addFeed('studio-b');
});

const tile = (page: Page, slug: string) => page.locator(`.tile[data-feed="${slug}"]`);

async function passTime(page: Page, milliseconds: number): Promise<void> {
  const until = milliseconds + (await page.evaluate(() => performance.now()));
  await page.waitForFunction((time) => performance.now() > time, until);
}

for (const means of chooseFrom(['mouse', 'keys'] as const, 'mouse')) {
  test(`the wall shows what each feed needs and who pressed, by ${means}`, async ({ openPage }) => {
    const open = async (name: string): Promise<Page> => {
      const page = await openPage(show.desk, { size: { width: 1280, height: 720 }, name });
      await expect(page.getByRole('option', { name: /Mira Solberg/ }).first()).toBeVisible();
      return page;
    };
    const ines = await open('Ines Halvorsen');
    const marit = await open('Marit Lund');
    if (means === 'mouse') await marit.getByRole('button', { name: 'All feeds' }).click();
    else await marit.keyboard.press('F9');
    await expect(tile(marit, 'main')).toContainText('ON AIR 1');
    await expect(tile(marit, 'main')).toContainText('Now 1 of 1: Mira Solberg');
    await expect(tile(marit, 'main')).toContainText('No action needed');
    await ines.keyboard.press('h');
    await expect(tile(marit, 'main')).toContainText('Held by Ines Halvorsen');
    // A click just after the key appeared was meant for the key before it.
    await passTime(marit, 800);
    if (means === 'mouse') await tile(marit, 'main').getByRole('button', { name: 'Release, feed main' }).click();
    else await marit.keyboard.press('r');
    await expect.poll(async () => (await show.readFeed()).gate).toBe('following');
    await expect(tile(marit, 'main')).toContainText('Released by you');
    await ines.keyboard.press('c');
    await expect(ines.locator('.announcer')).toContainText('again within 2 seconds');
    await passTime(ines, 200);
    await ines.keyboard.press('c');
    await expect(tile(marit, 'main')).toContainText('CLEARED');
    const back = tile(marit, 'main').getByRole('button', { name: /^Back/ });
    const pressBack = async (): Promise<void> => {
      const at = await marit.evaluate(() => performance.now());
      if (means === 'mouse') await tile(marit, 'main').locator('.tile-need').click();
      else await marit.keyboard.press('z');
      await marit.waitForFunction((from) => performance.now() > from + 200, at);
    };
    await expect(back).toBeVisible();
    await passTime(marit, 800);
    await pressBack();
    expect((await show.readFeed()).items).toEqual([]);
    await pressBack();
    await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
    for (const size of sizes) {
      await marit.setViewportSize(size);
      expect.soft(await findLayoutFaults(marit), `${size.width}`).toEqual([]);
    }
    await marit.setViewportSize({ width: 1280, height: 720 });
    expect(await findAccessibilityProblems(marit)).toEqual([]);
    if (means === 'mouse') await tile(marit, 'studio-b').locator('.tile-open').click();
    else {
      await marit.keyboard.press('ArrowRight');
      await marit.keyboard.press('Enter');
    }
    await expect(marit.getByRole('radio', { name: /studio-b/ })).toBeChecked();
    await expect(marit.locator('main.show')).toBeVisible();
    for (const page of [ines, marit]) await page.context().close();
  });
}
