/** Tests that the worst problem is in sight, and that no press acts on something that is not. */
import { expect, type Locator, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type PressedBy, twoSizes, waysAt } from './buttonPositions.ts';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

const push = (page: Page, name: string): Promise<void> =>
  page.evaluate((detail) => void window.dispatchEvent(new CustomEvent('play', { detail })), name);
const announcer = (page: Page): Locator => page.locator('.announcer-text');
const liveCount = (page: Page): Locator => page.locator('.list.is-live .filter-count');

/** Presses the key, or the button with this name, even while it can’t act and says why. */
const press = (page: Page, by: PressedBy, key: string, button: RegExp): Promise<void> =>
  by === 'keys' ? page.keyboard.press(key) : page.getByRole('button', { name: button }).first().click({ force: true });

/** Filters live, and leaves the field with the text in it. */
async function findInLive(page: Page, by: PressedBy, text: string): Promise<void> {
  if (by === 'mouse') await page.locator('#find-live').click();
  else await page.keyboard.press('/');
  await page.keyboard.type(text);
  if (by === 'keys') await page.keyboard.press('Tab');
  else await page.locator('.list.is-live .list-title').click();
}

let turn = 0;
function forEachWay(name: string, check: (page: Page, by: PressedBy) => Promise<void>): void {
  for (const size of twoSizes) {
    for (const by of waysAt(size, turn)) {
      test(`${name}, by ${by} at ${size.width} px`, async ({ page }) => {
        await page.setViewportSize(size);
        await check(page, by);
      });
    }
  }
  turn += 1;
}

forEachWay(
  'the worst problem is on top of an older one and of a refused press, and counts the others',
  async (page, by) => {
    await openDeskState(page, served.base, 'following');
    await press(page, by, 't', /^TAKE ALL/);
    await expect(announcer(page)).toContainText(/nothing is waiting\. Nothing happened\./i);
    await push(page, 'problems SOURCE_FAILING SOURCE_KEY_REFUSED');
    await expect(announcer(page)).toContainText('The service refused the API key (401).');
    await expect(announcer(page)).toContainText('And 1 more.');
    await expect(announcer(page)).not.toContainText('The service returned');
    await press(page, by, 't', /^TAKE ALL/);
    await expect(announcer(page)).toContainText(/^The service refused the API key \(401\)/);
    await push(page, 'problems SOURCE_FAILING SOURCE_KEY_REFUSED FEED_PORT_TAKEN');
    await expect(announcer(page)).toContainText('7411');
    await expect(announcer(page)).toContainText('And 2 more.');
    await expect(announcer(page)).toBeInViewport({ ratio: 1 });
  },
);

forEachWay('the current post above a filtered list is counted neither as a match nor as hidden', async (page, by) => {
  await openDeskState(page, served.base, 'following');
  await findInLive(page, by, 'Tom Okafor');
  await expect(page.locator('.list-pinned')).toHaveCount(1);
  // Of 7 posts, one matches, one is above the list, and these are hidden.
  await expect(liveCount(page)).toHaveText('1 of 7 matches. Hidden: 4 on air, 1 blocked');
  await push(page, 'tom-is-now');
  await expect(page.locator('.list-pinned')).toHaveCount(0);
  await expect(liveCount(page)).toHaveText('1 of 7 matches. Hidden: 5 on air, 1 blocked');
});

forEachWay('no press acts on a selected post that a filter hides', async (page, by) => {
  await openDeskState(page, served.base, 'following');
  if (by === 'mouse') await page.getByRole('option', { name: /Tom Okafor/ }).click();
  await findInLive(page, by, 'Omar');
  await page.keyboard.press('b');
  await expect(announcer(page)).toContainText('Block: the filter hides the selected post. Nothing happened.');
  await page.keyboard.press('Enter');
  await expect(page.locator('.detail')).toHaveCount(0);
  await expect(page.locator('.list.is-staging')).toBeVisible();
});

