/** A long list of rows of one height, of which only those in sight are drawn. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows drawn beyond each edge. */
const beyond = 8;

type WindowedProps = {
  readonly label: string;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly render: (place: number) => ReactNode;
  /** The row that is brought into sight whenever it becomes another one; null: the hand alone scrolls. */
  readonly kept: number | null;
};

export function Windowed({ label, count, rowHeight, render, kept }: WindowedProps) {
  const pane = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  useEffect(() => {
    const element = pane.current;
    if (element === null || kept === null) return;
    const top = kept * rowHeight;
    const isInSight = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (isInSight) return;
    element.scrollTop = Math.max(0, top - element.clientHeight / 2);
    setSeen({ top: element.scrollTop, height: element.clientHeight });
  }, [kept, rowHeight]);
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - beyond);
  const last = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + beyond);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard too
    <section ref={pane} className="list-rows" aria-label={label} tabIndex={0}>
      <div className="list-height" style={{ height: count * rowHeight }}>
        {places.map((place) => (
          <div className="list-slot" key={place} style={{ transform: `translateY(${place * rowHeight}px)` }}>
            {render(place)}
          </div>
        ))}
      </div>
    </section>
  );
}
