/** Compares what the desk, an overlay and the feed say is on air. */
import { expect, type Page } from '@playwright/test';
import type { Show } from '../startShow.ts';

export type OnAir = { readonly show: Show; readonly desk: Page; readonly wall: Page };

/** The rows of live with a position are on air, unless all are off; others wait, or are kept off. */
const readDesk = (desk: Page): Promise<readonly string[]> =>
  desk
    .getByRole('listbox', { name: /^live/i })
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.flatMap(
        (row) =>
          /^\d+, (?!off air)[^,]+, (?<author>[^:,]+)/.exec(row.getAttribute('aria-label') ?? '')?.groups?.['author'] ??
          [],
      ),
    );

/** In the order in which they are seen. The wall shows at most five posts at a time. */
const readWall = (wall: Page): Promise<readonly string[]> =>
  wall.locator('[data-post]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-post') ?? ''));

/** Authors’ names are the ids of their posts. */
export async function expectOnAir({ show, desk, wall }: OnAir, ids: readonly string[]): Promise<void> {
  const readFeed = async () => (await show.readFeed()).items.map(({ id }) => id);
  await expect.poll(readFeed, 'the feed').toEqual(ids);
  await expect.poll(() => readDesk(desk), 'the desk').toEqual(ids);
  await expect.poll(() => readWall(wall), 'the wall').toEqual(ids);
  // The lists did not change while they were compared.
  expect(await readFeed()).toEqual(ids);
}

/** After a time in which a change would have arrived. */
export async function expectUnchanged(onAir: OnAir, ids: readonly string[]): Promise<void> {
  await onAir.desk.waitForTimeout(1500);
  await expectOnAir(onAir, ids);
}

/** Adds posts to the show; each has its id as its author’s name. */
export async function addPosts(show: Show, list: 'staging' | 'live', ids: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - 240_000).toISOString();
  const fields = { source: 'INSTAGRAM', media: [], publishedAt: at, lastModifiedDate: at };
  for (const id of ids)
    await show.callAuthoringApi('POST', '/items', { list, id, fullName: id, message: `The text of ${id}`, ...fields });
}
