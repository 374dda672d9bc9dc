/** Damaged files: each file of the data directory, and all of them, in seven ways, for a young, a long and a compacted show. */
import type { Random } from '../../random.ts';
import { checkCell } from '../damage/checkCell.ts';
import { checkLogGap, lateChanges } from '../damage/checkLogGap.ts';
import { type Damage, damages, lastRecordDamages, listFiles } from '../damage/damages.ts';
import { createShowFolder, type ShowKind } from '../damage/showFolder.ts';
import { assert, createRow, type RecordMeasurement, type Row } from '../row.ts';

const kinds: readonly { readonly kind: ShowKind; readonly name: string }[] = [
  { kind: 'young', name: 'a young show' },
  { kind: 'long', name: 'a long show' },
  { kind: 'compacted', name: 'a show after compaction' },
];

/** Damages each file alone, the newest show with the recordings, and all together, each in the ways that `select` returns. */
async function checkShow(
  kind: ShowKind,
  random: Random,
  record: RecordMeasurement,
  select: () => readonly Damage[],
): Promise<void> {
  const show = await createShowFolder(kind);
  try {
    const files = await listFiles(show.directory);
    const faults: string[] = [];
    let cells = 0;
    const shows = files.filter((file) => /^show-\d+\.journal$/.test(file)).slice(-1);
    const withoutGuards = [...shows, ...files.filter((file) => file.startsWith('recordings'))];
    for (const damaged of [...files.map((file) => [file]), withoutGuards, files]) {
      for (const damage of select()) {
        cells += 1;
        faults.push(...(await checkCell(show, damaged, damage, random)));
      }
    }
    record('damaged directories, count', [cells]);
    assert(`nothing false is said or sent: ${faults.slice(0, 20).join('; ')}`, faults.length === 0);
  } finally {
    await show.close();
  }
}

/** Kills the show between a change on air and its entries in the logs, and damages its newest file. */
async function checkGap(random: Random, record: RecordMeasurement, select: () => readonly Damage[]): Promise<void> {
  const show = await createShowFolder('young');
  try {
    const faults: string[] = [];
    let cells = 0;
    for (const change of lateChanges) {
      const selected = select();
      cells += selected.length;
      faults.push(...(await checkLogGap(show, change, selected, random)));
    }
    record('damaged directories, count', [cells]);
    assert(`no earlier list is sent: ${faults.slice(0, 20).join('; ')}`, faults.length === 0);
  } finally {
    await show.close();
  }
}

const wholeFileDamages = damages.filter(({ name }) => name === 'zeros' || name === 'missing');

export const damageRows: readonly Row[] = [
  createRow(
    {
      id: 'F37a',
      name: 'each file of a young show is damaged in one of seven ways',
      injectedBy: 'overwriting',
      isQuick: true,
    },
    (random, record) => checkShow('young', random, record, () => [random.pick(damages)]),
  ),
  createRow(
    {
      id: 'F37b',
      name: 'the newest change is lost after a kill before any log has it',
      injectedBy: 'overwriting',
      isQuick: true,
    },
    (random, record) => checkGap(random, record, () => [random.pick(lastRecordDamages)]),
  ),
  createRow(
    {
      id: 'F37-gap',
      name: 'the newest change or file is lost in six ways after a kill before any log has it',
      injectedBy: 'overwriting',
    },
    (random, record) => checkGap(random, record, () => [...lastRecordDamages, ...wholeFileDamages]),
  ),
  ...kinds.map(({ kind, name }) =>
    createRow(
      { id: `F37-${kind}`, name: `each file of ${name} is damaged in all seven ways`, injectedBy: 'overwriting' },
      (random, record) => checkShow(kind, random, record, () => damages),
    ),
  ),
];
