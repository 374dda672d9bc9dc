/** Faults of the save path, call by call, and the power going in the middle of it. */
import { cutPower, type PowerCut, powerCutNeeds } from '../powerCut.ts';
import { assert, type Row, createRow } from '../row.ts';
import { type SavePathCall, savePathCalls, savePathFaults, injectFault } from '../savePath.ts';

/** Each run takes every so-manieth place, from a random one on; GREENROOM_SAVE_PATH_STEP=1 takes all. */
const step = Number(process.env['GREENROOM_SAVE_PATH_STEP'] ?? 8);
const maxPosition = 500;

function savePathRow(call: SavePathCall): Row {
  const kind = {
    id: `F34-${call}`,
    name: `${call} of the save path fails (EIO, ENOSPC, EACCES) or kills, at one place after the other`,
    injectedBy: 'strace',
    needs: ['strace'],
  };
  return createRow(kind, async (chance) => {
    let hits = 0;
    for (const fault of savePathFaults) {
      for (let when = chance.between(1, step); when <= maxPosition; when += step) {
        const { wasHit, losses } = await injectFault(call, fault, when);
        assert(`nothing corrupt or lost: ${call} ${fault} at ${when}: ${losses.join('; ')}`, losses.length === 0);
        if (!wasHit) break;
        hits += 1;
      }
    }
    // A call that happens less often than a step is missed by most seeds; with a step of 1 by none.
    assert(`${call} was struck at all`, hits > 0 || step > 1);
  });
}

const describe = ({ confirmed, losses }: PowerCut): string => `${confirmed} confirmed; ${losses.join('; ')}`;

export const savePathRows: readonly Row[] = [
  ...savePathCalls.map(savePathRow),
  createRow(
    {
      id: 'F36',
      name: 'the power is cut while it writes, and a cut without fsync is found out',
      injectedBy: 'copy of a loop image',
      needs: powerCutNeeds,
      isQuick: true,
    },
    async (chance) => {
      const cut = await cutPower(chance.between(5, 250), false);
      assert(`nothing corrupt or lost (${describe(cut)})`, cut.losses.length === 0);
      const unsynced = await cutPower(3000, true);
      assert(`without fsync the same harness finds losses (${describe(unsynced)})`, unsynced.losses.length > 0);
    },
  ),
];
