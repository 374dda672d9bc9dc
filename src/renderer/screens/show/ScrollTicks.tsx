/** Ticks beside a long list: red for the current post, amber for waiting, white for new. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { RowView } from '../../model/rowModel.ts';
import { useDesk } from '../desk.ts';

type TicksProps = {
  readonly rows: readonly RowView[];
  readonly rowHeight: number;
  readonly pane: RefObject<HTMLDivElement | null>;
};

const recentMs = 30_000;
/** More ticks than this are unreadable. */
const maxTicks = 200;

export function ScrollTicks({ rows, rowHeight, pane }: TicksProps) {
  const { nowMs } = useDesk();
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element !== null) setIsLong(rows.length * rowHeight > element.clientHeight + 1);
  });
  if (!isLong) return null;
  const ticks = rows
    .flatMap((row, index) => {
      const kind = kindOf(row, nowMs);
      return kind === null ? [] : [{ key: row.key, kind, offset: (index + 0.5) / rows.length }];
    })
    .slice(0, maxTicks);
  return (
    <div className="ticks" aria-hidden="true">
      {ticks.map((tick) => (
        <i key={tick.key} className={`is-${tick.kind}`} style={{ top: `${tick.offset * 100}%` }} />
      ))}
    </div>
  );
}

function kindOf({ state, item }: RowView, nowMs: number): 'now' | 'waiting' | 'new' | null {
  if (state === 'now') return 'now';
  if (state === 'waiting' || state === 'leaving') return 'waiting';
  const at = item.mark?.arrivedAt;
  return at != null && nowMs - Date.parse(at) <= recentMs ? 'new' : null;
}
