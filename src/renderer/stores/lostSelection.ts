/** Ends the selection of a post that leaves its list. The desk remembers its place, and never selects another post by itself. */
import { say } from '../../core/language/say.ts';
import type { RowView } from '../model/rowModel.ts';
import { nameOf } from '../model/words/counts.ts';
import { currentDesk, type Desk, subscribeToDesk } from './desk.ts';
import { shownRowsOf } from './shownRows.ts';
import { type LostPosition, openPanel, type Selection, select, showDone, type UiState, useUiState } from './uiState.ts';

/** How long the empty slot of a selected post is kept if the pointer is not over it. */
export const slotShownForMs = 1500;

/** Returns the function that stops it. */
export function watchSelection(): () => void {
  let checked: readonly unknown[] = [];
  let before = currentDesk();
  return subscribeToDesk(() => {
    const desk = currentDesk();
    const ui = useUiState.getState();
    const { selection, several, panel } = ui;
    const now = [desk, selection, several, panel];
    if (desk === null || now.every((part, index) => part === checked[index])) return;
    checked = now;
    const earlier = before ?? desk;
    before = desk;
    if (selection === null) selectReturned(desk, ui);
    // Open details follow their post into the other list.
    else if (!isInDetails(desk, ui)) keepValid(desk, earlier, selection, several);
  });
}

function isInDetails({ selected, rows }: Desk, { selection, panel }: UiState): boolean {
  return panel === 'detail' && selected !== null && selection !== null && !rows[selection.list].includes(selected);
}

/** The operator’s selection continues if the post comes back while its empty slot is open. */
function selectReturned(desk: Desk, { lostPosition }: UiState): void {
  if (lostPosition === null || performance.now() - lostPosition.sinceMs >= slotShownForMs) return;
  const { list, id } = lostPosition;
  if (desk.rows[list].some(({ item }) => item.id === id)) select(list, id);
}

function keepValid(desk: Desk, earlier: Desk, selection: Selection, several: UiState['several']): void {
  const rows = desk.rows[selection.list];
  if (several === null) {
    if (!rows.some(({ item }) => item.id === selection.id)) loseSelection(desk, earlier, selection, 1);
    return;
  }
  // A post that went live has an empty slot here, and keys act on it there.
  const posts = new Map(rows.flatMap((row) => (several.ids.has(row.item.id) ? [[row.item.id, row]] : [])));
  if (posts.size === several.ids.size) return;
  if (posts.size === 0) loseSelection(desk, earlier, selection, several.ids.size);
  else keepRest(desk, earlier, selection, several.anchor, posts);
}

/** The others stay selected; if the current post has left, the nearest of them takes its place. Block needs its second press also of the last one. */
function keepRest(
  { feed }: Desk,
  earlier: Desk,
  { list, id }: Selection,
  anchor: string,
  posts: ReadonlyMap<string, RowView>,
): void {
  const remaining = [...posts.keys()];
  const isHere = posts.has(id);
  const nearest = remaining[Math.min(findPosition(positionOf(earlier, { list, id }), remaining), remaining.length - 1)];
  const current = isHere ? id : (nearest ?? id);
  if (!isHere && useUiState.getState().panel === 'detail') openPanel(null);
  useUiState.setState({
    ...(isHere ? {} : { selection: { list, id: current } }),
    selectionMovedAtMs: performance.now(),
    several: { ids: new Set(remaining), anchor: posts.has(anchor) ? anchor : current },
  });
  if (remaining.length > 1) return;
  const { selection } = useUiState.getState();
  sayOnce(
    feed.slug,
    say('Only {name} is still selected.', { name: nameOf(posts.get(current)?.item) }),
    (ui) => ui.selection === selection && ui.several?.ids.size === 1,
  );
}

function loseSelection({ feed }: Desk, earlier: Desk, selection: Selection, count: number): void {
  if (useUiState.getState().panel === 'detail') openPanel(null);
  useUiState.setState({
    ...{ selection: null, several: null, selectionMovedAtMs: null },
    lostPosition: positionOf(earlier, selection),
  });
  const sentence = say(
    '{count, plural, one {The selected post left the list. Nothing is selected.} other {The selected posts left the list. Nothing is selected.}}',
    { count },
  );
  sayOnce(feed.slug, sentence, (ui) => ui.selection === null);
}

/** To screen readers. The effect of a press stays in sight while it is true. */
function sayOnce(slug: string, sentence: string, isTrueOfDesk: (ui: UiState) => boolean): void {
  const { done } = useUiState.getState();
  const feed = currentDesk()?.feed;
  if (done !== null && !done.isOnlySpoken && feed !== undefined && done.isTrueOf(feed)) return;
  const isTrueOf = (shown: { readonly slug: string }): boolean =>
    shown.slug === slug && isTrueOfDesk(useUiState.getState());
  showDone({ sentence, isTrueOf, isOnlySpoken: true });
}

function positionOf(earlier: Desk, { list, id }: Selection): LostPosition {
  const shown = shownRowsOf(earlier, list);
  const rows = shown.some(({ item }) => item.id === id) ? shown : earlier.rows[list];
  return { list, id, ids: rows.map(({ item }) => item.id), sinceMs: performance.now() };
}

/** The index of the first of these posts below the place. */
export function findPosition({ id, ids }: LostPosition, posts: readonly string[]): number {
  const indexes = new Map(posts.map((post, index) => [post, index]));
  const at = ids.indexOf(id);
  const below = ids.slice(at + 1).find((other) => indexes.has(other));
  if (below !== undefined) return indexes.get(below) ?? 0;
  const above = ids.slice(0, Math.max(0, at)).findLast((other) => indexes.has(other));
  return above === undefined ? 0 : (indexes.get(above) ?? 0) + 1;
}
