/** kill -9 at random moments; for a long run, set GREENROOM_KILLS=200. */
import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { runKills } from './killRun.ts';

const kills = Number(process.env['GREENROOM_KILLS'] ?? 3);

it(`keeps and delivers every acknowledged change through ${kills} kills at random moments (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const dataDir = createTemporaryFolder('service-kill');
  const { faults, ...figures } = await runKills(dataDir, kills, createRandom(seed).next);
  console.log(JSON.stringify(figures));
  expect(faults).toEqual([]);
  expect(figures.changes).toBeGreaterThanOrEqual(kills * 50);
});
