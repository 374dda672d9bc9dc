/** The baseline of the desk’s renders: a virtual list of text, without marks, ages, pictures or keys. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { create } from 'zustand';
import type { DeskItem } from '../../../src/contract/deskItem.ts';

type BareListState = { readonly items: readonly DeskItem[]; readonly selectedId: string; readonly time: number };

export const bareList = create<BareListState>()(() => ({ items: [], selectedId: 'post-4', time: 0 }));

/** As in the desk at 1920 × 1080. Pixels. */
const rowHeight = 88;

export function BareList() {
  const items = bareList((state) => state.items);
  const selectedId = bareList((state) => state.selectedId);
  const pane = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => pane.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  return (
    <div ref={pane} style={{ height: '90vh', overflow: 'auto' }}>
      <Time />
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <BareRow
              key={item.id}
              text={item.message}
              name={item.fullName}
              top={start}
              isSelected={item.id === selectedId}
            />
          );
        })}
      </div>
    </div>
  );
}

function Time() {
  return <time>{bareList((state) => state.time)}</time>;
}

type BareRowProps = {
  readonly name: string | null;
  readonly text: string;
  readonly top: number;
  readonly isSelected: boolean;
};

const BareRow = memo(function BareRow({ name, text, top, isSelected }: BareRowProps) {
  return (
    <div
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      style={{ position: 'absolute', transform: `translateY(${top}px)` }}
    >
      <b>{name}</b> {text}
    </div>
  );
});
