/** The head of a list: its title and note, the button for new posts, the filter and the search field. */

import { ArrowUp, Search, X } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { formatNumber } from '../../../core/formatNumber.ts';
import { type ListName, useUiState } from '../../stores/uiState.ts';
import { KeyCap } from '../KeyCap.tsx';

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
  const filter = useUiState((ui) => ui.filter[list]);
  const isActive = useUiState((ui) => (ui.selection?.list ?? 'live') === list);
  return (
    <div className="list-head">
      <h2 className="list-title">{title}</h2>
      <span className="list-note">{hiddenCount > 0 ? `Filter on, ${formatNumber(hiddenCount)} hidden` : note}</span>
      {aboveCount > 0 && (
        <button type="button" className="list-head-button" data-arrivals={isActive || undefined} onClick={onShowAbove}>
          <ArrowUp />
          {aboveCount} new above <KeyCap action="arrivals" />
        </button>
      )}
      {filter !== 'all' && (
        <button
          type="button"
          className="list-head-button"
          onClick={() => clearFilter(list)}
          aria-label={`Filter: ${filter}. Show all`}
        >
          {filter}
          <X />
        </button>
      )}
      <FindField list={list} isAlwaysShown={list === 'staging'} />
      {tools}
    </div>
  );
});

function clearFilter(list: ListName): void {
  useUiState.setState((ui) => ({ filter: { ...ui.filter, [list]: 'all' } }));
}

function FindField({ list, isAlwaysShown }: { readonly list: ListName; readonly isAlwaysShown: boolean }) {
  const text = useUiState((ui) => ui.search[list]);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isAlwaysShown || isOpen || text !== '';
  const setText = (value: string): void => useUiState.setState((ui) => ({ search: { ...ui.search, [list]: value } }));
  return (
    <label className={`find${isShown ? '' : ' is-collapsed'}`}>
      <Search />
      <input
        id={`find-${list}`}
        value={text}
        placeholder="Find"
        aria-label={`Find in ${list}`}
        spellCheck={false}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setText('');
          event.currentTarget.blur();
        }}
      />
      {text === '' && <KeyCap action="find" />}
    </label>
  );
}
