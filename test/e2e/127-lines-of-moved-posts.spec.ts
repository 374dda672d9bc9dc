/** The lines between the lists start at the empty slots of the posts that went live, which keep their order, and do not run over each other. */
import { expect } from '@playwright/test';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  // The posts go live below three others, so that their lines run down side by side.
  for (const id of ['l1', 'l2', 'l3', 's1', 's2', 's3', 's4']) {
    const list = id.startsWith('l') ? 'live' : 'staging';
    const post = { list, id, fullName: `Author ${id}`, source: 'INSTAGRAM', message: `The text of ${id}` };
    await show.callAuthoringApi('POST', '/items', post);
  }
});
test.afterAll(() => show.stop());

test('each line starts at its own slot and has its own x', async ({ page }) => {
  await page.goto(show.desk);
  const rows = page.getByRole('listbox', { name: /^Staging/ }).getByRole('option');
  const slots = rows.filter({ hasText: /went live/i });
  await expect(rows).toHaveCount(4);
  for (const [index, id] of ['s1', 's2'].entries()) {
    await show.callAuthoringApi('POST', `/items/${id}/promote`, {});
    await expect(slots).toHaveCount(index + 1);
  }
  const middlesOfSlots = async (): Promise<readonly number[]> => {
    const boxes = await Promise.all((await slots.all()).map((slot) => slot.boundingBox()));
    return boxes.map((box) => (box === null ? -1 : box.y + box.height / 2)).sort((a, b) => a - b);
  };
  await expect(slots).toContainText(['Author s1', 'Author s2']);
  const readLines = () =>
    page.locator('.gutter-lines path').evaluateAll((paths) =>
      paths.map((path) => {
        const top = path.closest('svg')?.getBoundingClientRect().top ?? 0;
        const [, from = '', x = ''] = /^M0 ([\d.]+)H[\d.]+L([\d.]+) /.exec(path.getAttribute('d') ?? '') ?? [];
        return { start: Math.round(top + Number(from)), x: Number(x) };
      }),
    );
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const lines = await readLines();
  expect(lines.map(({ start }) => start).sort((a, b) => a - b)).toEqual((await middlesOfSlots()).map(Math.round));
  expect(new Set(lines.map(({ x }) => x)).size).toBe(2);
});
