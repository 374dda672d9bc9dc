/** Faults of the line to the service, packet by packet, in a network namespace. */
import type { Chance } from '../chance.ts';
import { type NetworkLink, createLink, linkNeeds, dropPercent } from '../line.ts';
import { measureEdits, assertRecovers, type RecordMeasurement, withEngine, type Row, type RowOptions, hasProblem } from '../row.ts';
import type { EngineTestBed } from '../stage.ts';

type Run = (stage: EngineTestBed, line: NetworkLink, chance: Chance, measured: RecordMeasurement) => Promise<void>;

/** A stage whose engine asks the service over a line of its own. */
function overLink(options: RowOptions, intervalSeconds: number, run: Run): Row {
  return withEngine({ needs: linkNeeds, isIsolated: true, ...options }, { intervalSeconds }, async (stage, chance, measured) => {
    const link = await createLink(stage.servicePort);
    try {
      await stage.restart({ source: { baseUrl: link.baseUrl, allowHttpHosts: [link.host] } });
      const wanted = stage.edit(2).join();
      await stage.waitUntil('a list comes over the line', 17_000, () => stage.onAir().join() === wanted);
      await run(stage, link, chance, measured);
    } finally {
      await link.close();
    }
  });
}

export const packetRows: readonly Row[] = [
  overLink({ id: 'F2', name: 'a black hole: every packet dropped', injectedBy: 'netns: nft drop' }, 1, (stage, line) =>
    assertRecovers(
      stage,
      () => line.setRule('drop'),
      hasProblem('SOURCE_TIMEOUT'),
      () => line.setRule(null),
    ),
  ),
  overLink({ id: 'F3n', name: 'every packet answered by a reset', injectedBy: 'netns: nft reject' }, 1, (stage, line) =>
    assertRecovers(
      stage,
      () => line.setRule('meta l4proto tcp reject with tcp reset'),
      hasProblem('SOURCE_OFFLINE', 'SOURCE_TIMEOUT'),
      () => line.setRule(null),
    ),
  ),
  overLink(
    { id: 'F7', name: 'a line of 32 kbit/s', injectedBy: 'netns: tc tbf' },
    1,
    async (stage, line, chance, measured) => {
      line.limitRate(32);
      measured('change to feed at 32 kbit/s, ms', await measureEdits(stage, chance, 2, 12_000));
    },
  ),
  overLink(
    { id: 'F8', name: 'a packet in five lost, either way, polling every 5 s', injectedBy: 'netns: nft numgen drop' },
    5,
    async (stage, line, chance, measured) => {
      line.setRule(dropPercent(20));
      // Three times what a direct line is allowed.
      measured('change to feed at 20 % loss, ms', await measureEdits(stage, chance, 4, 18_000));
    },
  ),
];
