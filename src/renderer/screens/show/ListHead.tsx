/** The head of a list: its title and note, the button for new posts, the filter, the order and the search field. */

import { ArrowUp, X } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { filterLabels, sortLabels } from '../../model/words/arrangement.ts';
import { arrange, type ListName, useUiState } from '../../stores/uiState.ts';
import { useIsFollowing } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';
import { ArrangementMenu } from './ArrangementMenu.tsx';

type ListHeadProps = {
  readonly list: ListName;
  readonly title: string;
  readonly note: ReactNode;
  readonly tools: ReactNode;
  readonly aboveCount: number;
  readonly onShowAbove: () => void;
  readonly hiddenCount: number;
};

export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { list, title, note, tools, aboveCount, onShowAbove, hiddenCount } = props;
  const { filter, sort } = useUiState((ui) => ui.arrangement[list]);
  const isActive = useUiState((ui) => (ui.selection?.list ?? 'live') === list);
  const isFollowing = useIsFollowing();
  return (
    <div className="list-head">
      <h2 className="list-title">{title}</h2>
      <span className={hiddenCount > 0 ? 'list-note is-filter' : 'list-note'}>
        {hiddenCount > 0 ? say('Filter on, {count} hidden', { count: formatNumber(hiddenCount) }) : note}
      </span>
      {aboveCount > 0 && (
        <button type="button" className="list-head-button" data-arrivals={isActive || undefined} onClick={onShowAbove}>
          <ArrowUp />
          {say('{count} new above', { count: formatNumber(aboveCount) })} <KeyCap action="arrivals" />
        </button>
      )}
      {filter !== 'all' && (
        <button
          type="button"
          className="list-head-button"
          onClick={() => arrange(list, { filter: 'all' })}
          aria-label={say('Filter: {filter}. Show all', { filter: say(filterLabels[filter]) })}
        >
          {say(filterLabels[filter])}
          <X />
        </button>
      )}
      {sort !== 'list' && (
        <button
          type="button"
          className="list-head-button"
          onClick={() => arrange(list, { sort: 'list' })}
          aria-label={say('Sorted: {sort}. Show the list’s order', { sort: say(sortLabels[sort]) })}
        >
          {say(sortLabels[sort])}
          <X />
        </button>
      )}
      <FindField list={list} isAlwaysShown={list === 'staging'} />
      {!isFollowing && <ArrangementMenu list={list} />}
      {tools}
    </div>
  );
});

type FindFieldProps = { readonly list: ListName; readonly isAlwaysShown: boolean };

function FindField({ list, isAlwaysShown }: FindFieldProps) {
  const text = useUiState((ui) => ui.arrangement[list].search);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isAlwaysShown || text !== '';
  const setText = (search: string): void => arrange(list, { search });
  return (
    <SearchField
      {...(!isShown && { className: 'is-collapsed' })}
      id={`find-${list}`}
      value={text}
      placeholder={say('Find')}
      label={list === 'live' ? say('Find in live') : say('Find in staging')}
      end={text === '' && <KeyCap action="find" />}
      onFocus={() => setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setText('');
        event.currentTarget.blur();
      }}
    />
  );
}
