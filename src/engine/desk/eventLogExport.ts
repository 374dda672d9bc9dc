/** Exports the event log as a file, newest first, in parts, so that the text of a whole log is never in memory. */
import { type LogEntry, type LogFilter, logEntrySchema } from '../../contract/eventLog.ts';
import { formatCsvCell } from '../../core/csvCell.ts';
import type { EventLog } from '../logs/eventLog.ts';

export const wholeLog: LogFilter = { after: null, level: null, about: null };

/** A table has no room for a list; the message quotes the edits. */
const columns = Object.keys(logEntrySchema.omit({ edits: true }).shape) as readonly Exclude<keyof LogEntry, 'edits'>[];

/** Ends once `signal` is aborted. */
export async function* exportEventLog(
  log: Pick<EventLog, 'read'>,
  format: 'csv' | 'json',
  filter: LogFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield format === 'csv' ? `${columns.join()}\r\n` : '[';
  let separator = '';
  for await (const entries of log.read(filter)) {
    if (signal.aborted) return;
    if (entries.length === 0) continue;
    if (format === 'csv') yield entries.map(formatCsvLine).join('');
    else yield `${separator}${entries.map((entry) => JSON.stringify(entry)).join()}`;
    separator = ',';
  }
  if (format === 'json') yield ']';
}

function formatCsvLine(entry: LogEntry): string {
  return `${columns.map((column) => formatCsvCell(entry[column], 'whenNeeded')).join()}\r\n`;
}
