/** The menu with the filters and orders of a list. The keys go through the same ones. */
import { ListFilter } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import {
  type Arrangement,
  type FilterName,
  filterNames,
  type ScriptName,
  scripts,
  sortNames,
} from '../../model/arrangeRows.ts';
import { filterLabels, sortLabels } from '../../model/words/arrangement.ts';
import { arrange, type ListName, useUiState } from '../../stores/uiState.ts';

const scriptNames = Object.keys(scripts) as ScriptName[];

export function ArrangementMenu({ list }: { readonly list: ListName }) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLFieldSetElement>(null);
  const { filter, sort } = useUiState((ui) => ui.arrangement[list]);
  const label = list === 'live' ? say('Filter or sort live') : say('Filter or sort staging');
  const choose = (change: Partial<Arrangement>): void => {
    arrange(list, change);
    close();
  };
  const close = (): void => {
    setIsOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const filterChoice = (name: FilterName) => (
    <Choice
      key={name}
      isChosen={name === filter}
      label={say(filterLabels[name])}
      onChoose={() => choose({ filter: name })}
    />
  );
  return (
    <fieldset
      ref={frame}
      className="arrangement"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
      onKeyDown={(event) => {
        if (isOpen && moveInMenu(event, close)) event.stopPropagation();
      }}
    >
      <button
        type="button"
        className="play-key"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter />
      </button>
      {isOpen && (
        <div className="arrangement-menu" role="menu" aria-label={label}>
          {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu */}
          <div role="group" aria-label={say('Show')}>
            <b>{say('Show')}</b>
            {filterNames.map(filterChoice)}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu */}
          <div role="group" aria-label={say('Script')}>
            <b>{say('Script')}</b>
            {scriptNames.map(filterChoice)}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu */}
          <div role="group" aria-label={say('Order on this desk')}>
            <b>{say('Order on this desk')}</b>
            {sortNames.map((name) => (
              <Choice
                key={name}
                isChosen={name === sort}
                label={say(sortLabels[name])}
                onChoose={() => choose({ sort: name })}
              />
            ))}
          </div>
        </div>
      )}
    </fieldset>
  );
}

type ChoiceProps = { readonly isChosen: boolean; readonly label: string; readonly onChoose: () => void };

function Choice({ isChosen, label, onChoose }: ChoiceProps) {
  return (
    <button type="button" role="menuitemradio" aria-checked={isChosen} onClick={onChoose}>
      {label}
    </button>
  );
}

/** Moves the focus through the open menu, or closes it; returns whether the key was one of the menu’s. */
function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): boolean {
  if (event.key === 'Escape') {
    close();
    return true;
  }
  const choices = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="menuitemradio"]')];
  const index = choices.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: choices.length - 1 }[event.key];
  if (next === undefined) return false;
  event.preventDefault();
  choices[(next + choices.length) % choices.length]?.focus();
  return true;
}
