/** Staging or live: a header, rows reached with the arrow keys, and a footer with the shortcuts. Only visible rows are rendered. */
import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { findDropGap } from '../state/position.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { PostRow } from './PostRow.tsx';
import { useListKeys } from './useListKeys.ts';
import { useVisibleRows } from './useVisibleRows.ts';

type PostListProps = {
  readonly list: ListName;
  readonly items: readonly ContentItem[];
  readonly title: string;
  readonly note: string;
  readonly actions: ReactNode;
};

export function PostList({ list, items, title, note, actions }: PostListProps) {
  const { moving } = usePage();
  const selectedId = usePageState((state) => state.selectedId);
  const drafts = usePageState((state) => state.drafts);
  const pendingMove = usePageState((state) => state.pendingMove);
  const rows = useRef<HTMLOListElement>(null);
  const onKeyDown = useListKeys(list);
  const rowsBelow = useRowsBelow(rows, items.length);
  const tabStop = Math.max(
    0,
    items.findIndex(({ id }) => id === selectedId),
  );
  const moved = pendingMove === null ? tabStop : items.findIndex(({ id }) => id === pendingMove.itemId);
  const { indexes, rowHeight } = useVisibleRows(rows, items.length, [tabStop, moved]);
  const gap = pendingMove === null ? null : findDropGap(pendingMove, list);

  const onDragOver = (event: React.DragEvent) => {
    if (pendingMove === null || rows.current === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const offset = event.clientY - rows.current.getBoundingClientRect().top + rows.current.scrollTop;
    moving.moveToGap(list, Math.max(0, Math.min(items.length, Math.round(offset / rowHeight))));
  };
  const onDrop = (event: React.DragEvent) => {
    event.preventDefault();
    void moving.drop();
  };

  return (
    <section
      className={`list ${list === 'staging' ? 'is-staging' : 'is-live-list'}`}
      aria-label={list === 'staging' ? 'Staging' : 'Live list'}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        {actions}
      </div>
      <ol ref={rows} className="list-rows" data-list={list}>
        {indexes.map((index, n) => {
          const item = items[index];
          if (item === undefined) return null;
          const hiddenAbove = index - (indexes[n - 1] ?? -1) - 1;
          return (
            <Fragment key={item.id}>
              {hiddenAbove > 0 && <HiddenRows height={hiddenAbove * rowHeight} />}
              {gap === index && <DropLine position={(pendingMove?.to.index ?? index) + 1} />}
              <PostRow
                item={item}
                index={index}
                list={list}
                isSelected={item.id === selectedId}
                isTabStop={index === tabStop}
                isUnsaved={drafts[item.id] !== undefined}
                isMoving={pendingMove?.itemId === item.id}
                onKeyDown={onKeyDown}
              />
            </Fragment>
          );
        })}
        <HiddenRows height={(items.length - 1 - (indexes.at(-1) ?? -1)) * rowHeight} />
        {gap === items.length ? <DropLine position={(pendingMove?.to.index ?? gap) + 1} /> : null}
        {items.length === 0 && gap === null ? <li className="list-empty">{emptyText[list]}</li> : null}
      </ol>
      <div className="list-foot">
        {rowsBelow > 0 ? (
          <b>
            <ArrowDown /> {rowsBelow} more below.
          </b>
        ) : (
          <b>End of {list}.</b>
        )}
        <span className="key-caps">
          <kbd>{list === 'staging' ? '→' : '←'}</kbd> {list === 'staging' ? 'promote' : 'demote'} <kbd>Alt ↑</kbd>{' '}
          <kbd>Alt ↓</kbd> move, or drag
        </span>
      </div>
    </section>
  );
}

const emptyText: Readonly<Record<ListName, string>> = {
  staging: 'No posts in staging. Press N for a new post.',
  live: 'Readers get an empty list. Promote a staged post with its arrow.',
};

/** Takes the room of rows that are not rendered, so that the scroll bar and the other rows stay where they are. */
function HiddenRows({ height }: { readonly height: number }) {
  return height > 0 && <li aria-hidden="true" style={{ height }} />;
}

function DropLine({ position }: { readonly position: number }) {
  return (
    <li className="drop" aria-hidden="true">
      <span>to position {position}</span>
    </li>
  );
}

/** Counts the rows below the visible part of the list. */
function useRowsBelow(rows: React.RefObject<HTMLElement | null>, count: number): number {
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const element = rows.current;
    if (element === null) return;
    const measure = () => {
      const height = element.querySelector('.row')?.getBoundingClientRect().height ?? 0;
      const hidden = element.scrollHeight - element.scrollTop - element.clientHeight;
      setBelow(height === 0 || count === 0 || hidden < 4 ? 0 : Math.ceil(hidden / height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [rows, count]);
  return below;
}