forEachWay('Enter on Collections opens nothing of Show', async (page, by) => {
  await openDeskState(page, served.base, 'following');
  if (by === 'mouse') {
    await page.getByRole('option', { name: /Tom Okafor/ }).click();
    await page.getByRole('button', { name: /^Collection/ }).click();
    await page.getByRole('cell', { name: 'col_8813' }).click();
    await expect(page.getByRole('heading', { name: 'Harbour Night: crew picks' })).toBeVisible();
  } else {
    await page.keyboard.press('F6');
    await expect(page.getByRole('heading', { name: 'Collections' })).toBeVisible();
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Enter');
  await expect(page.locator('.operator-notice')).toContainText('only on the Show screen. Nothing happened.');
  await expect(page.getByRole('heading', { name: 'Collections' })).toBeVisible();
  await press(page, by, 'Escape', /^Show/);
  await expect(page.locator('.list.is-staging')).toBeVisible();
});

test('the whole reason why a key did nothing is in view on the Log screen at 1600 px', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await openDeskState(page, served.base, 'following');
  await page.getByRole('button', { name: /^Log/ }).click();
  await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
  const notice = page.locator('.operator-notice > div');
  await expect(async () => {
    await page.keyboard.press('b');
    await expect(notice).toHaveText('Block: only on the Show screen. Nothing happened.', { timeout: 3000 });
  }).toPass();
  const hiddenPx = await notice.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hiddenPx).toBeLessThanOrEqual(5);
});

forEachWay('only a restart that is on screen can be acknowledged', async (page, by) => {
  await openDeskState(page, served.base, 'restored');
  await press(page, by, 'F6', /^Collection/);
  await expect(page.getByRole('heading', { name: 'Collections' })).toBeVisible();
  await expect(announcer(page)).toHaveCount(0);
  for (const [key, sentence] of [
    ['s', 'Got it: the notice is not on screen. Nothing happened.'],
    ['h', 'Hold: already held. Nothing happened.'],
  ] as const) {
    // Within 0.3 s of F6, the key could be the start of a word typed into the page.
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(page.locator('.operator-notice')).toHaveText(sentence, { timeout: 3000 });
    }).toPass();
  }
  await press(page, by, 'Escape', /^Show/);
  await expect(announcer(page)).toContainText('Greenroom restarted at 20:42:37.');
  await push(page, 'problems SOURCE_FAILING');
  await expect(announcer(page)).toContainText('The service returned');
  await expect(announcer(page)).toContainText('Greenroom restarted at 20:42:37.');
  await expect(page.locator('.announcer').getByRole('button', { name: 'Got it' })).toBeVisible();
});

for (const size of takeTurn(twoSizes, 1)) {
  test(`a desk’s name is in full beside its last action at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'two-desks');
    await page.locator('.desks .change-note').evaluateAll((notes) => {
      for (const note of notes) note.textContent = 'moved the play head to the first post 12 min 34 s ago';
    });
    const areCut = await page
      .locator('.desks .change-name')
      .evaluateAll((names) => names.map((name) => name.scrollWidth > name.clientWidth));
    expect(areCut).toEqual([false, false]);
  });
}

test('with four desks, the consumers stay in sight, and keys scroll the desks without moving the selection', async ({
  page,
}) => {
  await openDeskState(page, served.base, 'four-desks', 'longest');
  for (const [width, height] of [
    [1920, 1080],
    [1600, 1000],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('.panel.consumers')).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const selected = page.locator('#list-live [aria-selected="true"]').first();
  const before = await selected.textContent();
  const desks = page.locator('.desks .scroll-area');
  await expect(desks).toHaveAttribute('tabindex', '0');
  await desks.focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Jonas Weber')).toBeInViewport({ ratio: 1 });
  expect(await selected.textContent()).toBe(before);
});

for (const size of takeTurn(twoSizes, 1)) {
  test(`the name of a silent consumer is in full beside its age at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'onair-risk', 'de');
    const consumer = page.locator('.consumer', { hasText: 'Foyer wall' });
    const isCut = await consumer.evaluate((element) => {
      element.setAttribute('class', 'consumer is-silent');
      for (const age of element.querySelectorAll('span')) age.textContent = 'vor 12 min 34 s';
      const name = element.querySelector('b');
      return name === null || name.scrollWidth > name.clientWidth;
    });
    expect(isCut).toBe(false);
  });
}

