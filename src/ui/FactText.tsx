/** The text of a fact in the strip: the fact, and a note in smaller text. */
import { formatNumber } from '../core/formatNumber.ts';
import { Icon, type IconName } from './Icon.tsx';

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
          {main}
        </span>
        {count !== null && <span>{formatNumber(count)}</span>}
      </span>
      {note !== '' && (
        <span className="fact-note" title={note}>
          {note}
        </span>
      )}
    </>
  );
}
