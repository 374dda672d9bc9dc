/** Ticks beside a long list: red for the current post, amber for waiting, white for new. */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { keepList } from '../../model/memoise.ts';
import type { RowView } from '../../model/rowModel.ts';
import { useComputed } from '../../stores/useDesk.ts';

type TicksProps = {
  readonly rows: readonly RowView[];
  readonly rowHeight: number;
  readonly pane: RefObject<HTMLDivElement | null>;
};

const recentMs = 30_000;
/** More ticks than this are unreadable. */
const maxTicks = 200;

export function ScrollTicks({ rows, rowHeight, pane }: TicksProps) {
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element !== null) setIsLong(rows.length * rowHeight > element.clientHeight + 1);
  });
  const [keepTicks] = useState(() => keepList(({ key }: RowView) => key, tickPartsOf));
  const ticked = keepTicks(rows);
  const candidates = useMemo(() => (isLong ? findCandidates(ticked) : []), [isLong, ticked]);
  const ticks = useComputed((_, nowMs) =>
    candidates.filter(({ shownUntilMs }) => shownUntilMs === null || nowMs <= shownUntilMs).slice(0, maxTicks),
  );
  if (!isLong) return null;
  return (
    <div className="ticks" aria-hidden="true">
      {ticks.map((tick) => (
        <i key={tick.key} className={`is-${tick.kind}`} style={{ top: `${tick.offset * 100}%` }} />
      ))}
    </div>
  );
}

type Tick = {
  readonly key: string;
  readonly kind: 'now' | 'waiting' | 'new';
  /** From 0 at the top to 1. */
  readonly offset: number;
  /** Epoch milliseconds; `null` for as long as the row is like this. */
  readonly shownUntilMs: number | null;
};

const tickPartsOf = ({ state, item }: RowView): readonly unknown[] => [state, item.mark?.arrivedAt ?? null];

function findCandidates(rows: readonly RowView[]): readonly Tick[] {
  return rows.flatMap(({ key, state, item }, index): readonly Tick[] => {
    const offset = (index + 0.5) / rows.length;
    if (state === 'now') return [{ key, kind: 'now', offset, shownUntilMs: null }];
    if (state === 'waiting' || state === 'leaving') return [{ key, kind: 'waiting', offset, shownUntilMs: null }];
    const at = item.mark?.arrivedAt;
    return at == null ? [] : [{ key, kind: 'new', offset, shownUntilMs: Date.parse(at) + recentMs }];
  });
}
