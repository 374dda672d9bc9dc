/** The fault bench as a program: `--seeds N` (20), `--quick`, and names of rows to choose from. Exits with 1 when a row fails. */
import { parseArgs } from 'node:util';
import { allRows } from './rows.ts';
import { runRows, formatTable } from './runRows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    within: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '6' },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, number) => Number(values.first) + number);
const rows = allRows.filter(
  (row) => (!values.quick || row.isQuick) && (positionals.length === 0 || positionals.includes(row.id)),
);
const results = await runRows(rows, seeds, Number(values['at-once']), values.within, (result) => {
  if (values.within) return;
  const took = `${(result.durationMs / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${result.row.id} seed ${result.seed}: ${result.outcome} ${took}${result.why === '' ? '' : ` (${result.why})`}\n`,
  );
});
if (values.within) process.stdout.write(JSON.stringify(results[0]));
else process.stdout.write(`\n${formatTable(results)}\n`);
process.exit(results.some((result) => result.outcome === 'fails') ? 1 : 0);
