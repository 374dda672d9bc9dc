/** Exports the as-run log of a feed as a file, in parts, so that a long log is never in memory. */
import type { Refusal } from '../../contract/commands.ts';
import type { QueryInput } from '../../contract/queries.ts';
import { querySchemas } from '../../contract/querySchemas.ts';
import { createAsRunFormatter } from '../../core/asRun.ts';
import { describeFirstFault } from '../../core/describeIssue.ts';
import { feedOf } from '../../core/show.ts';
import type { AsRun } from '../logs/asRun.ts';
import type { Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';

/** Validates the input. The parts reject if the log cannot be read, and end once `signal` is aborted. */
export type ExportAsRun = (
  input: unknown,
  signal: AbortSignal,
) => { readonly ok: true; readonly parts: AsyncGenerator<string> } | Refusal;

export type AsRunExportDeps = {
  readonly asRun: Pick<AsRun, 'readRows'>;
  readonly store: Pick<Store, 'state'>;
  readonly ports: Pick<Ports, 'log'>;
};

export function createAsRunExport({ asRun, store, ports }: AsRunExportDeps): ExportAsRun {
  return (input, signal) => {
    const read = querySchemas.asRunText.safeParse(input, { reportInput: true });
    if (!read.success) return refuse('COMMAND_INVALID', { what: describeFirstFault(read.error) });
    if (feedOf(store.state(), read.data.feed) === null) return refuse('FEED_UNKNOWN', {});
    const parts = async function* (): AsyncGenerator<string> {
      let hasBegun = false;
      try {
        for await (const part of formatAsRun(asRun, read.data, signal)) {
          hasBegun = true;
          yield part;
        }
      } catch (error) {
        // Nobody is reading any more.
        if (signal.aborted) return;
        // An earlier error becomes the response, and is logged with it.
        if (hasBegun) ports.log('error', 'COMMAND_FAILED', { query: 'asRunText', error: String(error) });
        throw error;
      }
    };
    return { ok: true, parts: parts() };
  };
}

/** Yields the text of the file. No part is empty, and the first one follows the first rows. */
async function* formatAsRun(
  asRun: AsRunExportDeps['asRun'],
  { format, start, ...query }: QueryInput<'asRunText'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { begin, formatPart, end } = createAsRunFormatter(format, start ?? query.from);
  let text = begin;
  for await (const rows of asRun.readRows(query, signal)) {
    if (rows.length === 0) continue;
    text += formatPart(rows);
    if (text !== '') yield text;
    text = '';
  }
  text += end;
  if (text !== '') yield text;
}
