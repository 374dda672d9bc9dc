/** One post in one list, with the one arrow that moves it over. */
import { ArrowLeft, ArrowRight, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import type { ContentItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';
import { Face, SourceMark } from '../ui/marks.tsx';
import { Picture } from '../ui/Picture.tsx';
import { usePage } from '../ui/usePage.ts';

type PostRowProps = {
  readonly item: ContentItem;
  readonly index: number;
  readonly list: ListName;
  readonly isSelected: boolean;
  /** The one row of its list that the Tab key reaches. */
  readonly isTabStop: boolean;
  readonly isNotSaved: boolean;
  readonly isInHand: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

export const PostRow = memo(function PostRow(props: PostRowProps) {
  const { item, index, list, isSelected, isTabStop, isNotSaved, isInHand, onKeyDown } = props;
  const { carrying, changes, select } = usePage();
  const [first] = item.media;
  const name = item.fullName ?? 'No name given';
  const classes = ['row', list === 'staging' ? 'is-staged' : 'is-offered'];
  if (isSelected) classes.push('is-selected');
  if (isInHand) classes.push('is-in-hand');
  if (first === undefined) classes.push('has-no-media');
  const choose = (event: MouseEvent<HTMLElement>) => {
    select(item.id);
    event.currentTarget.querySelector('button')?.focus();
  };
  const drag = {
    draggable: true,
    onDragStart: (event: React.DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', item.message);
      // The browser takes its picture of the row first; the row changes its look after that.
      setTimeout(() => carrying.pickUp(item.id), 0);
    },
    onDragEnd: carrying.putBack,
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's own button does for keys what a press anywhere on the row does.
    <li className={classes.join(' ')} data-id={item.id} onClick={choose} {...drag}>
      <button
        type="button"
        className="row-choose"
        aria-pressed={isSelected}
        aria-label={`${name}, ${list}, place ${index + 1}${isNotSaved ? ', not saved' : ''}${isInHand ? ', in your hand' : ''}`}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => select(item.id)}
        onKeyDown={onKeyDown}
      />
      <div className="row-tally">
        <span className="row-place">{isInHand ? null : index + 1}</span>
        <GripVertical aria-hidden="true" />
      </div>
      <Face address={item.profileImageUrl} />
      <div className="row-body">
        <div className="row-line">
          <span className={item.fullName === null ? 'row-name is-none' : 'row-name'} dir="auto">
            {name}
          </span>
          {isNotSaved ? null : <SourceMark source={item.source} />}
          {isNotSaved ? <span className="mark">NOT SAVED</span> : null}
        </div>
        {isInHand ? (
          <div className="row-text">In your hand. Its place is kept until you let go.</div>
        ) : (
          <div className="row-text" dir="auto">
            {item.message}
          </div>
        )}
      </div>
      {first === undefined || isInHand ? null : (
        <div className="row-media">
          <Picture media={first} label={`Picture of ${name}`} />
          {item.media.length > 1 ? <span className="row-media-count">1 of {item.media.length}</span> : null}
        </div>
      )}
      {isInHand ? null : <MoveOver list={list} itemId={item.id} name={name} changes={changes} />}
    </li>
  );
});

type MoveOverProps = {
  readonly list: ListName;
  readonly itemId: string;
  readonly name: string;
  readonly changes: { readonly promote: (id: string) => unknown; readonly demote: (id: string) => unknown };
};

/** Rests after each press until the answer is there, so that a double click moves one post, not two. */
function MoveOver({ list, itemId, name, changes }: MoveOverProps) {
  const [isWorking, setWorking] = useState(false);
  const words = list === 'staging' ? 'Promote to live' : 'Back to staging';
  const press = async (event: MouseEvent) => {
    event.stopPropagation();
    setWorking(true);
    await (list === 'staging' ? changes.promote(itemId) : changes.demote(itemId));
    setWorking(false);
  };
  return (
    <button
      type="button"
      className="row-tool"
      tabIndex={-1}
      disabled={isWorking}
      aria-label={`${words}: ${name}`}
      title={words}
      onClick={(event) => void press(event)}
    >
      {list === 'staging' ? <ArrowRight aria-hidden="true" /> : <ArrowLeft aria-hidden="true" />}
    </button>
  );
}
