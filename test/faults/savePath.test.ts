/** Fails each system call of the save path once, and checks that nothing is corrupt or lost. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { takeTurn } from '../shortRun.ts';
import { missingNeedsSuffix } from './needs.ts';
import { injectFault, savePathCalls, savePathFaults } from './savePath.ts';

const missing = missingNeedsSuffix(['strace']);

describe('the save path', () => {
  it.skipIf(missing !== '')(
    `loses no confirmed write and corrupts no file when any of its system calls fails or kills the process${missing}`,
    async () => {
      const random = createRandom(seed);
      const all = savePathCalls.flatMap((call) => savePathFaults.map((fault) => ({ call, fault })));
      // With three turns, every call and every fault has its turn.
      const cases = [...takeTurn(all, 0, 3)];
      const count = cases.length;
      const losses: string[] = [];
      let hits = 0;
      const worker = async (): Promise<void> => {
        for (let next = cases.shift(); next !== undefined; next = cases.shift()) {
          const { call, fault } = next;
          const when = random.between(1, 4);
          const result = await injectFault(call, fault, when);
          hits += result.isInjected ? 1 : 0;
          losses.push(...result.losses.map((loss) => `${call} ${fault} at ${when}: ${loss}`));
        }
      };
      await Promise.all([worker(), worker(), worker()]);
      expect(losses).toEqual([]);
      expect(hits).toBe(count);
    },
    120_000,
  );
});
