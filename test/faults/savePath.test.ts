import { describe, expect, it } from 'vitest';
import { createChance } from './chance.ts';
import { lackInName } from './machine.ts';
import { savePathCalls, savePathFaults, injectFault } from './savePath.ts';

const lack = lackInName(['strace']);

describe('the save path', () => {
  it.skipIf(lack !== '')(
    `loses nothing confirmed and corrupts nothing, whichever of its calls fails or kills${lack}`,
    async () => {
      const chance = createChance(Number(process.env['SEED'] ?? 1));
      const cells = savePathCalls.flatMap((call) => savePathFaults.map((fault) => ({ call, fault })));
      const losses: string[] = [];
      let hits = 0;
      const work = async (): Promise<void> => {
        for (let cell = cells.shift(); cell !== undefined; cell = cells.shift()) {
          const when = chance.between(1, 4);
          const found = await injectFault(cell.call, cell.fault, when);
          hits += found.wasHit ? 1 : 0;
          losses.push(...found.losses.map((loss) => `${cell.call} ${cell.fault} at ${when}: ${loss}`));
        }
      };
      await Promise.all([work(), work(), work()]);
      expect(losses).toEqual([]);
      expect(hits).toBe(savePathCalls.length * savePathFaults.length);
    },
    120_000,
  );
});
