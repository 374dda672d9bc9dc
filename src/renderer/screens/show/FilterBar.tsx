/** Above the rows of a list that is searched, filtered or sorted: how many posts it shows, and each choice with a way to remove it. */
import { X } from 'lucide-react';
import { memo, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { say } from '../../../core/language/say.ts';
import { type Arrangement, isArranged, isFiltered, unfiltered } from '../../model/arrangeRows.ts';
import { countHidden } from '../../model/hiddenPosts.ts';
import type { RowView } from '../../model/rowModel.ts';
import { type Chip, chipsOf, describeHidden } from '../../model/words/arrangement.ts';
import { arrangeAloud } from '../../stores/arrangeAloud.ts';
import { type ListName, useUiState } from '../../stores/uiState.ts';

type FilterBarProps = {
  readonly list: ListName;
  readonly all: readonly RowView[];
  readonly shown: readonly RowView[];
  /** The row above the list, or `null`. */
  readonly pinned: RowView | null;
};

export const FilterBar = memo(function FilterBar({ list, all, shown, pinned }: FilterBarProps) {
  const arrangement = useUiState((ui) => ui.arrangement[list]);
  const hasFilter = isFiltered(arrangement);
  const text = useMemo(
    () => (hasFilter ? describeHidden(countHidden(all, shown, pinned)) : null),
    [hasFilter, all, shown, pinned],
  );
  if (!isArranged(arrangement)) return null;
  const chips = chipsOf(arrangement);
  const remove = (removal: Partial<Arrangement>): void => {
    flushSync(() => arrangeAloud(list, removal));
    // The pressed button is gone.
    const next = document.querySelector<HTMLElement>(`.list.is-${list} .filter-chip`);
    (next ?? document.getElementById(`list-${list}`))?.focus({ preventScroll: true });
  };
  const label = list === 'live' ? say('Filters of live') : say('Filters of staging');
  return (
    <fieldset className="filter-bar" aria-label={label}>
      {text !== null && <span className="filter-count">{text}</span>}
      {chips.map((chip) => (
        <ChipButton key={chip.key} chip={chip} onRemove={remove} />
      ))}
      {hasFilter && chips.length > 1 && (
        <button type="button" className="filter-all" onClick={() => remove(unfiltered)}>
          {say('Show all')}
        </button>
      )}
    </fieldset>
  );
});

type ChipButtonProps = { readonly chip: Chip; readonly onRemove: (removal: Partial<Arrangement>) => void };

function ChipButton({ chip, onRemove }: ChipButtonProps) {
  return (
    <button
      type="button"
      className="filter-chip"
      aria-label={chip.label}
      onClick={() => onRemove(chip.removal)}
      onKeyDown={({ key }) => {
        if (key === 'Delete' || key === 'Backspace') onRemove(chip.removal);
      }}
    >
      <bdi className={chip.isOutside ? 'is-outside' : undefined}>{chip.text}</bdi>
      <X />
    </button>
  );
}
