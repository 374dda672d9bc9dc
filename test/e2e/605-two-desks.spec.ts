/** Journey: two desks and a director who follows: each sees who pressed what, and the director can press nothing; by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { addHarbourPosts } from './harbourPosts.ts';
import { bothMeans, createDriver } from './journeys/driver.ts';
import { findLayoutFaults, sizes } from './layoutFaults.ts';
import { type Show, startShow } from './startShow.ts';
import { type OpenPage, test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  await addHarbourPosts(show);
});

async function openDesk(openPage: OpenPage, address: string, name: string): Promise<Page> {
  const page = await openPage(address, { name });
  await expect(page.getByRole('option', { name: /Mira Solberg/ }).first()).toBeVisible();
  return page;
}

for (const means of chooseFrom(bothMeans, 'mouse')) {
  test(`a desk requests its operator’s name once and shows it at the top, by ${means}`, async ({
    openPage,
    takePicture,
  }) => {
    const page = await openPage(show.desk, { size: { width: 1280, height: 720 } });
    const field = page.getByLabel('Your name at this desk');
    await expect(page.getByRole('button', { name: 'Enter your name' })).toBeVisible();
    // The request takes no key from the show.
    await page.keyboard.press('h');
    await expect.poll(async () => (await show.readFeed()).gate).toBe('held');
    const enter = async (name: string): Promise<void> => {
      if (means === 'mouse') await field.click();
      else {
        for (let step = 0; step < 5 && !(await field.evaluate((it) => it === document.activeElement)); step += 1)
          await page.keyboard.press('Tab');
      }
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(name);
      if (means === 'mouse') await page.getByRole('button', { name: 'Use this name' }).click();
      else await page.keyboard.press('Enter');
    };
    if (means === 'mouse') await page.getByRole('button', { name: 'Enter your name' }).click();
    else await page.keyboard.press('Shift+N');
    await enter('Service');
    await expect(page.getByText(/because Service was used by another desk or a token, is reserved/)).toBeVisible();
    await enter('Ines Halvorsen');
    await expect(page.getByRole('button', { name: 'Your name: Ines Halvorsen' })).toBeVisible();
    await takePicture(page, 'named');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Your name: Ines Halvorsen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enter your name' })).toBeHidden();
    if (means === 'mouse') await page.getByRole('button', { name: 'Your name: Ines Halvorsen' }).click();
    else await page.keyboard.press('Shift+N');
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await enter('Ines H.');
    await expect(page.getByRole('button', { name: 'Your name: Ines H.' })).toBeVisible();
  });

  test(`two desks see who pressed what, and a director follows without a key, by ${means}`, async ({
    openPage,
    takePicture,
  }) => {
    const ines = await openDesk(openPage, show.desk, 'Ines Halvorsen');
    const marit = await openDesk(openPage, show.desk, 'Marit Lund');
    const answer = await show.postToDesk('/api/tokens', { name: 'Director', right: 'view' });
    const { token } = (await answer.json()) as { token: string };
    const director = await openDesk(openPage, `${new URL(show.desk).origin}/#token=${token}`, 'Somebody');
    await expect(director.locator('.top-tools')).toContainText('Following');
    expect(await director.getByRole('button').count()).toBe(0);

    await createDriver(ines, means).press('hold');
    await expect.poll(async () => (await show.readFeed()).gate).toBe('held');
    await expect(marit.locator('.announcer')).toContainText('Ines Halvorsen is holding');
    await expect(marit.locator('.desks')).toContainText('Ines Halvorsen');
    await expect(marit.locator('.desks')).toContainText('held');
    await expect(marit.locator('.desks')).toContainText('DESKS 2');
    await expect(director.locator('.announcer')).toContainText('Ines Halvorsen is holding');

    await takePicture(marit, 'held by the other desk');
    const { select, press } = createDriver(marit, means);
    await select('Mira Solberg');
    await press('block');
    await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
    await expect(ines.getByRole('option', { name: /Mira Solberg/ }).first()).toContainText(/BY MARIT/i);
    await expect(director.getByRole('option', { name: /Mira Solberg/ }).first()).toContainText(/BY MARIT/i);

    await takePicture(ines, 'blocked by the other desk');

    // Whatever the director presses, nothing happens and nothing opens.
    if (means === 'mouse') {
      const row = director.getByRole('option', { name: /Jonas Reyes/ }).first();
      await row.dblclick();
      await row.click({ button: 'right' });
    } else {
      const keys = ['Home', 'ArrowDown', 'b', 'r', 't', 'c', 'c', 'n', 'Enter', '?', 'w', 'F4', 'F8', 'Alt+8'];
      for (const key of keys) await director.keyboard.press(key);
    }
    await expect(director.getByRole('listbox', { name: /^staging/i })).toBeVisible();
    expect(await show.readFeed()).toMatchObject({ gate: 'held', items: [{ id: 'jonas' }] });
    for (const size of sizes) {
      await director.setViewportSize(size);
      expect.soft(await findLayoutFaults(director), `${size.width}`).toEqual([]);
    }
    await director.setViewportSize({ width: 1920, height: 1080 });
    expect(await findAccessibilityProblems(director)).toEqual([]);
    await takePicture(director, 'the director');
  });
}
