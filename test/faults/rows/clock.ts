/** Clock faults, injected into a whole Greenroom process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVersion } from '../engineTestBed.ts';
import { findFakeTimeLibrary } from '../needs.ts';
import { createProcessRow, deliverVersion, readFirstItemId } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

export const clockRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F31',
      name: 'the wall clock jumps by one or two hours, to 1970 or 2038, and back',
      injectedBy: 'libfaketime',
      needs: ['libfaketime'],
    },
    async ({ start, show, random, dataDir, waitUntil, requestTimes, watch }) => {
      const file = join(dataDir, '..', 'clock');
      const jumpTo = (seconds: number): Promise<void> =>
        writeFile(file, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`);
      await jumpTo(0);
      const child = await start({
        source: { mode: 'hybrid' },
        environment: {
          LD_PRELOAD: findFakeTimeLibrary() ?? '',
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        },
      });
      const isOnAir = (id: string) => async (): Promise<boolean> => (await readFirstItemId(child)) === id;
      await waitUntil('the first list is on air', 8000, isOnAir('v1-0'));
      watch(child);
      const nowSeconds = Date.now() / 1000;
      const jumps = [3600, -3600, -7200, -nowSeconds + 5, 2_145_916_800 - nowSeconds] as const;
      let version = 1;
      for (const jump of [random.pick(jumps), random.pick(jumps), 0]) {
        await jumpTo(jump);
        const before = requestTimes().length;
        version += 1;
        show.body = createVersion(version, 2);
        await waitUntil('the change is on air within two poll intervals', 3000, isOnAir(`v${version}-0`));
        const startedMs = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 4000));
        await waitUntil('polling continues', 1000, () => requestTimes().length - before >= 3);
        const requests = requestTimes().length - before;
        const seconds = (performance.now() - startedMs) / 1000;
        assert(`the poll interval is unchanged (${requests} requests in ${seconds} s)`, requests <= 2.5 * seconds);
        version += 1;
        assert('a valid delivery is accepted', (await deliverVersion(child, version)) === 200);
        await waitUntil('the delivery is on air', 1000, isOnAir(`v${version}-0`));
      }
    },
  ),
];
