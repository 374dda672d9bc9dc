/** Staging or live: a head, its rows as one tab stop with arrow keys inside, and a foot that names the keys. */
import { ArrowDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContentItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';
import { gapOf } from '../state/place.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { PostRow } from './PostRow.tsx';
import { useListKeys } from './useListKeys.ts';

type PostListProps = {
  readonly list: ListName;
  readonly items: readonly ContentItem[];
  readonly title: string;
  readonly note: string;
  readonly head: ReactNode;
};

export function PostList({ list, items, title, note, head }: PostListProps) {
  const { carrying } = usePage();
  const selectedId = usePageState((state) => state.selectedId);
  const drafts = usePageState((state) => state.drafts);
  const hand = usePageState((state) => state.hand);
  const rows = useRef<HTMLOListElement>(null);
  const onKeyDown = useListKeys(list);
  const below = useRowsBelow(rows, items.length);
  const isHere = items.some(({ id }) => id === selectedId);
  const gap = hand === null ? null : gapOf(hand, list);

  const over = (event: React.DragEvent) => {
    if (hand === null || rows.current === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const middles = [...rows.current.querySelectorAll('.row')].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    carrying.over(list, middles.filter((middle) => middle < event.clientY).length);
  };
  const drop = (event: React.DragEvent) => {
    event.preventDefault();
    void carrying.putDown();
  };

  return (
    <section
      className={`list ${list === 'staging' ? 'is-staging' : 'is-live-list'}`}
      aria-label={list === 'staging' ? 'Staging' : 'Live list'}
      onDragOver={over}
      onDrop={drop}
    >
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        {head}
      </div>
      <ol ref={rows} className="list-rows" data-list={list}>
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {gap === index ? <Drop place={(hand?.to.index ?? index) + 1} /> : null}
            <PostRow
              item={item}
              index={index}
              list={list}
              isSelected={item.id === selectedId}
              isTabStop={isHere ? item.id === selectedId : index === 0}
              isNotSaved={drafts[item.id] !== undefined}
              isInHand={hand?.itemId === item.id}
              onKeyDown={onKeyDown}
            />
          </Fragment>
        ))}
        {gap === items.length ? <Drop place={(hand?.to.index ?? gap) + 1} /> : null}
        {items.length === 0 && gap === null ? <li className="list-empty">{emptyWords[list]}</li> : null}
      </ol>
      <div className="list-foot">
        {below > 0 ? (
          <b>
            <ArrowDown aria-hidden="true" /> {below} more below.
          </b>
        ) : (
          <b>End of {list}.</b>
        )}
        <span className="key-caps">
          <kbd>{list === 'staging' ? '→' : '←'}</kbd> {list === 'staging' ? 'promote' : 'back to staging'}{' '}
          <kbd>Alt ↑</kbd> <kbd>Alt ↓</kbd> move, or drag
        </span>
      </div>
    </section>
  );
}

const emptyWords: Readonly<Record<ListName, string>> = {
  staging: 'Nothing is prepared. N makes a post; back on a live post brings it here.',
  live: 'Readers get an empty list. The arrow on a staged post promotes it.',
};

function Drop({ place }: { readonly place: number }) {
  return (
    <li className="drop" aria-hidden="true">
      <span>to place {place}</span>
    </li>
  );
}

/** How many rows lie below what can be seen. */
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
