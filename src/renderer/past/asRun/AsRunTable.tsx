/** One line for each time on air; the bar is red for what is still on, and only for that. */
import type { AsRunRow } from '../../../contract/past.ts';
import type { Deed } from '../../../core/deed.ts';
import { deedWords } from '../../../core/deedWords.ts';
import type { Cause } from '../../../core/feedState.ts';
import { Mark } from '../../ui/Mark.tsx';
import { clockTime, dayTime, duration } from '../../words/time.ts';
import { barOf, endOf, type Stretch } from './airTime.ts';

/** More lines than a person reads; the files have all of them. */
const most = 500;

type AsRunTableProps = { readonly rows: readonly AsRunRow[]; readonly stretch: Stretch; readonly nowMs: number };

export function AsRunTable({ rows, stretch, nowMs }: AsRunTableProps) {
  const shown = rows.slice(0, most);
  const isShort = stretch.to - stretch.from < 10 * 60_000;
  return (
    <>
      <table className="checks">
        <thead>
          <tr>
            <th>Post</th>
            <th>Words as aired</th>
            <th>On</th>
            <th>Off</th>
            <th className="is-figure">How long</th>
            <th>
              <span className="ran-scale" aria-hidden="true">
                {scaleOf(stretch).map((at) => (
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
            <Line key={`${row.itemId} ${row.on} ${row.revision}`} row={row} stretch={stretch} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="browser-note">
          The newest {most} of {rows.length.toLocaleString('en')} lines. The files have all of them.
        </p>
      )}
    </>
  );
}

type LineProps = {
  readonly row: AsRunRow;
  readonly stretch: Stretch;
  readonly nowMs: number;
};

function Line({ row, stretch, nowMs }: LineProps) {
  const { left, width } = barOf(row, stretch, nowMs);
  return (
    <tr>
      <th scope="row" dir="auto">
        {row.author === '' ? 'No name given' : row.author}
      </th>
      <td className="is-words" dir="auto">
        {row.message}
      </td>
      <td className="mono">{dayTime(row.on, nowMs)}</td>
      <td className="mono">
        {row.off === null ? <Mark mark={{ kind: 'air', icon: null, words: 'ON AIR' }} /> : dayTime(row.off, nowMs)}
      </td>
      <td className="is-figure">{duration(endOf(row, nowMs) - Date.parse(row.on))}</td>
      <td>
        <span className="ran">
          <i className={row.off === null ? 'is-still' : ''} style={{ left: `${left}%`, width: `${width}%` }} />
        </span>
      </td>
      <td>{causeWords(row.onCause, row.onBy, { verb: row.onVerb, about: row.onAbout })}</td>
      <td>
        {row.offCause === null ? '' : causeWords(row.offCause, row.offBy, { verb: row.offVerb, about: row.offAbout })}
      </td>
      <td className="is-figure">{row.revision}</td>
      <td className="is-figure">{row.consumers}</td>
    </tr>
  );
}

/** Who or what did it, and what it was that they did. */
function causeWords(cause: Cause, by: string | null, deed: Deed): string {
  const words = deedWords(deed);
  switch (cause) {
    case 'service':
      return 'the service';
    case 'rule':
      return [words ?? 'A rule', ...(by === null ? [] : [`set by ${by}`])].join(', ');
    case 'operator':
      return [by ?? 'By hand', ...(words === null ? [] : [words.charAt(0).toLowerCase() + words.slice(1)])].join(', ');
    default:
      return cause satisfies never;
  }
}

/** Four times along the stretch. */
function scaleOf({ from, to }: Stretch): readonly number[] {
  return [0, 1, 2, 3].map((part) => Math.round(from + ((to - from) * part) / 3));
}
