/** Faults of the line to the service, packet by packet, in a network namespace. */
import type { Chance } from '../chance.ts';
import { type Line, layLine, lineNeeds, lose } from '../line.ts';
import { followsEdits, holdThrough, type Measured, onStage, type Row, type RowKind, says } from '../row.ts';
import type { Stage } from '../stage.ts';

type Run = (stage: Stage, line: Line, chance: Chance, measured: Measured) => Promise<void>;

/** A stage whose engine asks the service over a line of its own. */
function onLine(kind: RowKind, intervalSeconds: number, run: Run): Row {
  return onStage({ needs: lineNeeds, isApart: true, ...kind }, { intervalSeconds }, async (stage, chance, measured) => {
    const line = await layLine(stage.servicePort);
    try {
      await stage.restart({ source: { baseUrl: line.baseUrl, allowHttpHosts: [line.host] } });
      const wanted = stage.edit(2).join();
      await stage.until('a list comes over the line', 17_000, () => stage.onAir().join() === wanted);
      await run(stage, line, chance, measured);
    } finally {
      await line.end();
    }
  });
}

export const packetRows: readonly Row[] = [
  onLine({ id: 'F2', name: 'a black hole: every packet dropped', injectedBy: 'netns: nft drop' }, 1, (stage, line) =>
    holdThrough(
      stage,
      () => line.set('drop'),
      says('SOURCE_TIMEOUT'),
      () => line.set(null),
    ),
  ),
  onLine({ id: 'F3n', name: 'every packet answered by a reset', injectedBy: 'netns: nft reject' }, 1, (stage, line) =>
    holdThrough(
      stage,
      () => line.set('meta l4proto tcp reject with tcp reset'),
      says('SOURCE_OFFLINE', 'SOURCE_TIMEOUT'),
      () => line.set(null),
    ),
  ),
  onLine(
    { id: 'F7', name: 'a line of 32 kbit/s', injectedBy: 'netns: tc tbf' },
    1,
    async (stage, line, chance, measured) => {
      line.slow(32);
      measured('change to feed at 32 kbit/s, ms', await followsEdits(stage, chance, 2, 12_000));
    },
  ),
  onLine(
    { id: 'F8', name: 'a packet in five lost, either way, polling every 5 s', injectedBy: 'netns: nft numgen drop' },
    5,
    async (stage, line, chance, measured) => {
      line.set(lose(20));
      // Three times what a direct line is allowed.
      measured('change to feed at 20 % loss, ms', await followsEdits(stage, chance, 4, 18_000));
    },
  ),
];
