/** Three posts for a show: two in live and one in staging. */
import { expect } from '@playwright/test';
import type { Show } from './startShow.ts';

/** Resolves once the live posts are on air. */
export async function addHarbourPosts(show: Show): Promise<void> {
  for (const [id, list, fullName] of [
    ['mira', 'live', 'Mira Solberg'],
    ['jonas', 'live', 'Jonas Reyes'],
    ['rosa', 'staging', 'Rosa Iglesias'],
  ] as const)
    await show.callAuthoringApi('POST', '/items', { id, list, fullName, source: 'INSTAGRAM', message: 'On the quay.' });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(2);
}
