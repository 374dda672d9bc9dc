/** One row for each time on air. The bar is red only while the post is still on air. */
import type { AsRunRow } from '../../../contract/history.ts';
import type { Action } from '../../../core/action.ts';
import { describeAction } from '../../../core/describeAction.ts';
import type { Cause } from '../../../core/feedState.ts';
import { Mark } from '../../ui/Mark.tsx';
import { clockTime, dayTime, duration } from '../../words/time.ts';
import { guardRule } from '../guardRule.ts';
import { editKey } from './editTimes.ts';
import { barPosition, endOf, type TimeSpan } from './timeSpan.ts';

const maxRows = 500;

type AsRunTableProps = {
  readonly rows: readonly AsRunRow[];
  /** Ends of entries that an edit of the same post replaced, from `editTimes`. */
  readonly edits: ReadonlySet<string>;
  readonly timeSpan: TimeSpan;
  readonly nowMs: number;
};

export function AsRunTable({ rows, edits, timeSpan, nowMs }: AsRunTableProps) {
  const shown = rows.slice(0, maxRows);
  const isShort = timeSpan.to - timeSpan.from < 10 * 60_000;
  return (
    <>
      <table className="checks">
        <thead>
          <tr>
            <th>Post</th>
            <th>Text as aired</th>
            <th>On</th>
            <th>Off</th>
            <th className="is-figure">Duration</th>
            <th>
              <span className="ran-scale" aria-hidden="true">
                {scaleTimes(timeSpan).map((at) => (
                  <span key={at}>{clockTime(at).slice(0, isShort ? 8 : 5)}</span>
                ))}
              </span>
            </th>
            <th>On by</th>
            <th>Off by</th>
            <th className="is-figure">Revision</th>
            <th className="is-figure">Consumers</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Entry
              key={`${row.itemId} ${row.on} ${row.revision}`}
              row={row}
              edits={edits}
              timeSpan={timeSpan}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="browser-note">
          Newest {maxRows} of {rows.length.toLocaleString('en')} entries. The files contain all of them.
        </p>
      )}
    </>
  );
}

type EntryProps = {
  readonly row: AsRunRow;
  readonly edits: ReadonlySet<string>;
  readonly timeSpan: TimeSpan;
  readonly nowMs: number;
};

function Entry({ row, edits, timeSpan, nowMs }: EntryProps) {
  const { left, width } = barPosition(row, timeSpan, nowMs);
  const isEdit = (at: string): boolean => edits.has(editKey(row, at));
  return (
    <tr>
      <th scope="row" dir="auto">
        {row.author === '' ? 'No name given' : row.author}
      </th>
      <td className="is-text" dir="auto">
        {row.message}
      </td>
      <td className="mono">{dayTime(row.on, nowMs)}</td>
      <td className="mono">
        {row.off === null ? <Mark mark={{ kind: 'air', icon: null, text: 'ON AIR' }} /> : dayTime(row.off, nowMs)}
      </td>
      <td className="is-figure">{duration(endOf(row, nowMs) - Date.parse(row.on))}</td>
      <td>
        <span className="ran">
          <i className={row.off === null ? 'is-still' : ''} style={{ left: `${left}%`, width: `${width}%` }} />
        </span>
      </td>
      <td>{causeText(row.onCause, row.onBy, { verb: row.onVerb, about: row.onAbout }, isEdit(row.on))}</td>
      <td>
        {row.off === null || row.offCause === null
          ? ''
          : causeText(row.offCause, row.offBy, { verb: row.offVerb, about: row.offAbout }, isEdit(row.off))}
      </td>
      <td className="is-figure">{row.revision}</td>
      <td className="is-figure">{row.consumers}</td>
    </tr>
  );
}

/** For example: service · service, edited · Marit Lund, release · rule, “evacuation” */
function causeText(cause: Cause, by: string | null, action: Action, isEdit: boolean): string {
  switch (cause) {
    case 'service':
      return isEdit ? 'service, edited' : 'service';
    case 'rule':
      return [ruleText(action), ...(by === null ? [] : [`set by ${by}`])].join(', ');
    case 'operator':
      return [by ?? 'operator', ...inSentence(action)].join(', ');
    default:
      return cause satisfies never;
  }
}

function ruleText(action: Action): string {
  const rule = guardRule(action);
  return rule === null ? ['rule', ...inSentence(action)].join(', ') : `rule, “${rule}”`;
}

/** The action with a lower-case initial; empty when the log has none. */
function inSentence(action: Action): readonly string[] {
  const text = describeAction(action);
  return text === null ? [] : [text.charAt(0).toLowerCase() + text.slice(1)];
}

/** Four evenly spaced times, in epoch milliseconds. */
function scaleTimes({ from, to }: TimeSpan): readonly number[] {
  return [0, 1, 2, 3].map((step) => Math.round(from + ((to - from) * step) / 3));
}
