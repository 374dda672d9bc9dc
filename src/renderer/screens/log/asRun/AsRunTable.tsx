/** The as-run table: one row per time on air, with a bar that is red until the post goes off. */

import type { AsRunRow } from '../../../../contract/history.ts';
import type { Action } from '../../../../core/action.ts';
import { describeAction } from '../../../../core/describeAction.ts';
import type { Cause } from '../../../../core/feedState.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { startInSentence } from '../../../../core/language/startInSentence.ts';
import { isolateName } from '../../../../core/outsideName.ts';
import { formatDayTime, formatDuration } from '../../../../core/time.ts';
import { startOfText } from '../../../../ui/startOfText.ts';
import { knownUntilMs, useComputed, useDesk, useIsDisconnected, useToday } from '../../../stores/useDesk.ts';
import { DayTime } from '../../DayTime.tsx';
import { guardRuleOf } from '../guardRule.ts';
import { OnAirBadge } from '../OnAirBadge.tsx';
import { editKeyOf, textKeyOf } from './editTimes.ts';
import { scaleTimesOf } from './scaleTimes.ts';
import { barPositionOf, endOf, timeSpanOf } from './timeSpan.ts';

const maxRows = 500;

type AsRunTableProps = {
  readonly rows: readonly AsRunRow[];
  /** Keys of the edits, from `findEditTimes`. */
  readonly editKeys: ReadonlySet<string>;
  /** From `findEditedParts`. */
  readonly editedParts: ReadonlyMap<string, string>;
} & SpanProps;

/** The time span of the bars, in epoch milliseconds. */
type SpanProps = {
  readonly startMs: number;
  /** `null` for now. */
  readonly endMs: number | null;
};

export function AsRunTable({ rows, editKeys, editedParts, startMs, endMs }: AsRunTableProps) {
  const shown = rows.slice(0, maxRows);
  return (
    <>
      <table className="data-table">
        <thead>
          <tr>
            <th>{say('Post')}</th>
            <th>{say('Text as aired')}</th>
            <th>{say('On||on air')}</th>
            <th>{say('Off||off air')}</th>
            <th className="is-number">{say('Duration')}</th>
            <th>
              <Scale startMs={startMs} endMs={endMs} />
            </th>
            <th>{say('On by')}</th>
            <th>{say('Off by')}</th>
            <th className="is-number">{say('Revision')}</th>
            <th className="is-number">{say('Consumers')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Entry
              key={`${row.itemId} ${row.on} ${row.revision}`}
              row={row}
              editKeys={editKeys}
              text={editedParts.get(textKeyOf(row)) ?? row.message}
              startMs={startMs}
              endMs={endMs}
            />
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="page-note">
          {say('Newest {shown} of {count} entries. The files contain all of them.', {
            shown: formatNumber(maxRows),
            count: formatNumber(rows.length),
          })}
        </p>
      )}
    </>
  );
}

function Scale({ startMs, endMs }: SpanProps) {
  const times = useComputed((_, nowMs) => scaleTimesOf(timeSpanOf(startMs, endMs, nowMs)));
  return (
    <span className="as-run-scale" aria-hidden="true">
      {times.map(({ left, label }) => (
        <span key={left} style={{ left: `${left}%`, transform: `translateX(-${left}%)` }}>
          {label}
        </span>
      ))}
    </span>
  );
}

type EntryProps = SpanProps & {
  readonly row: AsRunRow;
  readonly editKeys: ReadonlySet<string>;
  readonly text: string;
};

function Entry({ row, editKeys, text, startMs, endMs }: EntryProps) {
  const isEdit = (at: string): boolean => editKeys.has(editKeyOf(row, at));
  const today = useToday();
  const collectionNames = useDesk(({ state }) => state.collectionNames);
  const describeBy = (cause: Cause, by: string | null, action: Action, at: string): string =>
    describeCause(cause, by, { ...action, text: describeAction(action, collectionNames) }, isEdit(at));
  const onBy = describeBy(row.onCause, row.onBy, { verb: row.onVerb, about: row.onAbout }, row.on);
  const offAction = { verb: row.offVerb, about: row.offAbout };
  const offBy =
    row.off === null || row.offCause === null
      ? ''
      : [describeBy(row.offCause, row.offBy, offAction, row.off), ...describeTakedown(row, today)].join('; ');
  return (
    <tr>
      <th scope="row" className={row.author === '' ? '' : 'is-outside'} dir="auto" title={row.author}>
        {row.author === '' ? say('No name given') : row.author}
      </th>
      <td className="is-text is-outside" dir="auto" title={row.message}>
        {startOfText(text)}
      </td>
      <td className="mono">
        <DayTime at={row.on} />
      </td>
      <td className="mono">{row.off === null ? <OnAirBadge /> : <DayTime at={row.off} />}</td>
      <td className="is-number">
        <TimeOnAir row={row} />
      </td>
      <td>
        <Bar row={row} startMs={startMs} endMs={endMs} />
      </td>
      <td className="is-end" title={onBy}>
        {onBy}
      </td>
      <td className="is-end" title={offBy}>
        {offBy}
      </td>
      <td className="is-number">{row.revision}</td>
      <td className="is-number">{row.consumers}</td>
    </tr>
  );
}

function TimeOnAir({ row }: { readonly row: AsRunRow }) {
  return useComputed((desk, nowMs) => formatDuration(endOf(row, knownUntilMs(desk, nowMs)) - Date.parse(row.on)));
}

function Bar({ row, startMs, endMs }: SpanProps & { readonly row: AsRunRow }) {
  const isDisconnected = useIsDisconnected();
  const { left, width } = useComputed((desk, nowMs) =>
    barPositionOf(row, timeSpanOf(startMs, endMs, nowMs), knownUntilMs(desk, nowMs)),
  );
  return (
    <span className="as-run-bar">
      <i
        className={row.off === null && !isDisconnected ? 'is-on-air' : ''}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}

/** How the takedown of a blocked post ended; empty for another action. */
function describeTakedown(
  { offVerb, confirmedOffAirAt, confirmedOffAirBy }: AsRunRow,
  nowMs: number,
): readonly string[] {
  if (confirmedOffAirAt !== null) {
    const values = { time: formatDayTime(confirmedOffAirAt, nowMs), who: isolateName(confirmedOffAirBy ?? '?') };
    return [say('confirmed {time} by {who}', values)];
  }
  return offVerb === 'block' ? [say('not confirmed')] : [];
}

/** An action with its text, as `describeAction` writes it. */
type DescribedAction = Action & { readonly text: string | null };

/** For example `service`, `service, edited`, `Marit Lund, release` or `rule, “evacuation”`. */
function describeCause(cause: Cause, by: string | null, action: DescribedAction, isEdit: boolean): string {
  switch (cause) {
    case 'service':
      return isEdit ? say('service, edited') : say('service');
    case 'rule':
      return [describeRule(action), ...(by === null ? [] : [say('set by {who}', { who: isolateName(by) })])].join(', ');
    case 'operator':
      return [by === null ? say('operator') : isolateName(by), ...actionInSentence(action)].join(', ');
    default:
      return cause satisfies never;
  }
}

function describeRule(action: DescribedAction): string {
  const rule = guardRuleOf(action);
  return rule === null ? [say('rule'), ...actionInSentence(action)].join(', ') : say('rule, “{rule}”', { rule });
}

/** Empty when the log has none. */
function actionInSentence({ text }: DescribedAction): readonly string[] {
  return text === null ? [] : [startInSentence(text)];
}
