/** Runs the fault table: `--seeds N` (default 20), `--quick`, and optional row ids. Exits with 1 when a row fails. */
import { parseArgs } from 'node:util';
import { allRows } from './rows.ts';
import { formatTable, runRows } from './runRows.ts';

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '20' },
      'first-seed': { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      child: { type: 'boolean', default: false },
      parallel: { type: 'string', default: '6' },
    },
  });
  for (const name of ['seeds', 'first-seed', 'parallel'] as const)
    if (!/^\d+$/.test(values[name])) throw new Error(`--${name} must be a whole number`);
  const unknown = positionals.filter((id) => !allRows.some((row) => row.id === id));
  if (unknown.length > 0) throw new Error(`There is no row named ${unknown.join(', ')}`);
  return { values, positionals };
}

let read: ReturnType<typeof readArguments>;
try {
  read = readArguments();
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}. Use --seeds N, --first-seed N, --parallel N, --quick and ids of rows such as F41.\n`,
  );
  process.exit(2);
}
const { values, positionals } = read;
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values['first-seed']) + index);
const rows = allRows.filter(
  (row) => (!values.quick || row.isQuick) && (positionals.length === 0 || positionals.includes(row.id)),
);
const results = await runRows(rows, seeds, Number(values.parallel), values.child, (result) => {
  if (values.child) return;
  const duration = `${(result.durationMs / 1000).toFixed(1)} s`;
  process.stdout.write(
    `${result.row.id} seed ${result.seed}: ${result.outcome} ${duration}${result.reason === '' ? '' : ` (${result.reason})`}\n`,
  );
});
if (values.child) process.stdout.write(JSON.stringify(results[0]));
else process.stdout.write(`\n${formatTable(results)}\n`);
process.exit(results.some((result) => result.outcome === 'failed') ? 1 : 0);
