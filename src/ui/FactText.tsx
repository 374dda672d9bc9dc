/** The text of a fact in the strip: the fact, and a note in smaller text. */
import type { ReactNode } from 'react';
import { formatNumber } from '../core/formatNumber.ts';
import { Icon, type IconName } from './Icon.tsx';
import { keepDurationsTogether } from './unbroken.ts';

type FactTextProps = {
  readonly icon: IconName | null;
  readonly main: string;
  readonly count: number | null;
  /** Empty for none. */
  readonly note: string;
};

export function FactText({ icon, main, count, note }: FactTextProps) {
  return (
    <>
      <span className="fact-main">
        {icon !== null && <Icon name={icon} />}
        <span className="fact-text" title={main}>
          {keepDurationsTogether(main)}
        </span>
        {count !== null && <span>{formatNumber(count)}</span>}
      </span>
      {note !== '' && (
        <span className={`fact-note${sizeOf(note)}`} title={note}>
          {reserveDigits(keepDurationsTogether(note))}
        </span>
      )}
    </>
  );
}

/** More characters need a second line, or a third line, in the strip at 1280 px. */
const [longNote, veryLongNote] = [44, 60];

function sizeOf({ length }: string): string {
  return length > veryLongNote ? ' is-long is-very-long' : length > longNote ? ' is-long' : '';
}

/** Leaves room for four digits of a time in milliseconds. Otherwise a longer time could need a second line, and every heading beside it would move. */
function reserveDigits(note: string): ReactNode {
  const [before, time, digits = '', after] = note.split(/(\(?(\d+)\sms\)?)/);
  if (time === undefined) return note;
  return (
    <>
      {before}
      <span className="fact-time" data-reserved={'0'.repeat(Math.max(0, 4 - digits.length))}>
        {time}
      </span>
      {after}
    </>
  );
}
