/** Tests what the desk of the built product says after a press: what it did, who did it, and whether it is saved. */
import { expect, type Page } from '@playwright/test';
import { isolateName } from '../../src/core/outsideName.ts';
import { type PressedBy, twoSizes, waysAt } from './buttonPositions.ts';
import { type Show, startShowWithFailingDisk } from './startShow.ts';
import { test } from './watchedPages.ts';

const names = ['Ada Berg', 'عمر الحداد', 'Cleo Dahl'] as const;
const arabicName = names[1];

let show: Awaited<ReturnType<typeof startShowWithFailingDisk>>;

test.beforeAll(async () => {
  show = await startShowWithFailingDisk('Harbour Night: viewer posts');
  for (const [index, fullName] of names.entries()) {
    // In its own revision.
    await addLive(show, `p${index}`, fullName);
    await expect.poll(countOnAir).toBe(index + 1);
  }
  expect((await show.postToDesk('/api/feeds/main/rotate', { loop: false })).ok).toBe(true);
});
test.afterAll(() => show.stop());
// A disk that fails would also keep the engine from ending.
test.afterEach(() => show.setDisk('works'));

async function addLive({ callAuthoringApi }: Show, id: string, fullName: string): Promise<void> {
  const at = new Date(Date.now() - 240_000).toISOString();
  const post = { fullName, username: id, source: 'INSTAGRAM', message: `The text of ${id}`, profileImageUrl: null };
  const rest = { media: [], publishedAt: at, lastModifiedDate: at };
  await callAuthoringApi('POST', '/items', { list: 'live', id, ...post, ...rest });
}

