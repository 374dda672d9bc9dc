/** Changes the filters or the order of a list, and says to screen readers how many posts match. */
import { say } from '../../core/language/say.ts';
import { type Arrangement, isFiltered } from '../model/arrangeRows.ts';
import { countHidden, findPinned } from '../model/hiddenPosts.ts';
import { describeHidden } from '../model/words/arrangement.ts';
import { currentDesk, type Desk } from './desk.ts';
import { shownRowsOf } from './shownRows.ts';
import { arrange, type ListName, showDone, useUiState } from './uiState.ts';

/** Long enough that a reader does not speak between two characters. */
const typingPauseMs = 700;

let typingTimer: ReturnType<typeof setTimeout> | undefined;

export function arrangeAloud(list: ListName, change: Partial<Arrangement>): void {
  arrange(list, change);
  sayShown(list);
}

/** Searches while the operator types, and says after a pause how many posts match. */
export function searchAloud(list: ListName, search: string): void {
  arrange(list, { search });
  const arrangement = useUiState.getState().arrangement[list];
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => {
    // Another change has been said since.
    if (useUiState.getState().arrangement[list] === arrangement) sayShown(list);
  }, typingPauseMs);
}

function sayShown(list: ListName): void {
  const desk = currentDesk();
  if (desk === null) return;
  const arrangement = useUiState.getState().arrangement[list];
  showDone({
    sentence: isFiltered(arrangement) ? describeShown(desk, list) : say('All posts shown.'),
    isTrueOf: ({ slug }) => slug === desk.feed.slug && useUiState.getState().arrangement[list] === arrangement,
    isOnlySpoken: true,
  });
}

function describeShown(desk: Desk, list: ListName): string {
  const [all, shown] = [desk.rows[list], shownRowsOf(desk, list)];
  return describeHidden(countHidden(all, shown, findPinned(list, all, shown)));
}
