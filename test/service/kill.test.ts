/** kill -9 at random moments. The long run: `npx vitest run test/service/kill.test.ts` with GREENROOM_KILLS=200. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killAgainAndAgain } from './killRun.ts';

const kills = Number(process.env['GREENROOM_KILLS'] ?? 3);

it(`keeps and delivers every answered change through ${kills} kills at random moments`, {
  timeout: 900_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-kill-'));
  const report = await killAgainAndAgain(dataDir, kills, 100, Math.random);
  console.log(`${report.operations} answered changes, ${report.deliveries} deliveries, ${kills} kills`);
  expect(report.faults).toEqual([]);
  expect(report.operations).toBeGreaterThan(0);
});