/** Reads the control API, because a reader of the feed would have to confirm a block. */
async function readPanel(): Promise<{ readonly gate: string; readonly onAirCount: number }> {
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/panel?feed=main`, {
    headers: { authorization: `Bearer ${show.engine.ready['token']}` },
  });
  return (await answer.json()) as { gate: string; onAirCount: number };
}
const countOnAir = async (): Promise<number> => (await readPanel()).onAirCount;

const row = (page: Page, name: string) =>
  page.getByRole('listbox', { name: /^Live/ }).getByRole('option', { name: new RegExp(name) });
const shown = (page: Page) => page.locator('.announcer-text');
const spoken = (page: Page, sentence: RegExp) => page.getByRole('status').filter({ hasText: sentence });

/** Longer than a press counts as meant for the row before it changed. */
const settleMs = 300;

async function openDesk(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(show.desk);
  await expect(row(page, 'Ada Berg')).toBeVisible();
  await page.waitForTimeout(settleMs);
}

/** Presses the key, or the button with this name. */
const press = (page: Page, by: PressedBy, key: string, button: RegExp): Promise<void> =>
  by === 'keys' ? page.keyboard.press(key) : page.getByRole('button', { name: button }).click();

for (const size of twoSizes) {
  for (const by of waysAt(size, 1)) {
    test(`it says what N, P, Q, I, O, M and the end of a list did, by ${by} at ${size.width} px`, async ({ page }) => {
      await openDesk(page, size);
      if (by === 'keys') {
        await page.keyboard.press('Home');
        await page.keyboard.press('Enter');
      } else await row(page, 'Ada Berg').dblclick();
      const steps = [
        ['q', /^Cue this post/, /^Now: Ada Berg, position 1 of 3\.$/],
        ['m', /^Mark used/, /^Marked used: Ada Berg\.$/],
        ['m', /^Mark unused/, /^Marked unused: Ada Berg\.$/],
        ['n', /^Next/, new RegExp(`^Now: ${isolateName(arabicName)}, position 2 of 3\\.$`)],
        ['n', /^Next/, /^Now: Cleo Dahl, position 3 of 3\.$/],
        ['n', /^Next/, /^End of the list\. Still Cleo Dahl, position 3 of 3\.$/],
        ['p', /^Previous/, new RegExp(`^Now: ${isolateName(arabicName)}, position 2 of 3\\.$`)],
        ['i', /^Pin/, new RegExp(`^Pinned: ${isolateName(arabicName)}\\.$`)],
        ['i', /^Pinned/, /^Unpinned\.$/],
        ['o', /^Rotate/, /^Rotation on: next post every 8 s\.$/],
        ['o', /^Rotation every/, /^Rotation off\.$/],
      ] as const;
      for (const [key, button, sentence] of steps) {
        // Its name shows that the engine's state has arrived.
        await expect(page.getByRole('button', { name: button })).toBeVisible();
        await press(page, by, key, button);
        await expect.soft(shown(page), `${key} ${sentence}`).toHaveText(sentence, { timeout: 5000 });
      }
      await expect.soft(spoken(page, /^Rotation off\.$/)).toHaveCount(1);
      if (by === 'mouse') return;
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowDown');
      await expect.soft(shown(page)).toHaveText('End of live.');
    });
  }
}

for (const [number, size] of twoSizes.entries()) {
  for (const by of waysAt(size, 0)) {
    test(`Take all says what was taken, and the name of another desk is only on the posts that it took, by ${by} at ${size.width} px`, async ({
      page,
    }) => {
      const mine = `Mine ${by} ${number}`;
      const others = `Others ${by} ${number}`;
      await openDesk(page, size);
      await press(page, by, 'h', /^HOLD/);
      await expect.poll(async () => (await readPanel()).gate).toBe('held');
      await addLive(show, mine.replaceAll(' ', '-'), mine);
      await expect(page.getByText(/Nothing changes on air until you take or release/)).toBeVisible();
      await page.waitForTimeout(settleMs);
      await press(page, by, 't', /^TAKE ALL/);
      await expect.soft(shown(page)).toHaveText(`Taken: ${mine} added.`);
      await expect.soft(spoken(page, new RegExp(`^Taken: ${mine} added\\.$`))).toHaveCount(1);

      await addLive(show, others.replaceAll(' ', '-'), others);
      const before = await countOnAir();
      await expect
        .poll(async () => {
          await show.postToDesk('/api/feeds/main/take', {});
          return countOnAir();
        })
        .toBe(before + 1);
      await expect(row(page, others)).toHaveAccessibleName(/by control/i);
      await expect(page.getByRole('option', { name: /by control/i })).toHaveCount(1);
      await show.postToDesk('/api/feeds/main/release', {});
    });

    test(`a line of the history that begins with an Arabic name reads from the left, by ${by} at ${size.width} px`, async ({
      page,
    }) => {
      await openDesk(page, size);
      if (by === 'keys') await page.keyboard.press('F7');
      else {
        await page.locator('.top').getByRole('button', { name: /^Log/ }).click();
        await page.getByRole('tab', { name: 'History' }).click();
      }
      const line = page.locator('.revision-text', {
        hasText: new RegExp(`^\\W*${arabicName}\\W* added, position \\d+$`),
      });
      await expect(line).toBeVisible();
      const [nameLeft = 0, verbLeft = 0] = await line.evaluate((element, name) => {
        const leftOf = (start: number, end: number): number => {
          const range = document.createRange();
          if (element.firstChild === null) return 0;
          range.setStart(element.firstChild, start);
          range.setEnd(element.firstChild, end);
          return range.getBoundingClientRect().left;
        };
        const text = element.textContent ?? '';
        const start = text.indexOf(name);
        return [
          leftOf(start, start + name.length),
          leftOf(text.indexOf('added'), text.indexOf('added') + 'added'.length),
        ];
      }, arabicName);
      expect(verbLeft).toBeGreaterThan(nameLeft);
    });
  }
}

for (const [disk, by, size, name] of [
  ['full', 'mouse', twoSizes[0], 'Ada Berg'],
  ['hangs', 'keys', twoSizes[1], 'Cleo Dahl'],
] as const) {
  test(`the row of a post that is blocked while the disk ${disk === 'full' ? 'is full' : 'hangs'} says that this is not saved yet, until it is, by ${by} at ${size.width} px`, async ({
    page,
  }) => {
    await openDesk(page, size);
    await row(page, name).click();
    show.setDisk(disk);
    await press(page, by, 'b', /^BLOCK/);
    await expect(row(page, name)).toContainText('BLOCKED');
    await expect(row(page, name)).toContainText('NOT SAVED YET');
    await expect(row(page, name)).toHaveAccessibleName(/not saved yet/i);
    show.setDisk('works');
    await expect(row(page, name)).not.toContainText('NOT SAVED YET');
    await expect(row(page, name)).toContainText('BLOCKED');
  });
}
