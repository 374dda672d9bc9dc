/** Staging or live: a header, rows reached with the arrow keys, and a footer with the shortcuts. Only visible rows are rendered. */

import { ArrowDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { markMessage, say } from '../../core/language/say.ts';
import { ownValue } from '../../core/ownValue.ts';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { keepsFocus } from '../../ui/useKeptFocus.ts';
import { useRowsBelow } from '../../ui/useRowsBelow.ts';
import { VirtualRows } from '../../ui/VirtualRows.tsx';
import type { Duplicate } from '../state/duplicates.ts';
import { findDropGap } from '../state/position.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { PostRow } from './PostRow.tsx';
import { SeveralTools } from './SeveralTools.tsx';
import { useListKeys } from './useListKeys.ts';
import { useRowHeight } from './useRowHeight.ts';

type PostListProps = {
  readonly list: ListName;
  readonly items: readonly ContentItem[];
  readonly title: string;
  readonly note: string;
  readonly actions: ReactNode;
  /** Ids of the posts that the search finds. */
  readonly matches: ReadonlySet<string>;
  readonly duplicates: ReadonlyMap<string, Duplicate>;
};

export function PostList({ list, items, title, note, actions, matches, duplicates }: PostListProps) {
  const { moving } = usePage();
  const selectedId = usePageState((state) => state.selectedId);
  const drafts = usePageState((state) => state.drafts);
  const pendingMove = usePageState((state) => state.pendingMove);
  const several = usePageState((state) => (state.several?.list === list ? state.several : null));
  const rows = useRef<HTMLOListElement>(null);
  const onKeyDown = useListKeys(list);
  const rowHeight = useRowHeight(rows);
  const rowsBelow = useRowsBelow(rows, items.length, rowHeight, 0);
  const tabStop = Math.max(
    0,
    items.findIndex(({ id }) => id === selectedId),
  );
  /** The browser forgets a move when the row being dragged disappears. */
  const moved = pendingMove === null ? tabStop : items.findIndex(({ id }) => id === pendingMove.itemId);
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
      aria-label={list === 'staging' ? say('Staging') : say('Live list')}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        {several === null ? actions : <SeveralTools several={several} />}
      </div>
      <ol ref={rows} className="list-rows" data-list={list} {...keepsFocus}>
        <VirtualRows
          pane={rows}
          rowElement="li"
          items={items}
          keyOf={({ id }) => id}
          rowHeight={rowHeight}
          kept={[tabStop, moved]}
          render={(item, index) => (
            <>
              {gap === index && <DropLine position={(pendingMove?.to.index ?? index) + 1} />}
              <PostRow
                item={item}
                index={index}
                list={list}
                isSelected={item.id === selectedId}
                isPicked={several?.ids.has(item.id) === true}
                isTabStop={index === tabStop}
                isUnsaved={ownValue(drafts, item.id) !== undefined}
                isMoving={pendingMove?.itemIds.includes(item.id) === true}
                isMatch={matches.has(item.id)}
                duplicate={duplicates.get(item.id) ?? null}
                onKeyDown={onKeyDown}
              />
            </>
          )}
        />
        {gap === items.length ? <DropLine position={(pendingMove?.to.index ?? gap) + 1} /> : null}
        {items.length === 0 && gap === null ? <li className="list-empty">{say(emptyText[list])}</li> : null}
      </ol>
      <div className="list-foot">
        {rowsBelow > 0 ? (
          <b>
            <ArrowDown /> {say('{count} more below.', { count: rowsBelow })}
          </b>
        ) : (
          <b>{list === 'staging' ? say('End of staging.') : say('End of live.')}</b>
        )}
        <span className="key-caps">
          <kbd>{list === 'staging' ? '→' : '←'}</kbd> {list === 'staging' ? say('promote') : say('demote')}{' '}
          <kbd>{'Alt ↑'}</kbd> <kbd>{'Alt ↓'}</kbd> {say('move, or drag')}
        </span>
      </div>
    </section>
  );
}

const emptyText: Readonly<Record<ListName, string>> = {
  staging: markMessage('No posts in staging. Press N for a new post.'),
  live: markMessage('Readers get an empty list. Promote a staged post with its arrow.'),
};

function DropLine({ position }: { readonly position: number }) {
  return (
    <li className="drop" aria-hidden="true">
      <span>{say('to position {position}', { position })}</span>
    </li>
  );
}
