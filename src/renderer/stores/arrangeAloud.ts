/** Changes the filters or the order of a list, and says to screen readers how many posts it now shows. */
import { say } from '../../core/language/say.ts';
import { type Arrangement, isFiltered } from '../model/arrangeRows.ts';
import { countHidden, findPinned } from '../model/hiddenPosts.ts';
import { describeHidden } from '../model/words/arrangement.ts';
import { currentDesk, type Desk } from './desk.ts';
import { shownRowsOf } from './shownRows.ts';
import { arrange, type ListName, showDone, useUiState } from './uiState.ts';

export function arrangeAloud(list: ListName, change: Partial<Arrangement>): void {
  arrange(list, change);
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
