/** One row of a list with its place, its badges and what a click on it does; renders only when one of these changes. */
import { type MouseEvent, memo, useMemo, useRef } from 'react';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import type { RowView } from '../../model/rowModel.ts';
import { startHover } from '../../stores/hover.ts';
import { type ListName, openPanel } from '../../stores/uiState.ts';
import { useIsCompact } from '../../stores/useDesk.ts';
import { useBadges } from '../useBadges.ts';
import { Row, rowLabelOf } from './Row.tsx';

type ListSlotProps = {
  readonly list: ListName;
  readonly row: RowView;
  /** Counted from 0. */
  readonly index: number;
  /** The number of rows in the list. */
  readonly count: number;
  /** In pixels. */
  readonly top: number;
  readonly height: number;
  readonly isSelected: boolean;
  /** Whether it is one of several selected posts. */
  readonly isPicked: boolean;
  readonly isHovered: boolean;
  readonly onHover: (key: string) => void;
  readonly onChoose: (id: string, keys: ChoosingKeys) => void;
};

/** Held during a click: Shift selects up to the row, Ctrl or ⌘ adds it. */
export type ChoosingKeys = Pick<globalThis.MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

export const ListSlot = memo(function ListSlot(props: ListSlotProps) {
  const { list, row, index, count, top, height, isSelected, isPicked, isHovered, onHover, onChoose } = props;
  const isCompact = useIsCompact();
  const badges = useBadges(row, isCompact);
  const shownBadges = useMemo(() => badges.slice(0, isCompact ? 1 : 2), [badges, isCompact]);
  const slot = useRef<HTMLDivElement>(null);
  useKeptFocus(slot);
  const hover = (): void => {
    startHover(list, row.item.id);
    onHover(row.key);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list is one tab stop; useKeys handles arrows and Enter
    <div
      ref={slot}
      id={rowIdOf(list, row)}
      className="list-slot"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected || isPicked}
      aria-label={rowLabelOf(row, badges)}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${top}px)`, height }}
      onPointerMove={hover}
      // The list can move under a resting pointer.
      onPointerEnter={hover}
      onMouseDown={keepTextUnselected}
      onClick={(event) => onChoose(row.item.id, event)}
      onDoubleClick={() => openPanel('detail')}
    >
      <Row {...{ row, isSelected, isPicked, isHovered }} badges={shownBadges} text={null} />
    </div>
  );
});

/** With Shift, a browser also selects the text up to the click. */
function keepTextUnselected(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>('.list-rows')?.focus({ preventScroll: true });
}

export function rowIdOf(list: ListName, { key }: RowView): string {
  return `${list}-${key.replace(/[^\w-]/g, '_')}`;
}
