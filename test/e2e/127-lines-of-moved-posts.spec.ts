/** The lines between the lists start at the empty slots of the posts that went live, also after the slots have moved. */
import { expect, test } from '@playwright/test';
import { type Show, startShow } from './startShow.ts';

let show: Show;

test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  for (const id of ['s1', 's2', 's3', 's4']) {
    const post = { list: 'staging', id, fullName: `Author ${id}`, source: 'INSTAGRAM', message: `The text of ${id}` };
    await show.callAuthoringApi('POST', '/items', post);
  }
});
test.afterAll(() => show.stop());

test('each line starts at its own slot', async ({ page }) => {
  await page.goto(show.desk);
  const rows = page.getByRole('listbox', { name: /^Staging/ }).getByRole('option');
  const slots = rows.filter({ hasText: /went live/i });
  await expect(rows).toHaveCount(4);
  // The slot of the second comes to stand above that of the first, which moves down.
  for (const [index, id] of ['s1', 's2'].entries()) {
    await show.callAuthoringApi('POST', `/items/${id}/promote`, {});
    await expect(slots).toHaveCount(index + 1);
  }
  const middlesOfSlots = async (): Promise<readonly number[]> => {
    const boxes = await Promise.all((await slots.all()).map((slot) => slot.boundingBox()));
    return boxes.map((box) => (box === null ? -1 : box.y + box.height / 2)).sort((a, b) => a - b);
  };
  const startsOfLines = async (): Promise<readonly number[]> => {
    const starts = await page.locator('.gutter-lines path').evaluateAll((paths) =>
      paths.map((path) => {
        const top = path.closest('svg')?.getBoundingClientRect().top ?? 0;
        return top + Number(/^M0 ([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1] ?? 0);
      }),
    );
    return starts.sort((a, b) => a - b);
  };
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  expect((await startsOfLines()).map(Math.round)).toEqual((await middlesOfSlots()).map(Math.round));
});
