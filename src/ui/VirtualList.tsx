/** A list of rows of equal height that renders only the visible ones. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows rendered beyond each edge. */
const overscan = 8;

type VirtualListProps = {
  readonly label: string;
  readonly count: number;
  /** In pixels. */
  readonly rowHeight: number;
  readonly render: (index: number) => ReactNode;
  /** Scrolls to this row when it changes; `null` leaves scrolling to the operator. */
  readonly scrollToIndex: number | null;
};

export function VirtualList({ label, count, rowHeight, render, scrollToIndex }: VirtualListProps) {
  const pane = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const measure = (): void => setViewport({ top: element.scrollTop, height: element.clientHeight });
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      element.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  useEffect(() => {
    const element = pane.current;
    if (element === null || scrollToIndex === null) return;
    const top = scrollToIndex * rowHeight;
    const isVisible = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (isVisible) return;
    element.scrollTop = Math.max(0, top - element.clientHeight / 2);
    setViewport({ top: element.scrollTop, height: element.clientHeight });
  }, [scrollToIndex, rowHeight]);
  const first = Math.max(0, Math.floor(viewport.top / rowHeight) - overscan);
  const last = Math.min(count, Math.ceil((viewport.top + viewport.height) / rowHeight) + overscan);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={pane} className="list-rows" aria-label={label} tabIndex={0}>
      <div className="list-height" style={{ height: count * rowHeight }}>
        {indexes.map((index) => (
          <div className="list-slot" key={index} style={{ transform: `translateY(${index * rowHeight}px)` }}>
            {render(index)}
          </div>
        ))}
      </div>
    </section>
  );
}
