/** The as-run table: one row per time on air, with a bar that is red until the post goes off. */
import type { AsRunRow } from '../../../../contract/history.ts';
import type { Action } from '../../../../core/action.ts';
import { describeAction } from '../../../../core/describeAction.ts';
import type { Cause } from '../../../../core/feedState.ts';
import { Mark } from '../../../../ui/Mark.tsx';
import { formatClockTime, formatDayTime, formatDuration } from '../../../../ui/time.ts';
import { guardRuleOf } from '../guardRule.ts';
import { editKeyOf } from './editTimes.ts';
import { barPositionOf, endOf, type TimeSpan } from './timeSpan.ts';

const maxRows = 500;

type AsRunTableProps = {
  readonly rows: readonly AsRunRow[];
  /** Keys of the edits, from `findEditTimes`. */
  readonly editKeys: ReadonlySet<string>;
  readonly timeSpan: TimeSpan;
  readonly nowMs: number;
};

export function AsRunTable({ rows, editKeys, timeSpan, nowMs }: AsRunTableProps) {
  const shown = rows.slice(0, maxRows);
  const isShort = timeSpan.to - timeSpan.from < 10 * 60_000;
  return (
    <>
      <table className="data-table">
        <thead>
          <tr>
            <th>Post</th>
            <th>Text as aired</th>
            <th>On</th>
            <th>Off</th>
            <th className="is-number">Duration</th>
            <th>
              <span className="as-run-scale" aria-hidden="true">
                {scaleTimesOf(timeSpan).map((at) => (
                  <span key={at}>{formatClockTime(at).slice(0, isShort ? 8 : 5)}</span>
                ))}
              </span>
            </th>
            <th>On by</th>
            <th>Off by</th>
            <th className="is-number">Revision</th>
            <th className="is-number">Consumers</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Entry
              key={`${row.itemId} ${row.on} ${row.revision}`}
              row={row}
              editKeys={editKeys}
              timeSpan={timeSpan}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="page-note">
          Newest {maxRows} of {rows.length.toLocaleString('en')} entries. The files contain all of them.
        </p>
      )}
    </>
  );
}

type EntryProps = {
  readonly row: AsRunRow;
  readonly editKeys: ReadonlySet<string>;
  readonly timeSpan: TimeSpan;
  readonly nowMs: number;
};

function Entry({ row, editKeys, timeSpan, nowMs }: EntryProps) {
  const { left, width } = barPositionOf(row, timeSpan, nowMs);
  const isEdit = (at: string): boolean => editKeys.has(editKeyOf(row, at));
  return (
    <tr>
      <th scope="row" dir="auto">
        {row.author === '' ? 'No name given' : row.author}
      </th>
      <td className="is-text" dir="auto">
        {row.message}
      </td>
      <td className="mono">{formatDayTime(row.on, nowMs)}</td>
      <td className="mono">
        {row.off === null ? <Mark mark={{ kind: 'air', icon: null, text: 'ON AIR' }} /> : formatDayTime(row.off, nowMs)}
      </td>
      <td className="is-number">{formatDuration(endOf(row, nowMs) - Date.parse(row.on))}</td>
      <td>
        <span className="as-run-bar">
          <i className={row.off === null ? 'is-on-air' : ''} style={{ left: `${left}%`, width: `${width}%` }} />
        </span>
      </td>
      <td>{describeCause(row.onCause, row.onBy, { verb: row.onVerb, about: row.onAbout }, isEdit(row.on))}</td>
      <td>
        {row.off === null || row.offCause === null
          ? ''
          : describeCause(row.offCause, row.offBy, { verb: row.offVerb, about: row.offAbout }, isEdit(row.off))}
      </td>
      <td className="is-number">{row.revision}</td>
      <td className="is-number">{row.consumers}</td>
    </tr>
  );
}

/** For example `service`, `service, edited`, `Marit Lund, release` or `rule, “evacuation”`. */
function describeCause(cause: Cause, by: string | null, action: Action, isEdit: boolean): string {
  switch (cause) {
    case 'service':
      return isEdit ? 'service, edited' : 'service';
    case 'rule':
      return [describeRule(action), ...(by === null ? [] : [`set by ${by}`])].join(', ');
    case 'operator':
      return [by ?? 'operator', ...actionInSentence(action)].join(', ');
    default:
      return cause satisfies never;
  }
}

function describeRule(action: Action): string {
  const rule = guardRuleOf(action);
  return rule === null ? ['rule', ...actionInSentence(action)].join(', ') : `rule, “${rule}”`;
}

/** The action in lower case; empty when the log has none. */
function actionInSentence(action: Action): readonly string[] {
  const text = describeAction(action);
  return text === null ? [] : [text.charAt(0).toLowerCase() + text.slice(1)];
}

/** Four evenly spaced times, in epoch milliseconds. */
function scaleTimesOf({ from, to }: TimeSpan): readonly number[] {
  return [0, 1, 2, 3].map((step) => Math.round(from + ((to - from) * step) / 3));
}
