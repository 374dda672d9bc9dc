/** The gap between the lists, with a line from each moved post's empty slot to its row in live. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSameJson } from '../../../core/boundedJson.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { formatDuration } from '../../../core/time.ts';
import { arrowWidth, separateLines } from '../../model/separateLines.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';

type MovedLine = {
  readonly id: string;
  /** Vertical positions in the gutter, in pixels. */
  readonly from: number;
  readonly to: number;
  /** When the post went live, ISO 8601. */
  readonly since: string;
  readonly isWaiting: boolean;
};

const maxLines = 3;
const noLines: readonly MovedLine[] = [];

export function Gutter() {
  const rows = useDesk((desk) => desk.rows);
  const movedCount = useDesk((desk) => desk.movedCount);
  const gutter = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState(noLines);
  const [width, setWidth] = useState(56);
  const measure = useRef<() => void>(() => undefined);

  useLayoutEffect(() => {
    const moved = rows.staging.filter((row) => row.state === 'moved');
    measure.current = () => {
      const box = moved.length === 0 ? undefined : gutter.current?.getBoundingClientRect();
      if (box === undefined) {
        setLines(noLines);
        return;
      }
      setWidth(box.width);
      const found = moved
        .flatMap((row): readonly MovedLine[] => {
          const to = rows.live.find(({ item }) => item.id === row.item.id);
          const left = middleOf('staging', row.key, box);
          const right = to === undefined ? null : middleOf('live', to.key, box);
          if (to === undefined || left === null || right === null) return [];
          return [
            {
              id: row.item.id,
              from: left,
              to: right,
              since: row.item.mark?.wentLiveAt ?? '',
              isWaiting: to.state === 'waiting' || to.state === 'guarded',
            },
          ];
        })
        .slice(0, maxLines);
      setLines((old) => (isSameJson(old, found) ? old : found));
    };
    measure.current();
  });

  useEffect(() => {
    const remeasure = (): void => measure.current();
    document.addEventListener('scroll', remeasure, { capture: true, passive: true });
    // Rows that move to their places are measured on the way.
    document.addEventListener('transitionend', remeasure, true);
    window.addEventListener('resize', remeasure);
    return () => {
      document.removeEventListener('scroll', remeasure, { capture: true });
      document.removeEventListener('transitionend', remeasure, true);
      window.removeEventListener('resize', remeasure);
    };
  }, []);

  const xs = separateLines(lines, width);
  return (
    <div className="gutter" ref={gutter} aria-hidden="true">
      {movedCount > maxLines && (
        <span className="gutter-count">{say('{count} went live', { count: formatNumber(movedCount) })}</span>
      )}
      <svg className="gutter-lines" aria-hidden="true">
        {lines.map((line, index) => (
          <Line key={line.id} line={line} x={xs[index] ?? width / 2} width={width} />
        ))}
        {lines.map((line) => (
          <Age key={line.id} line={line} x={width / 2} />
        ))}
      </svg>
    </div>
  );
}

/** The middle of a row in pixels from the top of the gutter; `null` when scrolled out of view. */
function middleOf(list: string, key: string, box: DOMRect): number | null {
  const row = document.getElementById(`${list}-${key.replace(/[^\w-]/g, '_')}`);
  const pane = document.getElementById(`list-${list}`);
  if (row === null || pane === null) return null;
  const rowBox = row.getBoundingClientRect();
  const paneBox = pane.getBoundingClientRect();
  const middle = rowBox.top + rowBox.height / 2;
  return middle < paneBox.top || middle > paneBox.bottom ? null : middle - box.top;
}

type LineProps = {
  readonly line: MovedLine;
  /** Of its vertical part. */
  readonly x: number;
  readonly width: number;
};

function Line({ line: { from, to, isWaiting }, x, width }: LineProps) {
  const direction = to >= from ? 1 : -1;
  const bend = Math.min(14, width / 4, Math.abs(to - from) / 2, x, width - arrowWidth + 2 - x);
  const tip = `${width - arrowWidth},${to - 7} ${width - 1},${to} ${width - arrowWidth},${to + 7}`;
  return (
    <g className={isWaiting ? 'is-waiting' : ''}>
      <path
        d={`M0 ${from}H${x - bend}L${x} ${from + direction * bend}V${to - direction * bend}L${x + bend} ${to}H${width - 10}`}
        pathLength={isWaiting ? undefined : 1}
      />
      <polygon points={tip} />
    </g>
  );
}

/** Next to the start of its line, and drawn over all lines. */
function Age({ line: { from, to, since, isWaiting }, x }: { readonly line: MovedLine; readonly x: number }) {
  const age = useComputed((_, nowMs) => formatDuration(nowMs - Date.parse(since)));
  return (
    <text className={isWaiting ? 'is-waiting' : ''} x={x} y={to >= from ? from - 10 : from + 20}>
      {age}
    </text>
  );
}
