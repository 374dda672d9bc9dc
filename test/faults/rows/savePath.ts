/** Failures of each system call in the save path, and a power cut while it writes. */
import { cutPower, type PowerCut, powerCutNeeds } from '../powerCut.ts';
import { assert, createRow, type Row } from '../row.ts';
import { injectFault, type SavePathCall, savePathCalls, savePathFaults } from '../savePath.ts';

/** Each run tests every `step`-th call from a random start; GREENROOM_SAVE_PATH_STEP=1 tests all. */
const step = Number(process.env['GREENROOM_SAVE_PATH_STEP'] ?? 8);
const maxPosition = 500;

function createSavePathRow(call: SavePathCall): Row {
  const options = {
    id: `F34-${call}`,
    name: `${call} in the save path fails (EIO, ENOSPC, EACCES) or kills the process, at many positions`,
    injectedBy: 'strace',
    needs: ['strace'],
  };
  return createRow(options, async (random) => {
    let hits = 0;
    for (const fault of savePathFaults) {
      for (let when = random.between(1, step); when <= maxPosition; when += step) {
        const { isInjected, losses } = await injectFault(call, fault, when);
        assert(`nothing is corrupt or lost: ${call} ${fault} at ${when}: ${losses.join('; ')}`, losses.length === 0);
        if (!isInjected) break;
        hits += 1;
      }
    }
    // With a step over 1, most seeds miss a rare call.
    assert(`${call} fails at least once`, hits > 0 || step > 1);
  });
}

const summarise = ({ confirmed, losses }: PowerCut): string => `${confirmed} confirmed; ${losses.join('; ')}`;

export const savePathRows: readonly Row[] = [
  ...savePathCalls.map(createSavePathRow),
  createRow(
    {
      id: 'F36',
      name: 'a power cut during writes loses nothing; without fsync the same test finds losses',
      injectedBy: 'copy of a loop image',
      needs: powerCutNeeds,
      isQuick: true,
    },
    async (random) => {
      const cut = await cutPower(random.between(5, 250), false);
      assert(`nothing is corrupt or lost (${summarise(cut)})`, cut.losses.length === 0);
      const withoutSync = await cutPower(3000, true);
      assert(`without fsync the same test finds losses (${summarise(withoutSync)})`, withoutSync.losses.length > 0);
    },
  ),
];