test('every feed that uses a collection is in sight in its row', async ({ page }) => {
  await openDeskState(page, served.base, 'collections');
  await page.evaluate(() => {
    const tag = document.querySelector('table.collections .tally');
    for (const feed of ['studio-c', 'a-much-longer-name-of-a-feed']) {
      const copy = tag?.cloneNode() as Element;
      copy.textContent = feed;
      tag?.after(copy);
    }
  });
  for (const [width, height] of [
    [1920, 1080],
    [1600, 1000],
    [1280, 720],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const outside = await page.locator('.collections-list').evaluate((list) => {
      const { right } = list.getBoundingClientRect();
      const tags = [...list.querySelectorAll('.tally')];
      return tags.filter((tag) => tag.getBoundingClientRect().right > right).map((tag) => tag.textContent);
    });
    expect(outside, `${width} px`).toEqual([]);
  }
});

test('the buttons of an alarm work by mouse in the setup too', async ({ page }) => {
  for (const size of twoSizes) {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'setup-service');
    await push(page, 'problems SOURCE_EMPTIED');
    await page.locator('.announcer.is-alarm').getByRole('button', { name: 'Details' }).click({ timeout: 5000 });
    await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
  }
});

test('there is a gap between a refusal and the search in the setup', async ({ page }) => {
  for (const size of twoSizes) {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'setup-collection');
    await push(page, 'problems SHOW_NOT_SWITCHED');
    const refusal = await page.locator('.setup-content .setting-result.is-fault').boundingBox();
    const search = await page.locator('.setup-collections .filters input').boundingBox();
    const gap = (search?.y ?? 0) - ((refusal?.y ?? 0) + (refusal?.height ?? 0));
    expect(gap, `${size.width} px`).toBeGreaterThanOrEqual(8);
  }
});

for (const code of ['FEED_STARTED_OLDER', 'FEED_GUARDS_LOST']) {
  test(`the last words of ${code} are in sight at every size, and move no list`, async ({ page }) => {
    await openDeskState(page, served.base, 'following');
    for (const [width, height] of [
      [1920, 1080],
      [1600, 1000],
      [1280, 720],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await push(page, 'problems');
      const before = await page.locator('.announcer').boundingBox();
      await push(page, `problems ${code}`);
      await expect(announcer(page)).toContainText('programme monitor');
      const isInSight = await announcer(page).evaluate((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const last = [...range.getClientRects()].at(-1);
        return last !== undefined && last.bottom <= text.getBoundingClientRect().bottom + 2;
      });
      expect(isInSight, `${width} × ${height}`).toBe(true);
      expect(await page.locator('.announcer').boundingBox()).toEqual(before);
    }
  });
}

for (const [language, width, height] of [
  ['fr', 1600, 1000],
  ['en', 600, 320],
] as const) {
  test(`the names of the gate keys are whole and do not touch their key caps, in ${language} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openDeskState(page, served.base, 'following', language);
    const faults = await page.locator('.keys .key').evaluateAll((keys) =>
      keys.flatMap((key) => {
        const name = key.querySelector('.key-name');
        const cap = key.querySelector('kbd')?.getBoundingClientRect();
        if (name === null || cap === undefined) return ['a key without a name or a cap'];
        const range = document.createRange();
        range.selectNodeContents(name);
        const lines = [...range.getClientRects()];
        const isCut = lines.some(({ right }) => right > key.getBoundingClientRect().right - 4);
        const isTouching = lines.some((line) => Math.max(cap.left - line.right, line.top - cap.bottom) < 0.5);
        return isCut || isTouching ? [`${name.textContent}: ${isCut ? 'cut' : 'touches its cap'}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });
}
