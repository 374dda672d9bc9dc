/** Plays a video, goes through the pictures of a post in its details, and reads its past, by mouse and by keys. */
import { expect, type Page, test } from '@playwright/test';
import { twoSizes, waysAt } from './buttonPositions.ts';
import { openDeskState, type ServedStates, serveDeskStates } from './deskStates.ts';
import { sizes } from './layoutFaults.ts';
import { skipWithoutH264 } from './videoSupport.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

const timeOf = (page: Page): Promise<number> =>
  page.locator('.player video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** At 200 % zoom of 1280 px and on a phone, the panel is lower than the picture and its actions together. */
for (const size of sizes.filter(({ width }) => width >= 800)) {
  test(`the actions of a post with a video are in view without scrolling at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'detail-video');
    await skipWithoutH264(page);
    const panel = page.getByRole('region', { name: 'Post details' });
    for (const name of [/^Cue this post/, /^Mark unused/, /^Copy the text/, 'Pause videos'])
      await expect(panel.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });
}

test('the facts of a post are in full view above its actions at 1920 px, and text that scrolls fades out before them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openDeskState(page, served.base, 'detail');
  const [facts, body, fade] = await page.locator('.detail-body').evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--fade-h'));
    return [element.querySelector('.detail-facts')?.getBoundingClientRect().bottom ?? 9999, bottom, height];
  });
  expect(fade).toBeGreaterThan(8);
  expect(facts).toBeLessThanOrEqual(body - fade + 1);
});

for (const size of twoSizes) {
  test(`the picture of a post stays large above a long text at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'detail');
    await page.locator('.detail-text').evaluate((text) => {
      text.textContent = 'A long text that needs many lines. '.repeat(60);
    });
    const panel = await page.getByRole('region', { name: 'Post details' }).boundingBox();
    const picture = await page.locator('.detail-picture').boundingBox();
    expect(picture?.height ?? 0).toBeGreaterThan((panel?.height ?? 9999) / 2);
  });

  for (const by of waysAt(size, 1)) {
    test(`a video is searched and heard by ${by} at ${size.width} px, and no other post is selected`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'detail-video');
      await skipWithoutH264(page);
      const position = page.getByRole('slider', { name: 'Position in the video' });
      await expect(position).not.toHaveAttribute('max', '0');
      const length = Number(await position.getAttribute('max'));
      if (by === 'mouse') {
        const box = await position.boundingBox();
        await position.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
      } else {
        await position.focus();
        await page.keyboard.press('End');
        await page.keyboard.press('ArrowLeft');
      }
      await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
      expect(await timeOf(page)).toBeLessThanOrEqual(length);
      await expect(position).toHaveAttribute('aria-valuetext', / of /);
      await expect(page.getByRole('option', { selected: true })).toHaveAttribute('aria-label', /Mira Solberg/);
      const sound = page.getByRole('button', { name: 'Sound' });
      await expect(sound).toHaveAttribute('aria-pressed', 'false');
      if (by === 'mouse') await sound.click();
      else {
        await sound.focus();
        await page.keyboard.press('Enter');
      }
      await expect(sound).toHaveAttribute('aria-pressed', 'true');
      expect(await page.locator('.player video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
    });

    test(`each picture of a post is shown by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'detail-media');
      const pages = page.getByRole('toolbar', { name: 'Pictures and videos of this post' });
      await expect(pages).toContainText('1 of 2');
      const first = await page.locator('.detail-picture img').getAttribute('src');
      const next = pages.getByRole('button', { name: 'Next picture or video' });
      if (by === 'mouse') await next.click();
      else {
        await next.focus();
        await page.keyboard.press('Enter');
      }
      await expect(pages).toContainText('2 of 2');
      await expect(page.locator('.detail-picture img')).not.toHaveAttribute('src', first ?? '');
    });

    test(`the past of a post is read to its end by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'detail-past');
      const past = page.getByRole('region', { name: 'Past of this post' });
      await expect(past).toBeFocused();
      await page.locator('.detail-body').evaluate((body) => body.scrollTo(0, 0));
      await page.getByRole('textbox', { name: 'Reason for blocking Tom Okafor' }).focus();
      if (by === 'mouse') {
        await page.locator('.detail-body').hover();
        await page.mouse.wheel(0, 5000);
      } else for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
      await expect(past.getByText('Read back to 20:00:00')).toBeInViewport({ ratio: 1 });
      await expect(past.getByText('20:11:02 to 20:23:41, 12 min 39 s')).toBeInViewport({ ratio: 1 });
      await expect(past.locator('del')).toHaveText('7');
      await expect(past.locator('ins')).toHaveText('8');
      await expect(past).toContainText('20:23:41, revision 119: went off air · Ines Halvorsen · Clear');
      if (by === 'keys') await expect(past).toBeFocused();
    });
  }
}
