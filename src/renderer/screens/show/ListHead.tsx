/** The head of a list: its title and note, the button for new posts, the search field and the button of its filters. */

import { ArrowUp, ListFilter } from 'lucide-react';
import { memo, type ReactNode, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { isArranged } from '../../model/arrangeRows.ts';
import { nameFilters } from '../../model/words/arrangement.ts';
import { searchAloud } from '../../stores/arrangeAloud.ts';
import { activeListOf, type ListName, toggleFilters, useUiState } from '../../stores/uiState.ts';
import { useIsFollowing } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';
import { isTextField } from '../keys/lastTextField.ts';

type ListHeadProps = {
  readonly list: ListName;
  readonly title: string;
  readonly note: ReactNode;
  readonly tools: ReactNode;
  readonly aboveCount: number;
  readonly onShowAbove: () => void;
};

export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { list, title, note, tools, aboveCount, onShowAbove } = props;
  const isActive = useUiState((ui) => activeListOf(ui) === list);
  const isFollowing = useIsFollowing();
  return (
    <div className="list-head">
      <h2 className="list-title">{title}</h2>
      {/* The button beside it counts the same posts. */}
      <span className="list-note is-whole">
        <span>{list === 'live' || aboveCount === 0 ? note : null}</span>
      </span>
      {aboveCount > 0 && (
        <button type="button" className="list-head-button" data-arrivals={isActive} onClick={onShowAbove}>
          <ArrowUp />
          {say('{count, plural, one {# new above} other {# new above}}', { count: aboveCount })}{' '}
          <KeyCap action="arrivals" />
        </button>
      )}
      <FindField list={list} isAlwaysShown={list === 'staging'} />
      {!isFollowing && <FiltersButton list={list} />}
      {tools}
    </div>
  );
});

function FiltersButton({ list }: { readonly list: ListName }) {
  const isOpen = useUiState(({ panel, filteredList }) => panel === 'filter' && filteredList === list);
  const isLit = useUiState((ui) => isOpen || isArranged(ui.arrangement[list]));
  const label = nameFilters(list);
  return (
    <button
      type="button"
      className={isLit ? 'play-key is-lit' : 'play-key'}
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={() => toggleFilters(list)}
    >
      <ListFilter />
    </button>
  );
}

type FindFieldProps = { readonly list: ListName; readonly isAlwaysShown: boolean };

function FindField({ list, isAlwaysShown }: FindFieldProps) {
  const text = useUiState((ui) => ui.arrangement[list].search);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const isFolded = !isOpen && !isAlwaysShown && text === '';
  const label = list === 'live' ? say('Find in live') : say('Find in staging');
  const setText = (search: string): void => searchAloud(list, search);
  return (
    <SearchField
      {...(isFolded && { className: 'is-collapsed' })}
      id={`find-${list}`}
      value={text}
      placeholder={say('Find')}
      label={label}
      title={isFolded ? label : undefined}
      end={text === '' && <KeyCap action="find" />}
      onFocus={({ relatedTarget }) => {
        // Back in another field, the next key would be text.
        opener.current = !isTextField(relatedTarget) && relatedTarget instanceof HTMLElement ? relatedTarget : null;
        setIsOpen(true);
      }}
      onBlur={() => setIsOpen(false)}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setText('');
        event.currentTarget.blur();
        opener.current?.focus({ preventScroll: true });
      }}
    />
  );
}
