/** One post's row, with the arrow that promotes or demotes it. */

import { ArrowLeft, ArrowRight, Check, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { markMessage, say } from '../../core/language/say.ts';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import { givenNameOf, shownNameOf } from '../../core/shownName.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { MediaTile } from '../../ui/MediaTile.tsx';
import { SourceIcon } from '../../ui/SourceIcon.tsx';
import { startOfText } from '../../ui/startOfText.ts';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { toTileMedia } from '../state/mediaType.ts';
import { formatPosition, type Position } from '../state/position.ts';
import { usePage } from '../ui/usePage.ts';
import { focusRow } from './focusRow.ts';

type PostRowProps = {
  readonly item: ContentItem;
  readonly index: number;
  readonly list: ListName;
  readonly isSelected: boolean;
  /** Whether it is one of several selected posts. */
  readonly isPicked: boolean;
  /** Whether the Tab key stops at this row; one row per list does. */
  readonly isTabStop: boolean;
  readonly isUnsaved: boolean;
  readonly isMoving: boolean;
  readonly isMatch: boolean;
  /** Where the same text by the same author is, too. */
  readonly duplicate: Position | null;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const notSaved = { kind: 'edited', icon: null, text: markMessage('NOT SAVED') } as const;
const twice = { kind: 'warning', icon: null, text: markMessage('TWICE') } as const;

export const PostRow = memo(function PostRow(props: PostRowProps) {
  const { item, index, list, isSelected, isPicked, isTabStop, isUnsaved, isMoving, isMatch, duplicate, onKeyDown } =
    props;
  const { moving, selectPost, severalPosts } = usePage();
  const selectButton = useRef<HTMLButtonElement>(null);
  useKeptFocus(selectButton);
  const name = shownNameOf(item);
  const classes = ['row', list === 'staging' ? 'is-staged' : 'is-live-row'];
  if (isSelected) classes.push('is-selected');
  if (isPicked) classes.push('is-picked');
  if (isMoving) classes.push('is-empty-slot');
  if (isMatch) classes.push('is-match');
  if (item.media.length === 0) classes.push('has-no-media');
  const onRowClick = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey) severalPosts.extendTo(list, item.id);
    else if (event.ctrlKey || event.metaKey) {
      const current = severalPosts.toggle(list, item.id);
      if (current !== null) focusRow(current);
      return;
    } else severalPosts.selectOne(item.id);
    event.currentTarget.querySelector('button')?.focus();
  };
  const dragHandlers = {
    draggable: true,
    onDragStart: (event: React.DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', item.message);
      // The browser captures the drag image during this event, so the row must not change yet.
      setTimeout(() => moving.start(item.id), 0);
    },
    onDragEnd: moving.cancel,
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's own button does the same for keys.
    <li className={classes.join(' ')} data-id={item.id} onClick={onRowClick} {...dragHandlers}>
      <button
        ref={selectButton}
        type="button"
        className="row-select"
        aria-pressed={isSelected || isPicked}
        aria-label={[
          say('{name}, {where}', { name, where: formatPosition({ list, index }) }),
          ...(isUnsaved ? [say('not saved')] : []),
          ...(isMoving ? [say('moving')] : []),
          ...(duplicate === null ? [] : [say('same as {where}', { where: formatPosition(duplicate) })]),
        ].join(', ')}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => selectPost(item.id)}
        onKeyDown={onKeyDown}
      />
      {isPicked && <Check className="row-pick" aria-hidden="true" />}
      <div className="row-tally">
        <span className="row-position">{isMoving ? null : index + 1}</span>
        <GripVertical />
      </div>
      <Avatar url={item.profileImageUrl} />
      <div className="row-body">
        <div className="row-line">
          <span
            className={givenNameOf(item) === null ? 'row-name is-none' : 'row-name is-outside'}
            dir="auto"
            title={givenNameOf(item) ?? undefined}
          >
            {name}
          </span>
          <span className="row-meta">{!isUnsaved && <SourceIcon source={item.source} />}</span>
          <span className="row-badges">
            {isUnsaved && <Badge badge={{ ...notSaved, text: say(notSaved.text) }} />}
            {duplicate !== null && !isMoving && <Badge badge={{ ...twice, text: say(twice.text) }} />}
          </span>
        </div>
        {isMoving ? (
          <div className="row-text">{say('Moving. Its position is kept until you drop it.')}</div>
        ) : (
          <div className="row-text is-outside" dir="auto" title={item.message}>
            {startOfText(item.message)}
          </div>
        )}
      </div>
      {!isMoving && <MediaTile media={item.media.map(toTileMedia)} isPlaying={false} isBlocked={false} />}
      {isMoving ? null : <MoveButton list={list} itemId={item.id} name={name} />}
    </li>
  );
});

type MoveButtonProps = { readonly list: ListName; readonly itemId: string; readonly name: string };

/** Disabled until the response arrives, so that a double click moves one post, not two. */
function MoveButton({ list, itemId, name }: MoveButtonProps) {
  const { changes } = usePage();
  const [isSending, setSending] = useState(false);
  const label = list === 'staging' ? say('Promote to live') : say('Demote to staging');
  const move = async () => {
    setSending(true);
    await changes.transfer([itemId], list);
    setSending(false);
  };
  return (
    <Button
      className="row-tool"
      tabIndex={-1}
      disabledReason={isSending ? say('saving') : null}
      aria-label={say('{action}: {name}', { action: label, name })}
      title={label}
      onPress={() => void move()}
    >
      {list === 'staging' ? <ArrowRight /> : <ArrowLeft />}
    </Button>
  );
}
