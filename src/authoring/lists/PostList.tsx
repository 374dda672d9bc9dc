/** Staging or live: a header, rows reached with the arrow keys, and a footer with the shortcuts. */
import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { findDropGap } from '../state/position.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { PostRow } from './PostRow.tsx';
import { useListKeys } from './useListKeys.ts';

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
  const hasSelection = items.some(({ id }) => id === selectedId);
  const gap = pendingMove === null ? null : findDropGap(pendingMove, list);

  const onDragOver = (event: React.DragEvent) => {
    if (pendingMove === null || rows.current === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const middles = [...rows.current.querySelectorAll('.row')].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    moving.moveToGap(list, middles.filter((middle) => middle < event.clientY).length);
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
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {gap === index ? <DropLine position={(pendingMove?.to.index ?? index) + 1} /> : null}
            <PostRow
              item={item}
              index={index}
              list={list}
              isSelected={item.id === selectedId}
              isTabStop={hasSelection ? item.id === selectedId : index === 0}
              isUnsaved={drafts[item.id] !== undefined}
              isMoving={pendingMove?.itemId === item.id}
              onKeyDown={onKeyDown}
            />
          </Fragment>
        ))}
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
