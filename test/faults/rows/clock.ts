/** Faults of this machine's clock, as the whole program sees them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstItemId, deliverVersion, withProcesses } from '../ground.ts';
import { fakeTimeLibrary } from '../machine.ts';
import { assert, type Row } from '../row.ts';
import { createVersion } from '../stage.ts';

export const clockRows: readonly Row[] = [
  withProcesses(
    {
      id: 'F31',
      name: 'the wall clock jumps by an hour or two, to 1970, to 2038, and back',
      injectedBy: 'libfaketime',
      needs: ['libfaketime'],
    },
    async ({ start, show, chance, dataDir, waitUntil, requestTimes, watch }) => {
      const file = join(dataDir, '..', 'clock');
      const jumpTo = (seconds: number): Promise<void> =>
        writeFile(file, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`);
      await jumpTo(0);
      const child = await start({
        source: { mode: 'hybrid' },
        environment: {
          LD_PRELOAD: fakeTimeLibrary() ?? '',
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        },
      });
      const shows = (id: string) => async (): Promise<boolean> => (await firstItemId(child)) === id;
      await waitUntil('the first list', 8000, shows('v1-0'));
      watch(child);
      const nowSeconds = Date.now() / 1000;
      const jumps = [3600, -3600, -7200, -nowSeconds + 5, 2_145_916_800 - nowSeconds] as const;
      let version = 1;
      for (const jump of [chance.pick(jumps), chance.pick(jumps), 0]) {
        await jumpTo(jump);
        const before = requestTimes().length;
        version += 1;
        show.body = createVersion(version, 2);
        await waitUntil('the change is seen within an interval or two', 3000, shows(`v${version}-0`));
        await new Promise((resolve) => setTimeout(resolve, 4000));
        const asked = requestTimes().length - before;
        assert(`the rhythm stays (${asked} questions)`, asked >= 3 && asked <= 10);
        version += 1;
        assert('a genuine delivery is taken', (await deliverVersion(child, version)) === 200);
        await waitUntil('and is on air', 1000, shows(`v${version}-0`));
      }
    },
  ),
];
