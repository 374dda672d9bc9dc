/** Handles the keyboard for the whole desk: letter keys are off in text fields and never repeat while held down. */
import { useContext, useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { type ActionName, isSentAction } from '../../model/actions.ts';
import type { RowView } from '../../model/rowModel.ts';
import { currentDesk, type Desk } from '../../stores/desk.ts';
import { slugOfKey } from '../../stores/feedKeys.ts';
import { actionForStroke, isLetterKeyOff, strokeOf, useKeymap } from '../../stores/keymap.ts';
import { findPosition } from '../../stores/lostSelection.ts';
import { extendSelection, selectAll } from '../../stores/severalPosts.ts';
import { shownRowsOf } from '../../stores/shownRows.ts';
import {
  activeListOf,
  isCovered,
  type ListName,
  select,
  selectFeed,
  showDone,
  showUrgentReason,
  type UiState,
  useUiState,
} from '../../stores/uiState.ts';
import { LastTextFieldContext } from './lastTextField.ts';

export function useKeys(perform: (action: ActionName) => void): void {
  const lastTextField = useContext(LastTextFieldContext);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const desk = currentDesk();
      if (desk !== null && isSelectAll(event)) {
        event.preventDefault();
        selectAllShown(desk);
        return;
      }
      const stroke = strokeOf(event);
      if (stroke === null || desk === null || ['Shift', 'Alt'].includes(event.key)) return;
      const keymap = useKeymap.getState();
      const isOff = isLetterKeyOff(keymap, stroke);
      const action = actionForStroke(keymap, stroke);
      const isHarmless = action !== null && !isOff && !isSentAction(action);
      const received = lastTextField.receives(stroke, event, isHarmless);
      if (received === 'typed' && !/^F\d/.test(stroke)) {
        // The first Escape leaves the field; the next closes the panel.
        if (stroke === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
        return;
      }
      if (received !== 'typed' && received !== 'no') {
        event.preventDefault();
        sayKeyIgnored(received);
        return;
      }
      if (isButtonKey(event)) return;
      if (isOff) {
        if (action !== null || /^[1-9]$/.test(stroke)) sayLetterKeysOff(desk);
        return;
      }
      if (navigate(stroke, desk, event)) {
        event.preventDefault();
        return;
      }
      if (action === null) return;
      event.preventDefault();
      if (event.repeat) return;
      const before = useUiState.getState();
      perform(action);
      if (fieldActions.includes(action)) lastTextField.expect();
      if (openingActions.includes(action) && hasOpened(before)) lastTextField.expectUnseen(stroke, event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [perform, lastTextField]);
}

/** Actions that open a text field, in which the operator types next. */
const fieldActions: readonly ActionName[] = ['find', 'blockReason', 'name'];

/** Actions that open a panel or a screen with text fields, and leave the focus outside them. */
const openingActions: readonly ActionName[] = [
  ...(['keptOff', 'keys', 'log', 'history', 'asRun', 'rehearsal', 'collections', 'settings'] as const),
];

/** Whether another panel or screen has opened. A panel that only closed leaves no field to type in. */
function hasOpened({ panel, screen, logView }: UiState): boolean {
  const now = useUiState.getState();
  return (now.panel !== null && now.panel !== panel) || now.screen !== screen || now.logView !== logView;
}

function sayKeyIgnored(meantFor: 'meantForClosed' | 'meantForMissing'): void {
  const reasons = {
    meantForClosed: say('The field you were typing in has closed.'),
    meantForMissing: say('No text field is open.'),
  };
  showUrgentReason(reasons[meantFor], say('Nothing happened. Stop typing, then press again.'));
}

function sayLetterKeysOff({ state }: Desk): void {
  // Neither has keys that the operator could switch on there.
  if (state.right === 'view' || useUiState.getState().screen === 'firstRun') return;
  showUrgentReason(
    say('Letter keys are off.'),
    say('Nothing happened. Switch them on in Settings, Appearance and keys.'),
  );
}

/** Enter and Space activate a focused button, link or summary. */
function isButtonKey(event: KeyboardEvent): boolean {
  const isPress = event.key === 'Enter' || event.key === ' ';
  return (
    isPress &&
    event.target instanceof HTMLElement &&
    event.target.closest('button, a, summary, [type="radio"], [role="tab"]') !== null
  );
}

/** Moves the selection or changes the feed; returns whether the keystroke was a navigation key. */
function navigate(stroke: string, desk: Desk, { target, shiftKey }: KeyboardEvent): boolean {
  if (useUiState.getState().screen === 'firstRun') return false;
  if (/^[1-9]$/.test(stroke)) return selectFeedOfKey(Number(stroke), desk);
  if (useUiState.getState().screen !== 'show') return false;
  if (target instanceof HTMLElement && target.matches('[type="radio"]')) return false;
  const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7, Home: -1e9, End: 1e9 }[stroke];
  if (rows !== undefined) return moveSelection(desk, rows, shiftKey);
  const list = ({ ArrowLeft: 'staging', ArrowRight: 'live' } as const)[stroke];
  return list !== undefined && changeList(desk, list);
}

function selectFeedOfKey(key: number, { state }: Desk): boolean {
  const slug = slugOfKey(key);
  if (slug === null) return false;
  if (state.feeds.some((feed) => feed.slug === slug)) selectFeed(slug);
  else showUrgentReason(say('Key {key}: the feed {feed} was deleted.', { key, feed: slug }), say('Nothing happened.'));
  return true;
}

/** Ctrl+A on the Show screen. In a text field it selects the text. */
function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const isInField = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  const isStroke = key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
  return isStroke && !isInField && useUiState.getState().screen === 'show';
}

function selectAllShown(desk: Desk): void {
  const list = seenListOf(useUiState.getState());
  selectAll(list, shownRowsOf(desk, list));
}

/** The list in which keys select: live while a panel covers staging. */
function seenListOf(ui: UiState): ListName {
  const list = activeListOf(ui);
  return isCovered(ui, list) ? 'live' : list;
}

/** With Shift, selects every post up to the new one. */
function moveSelection(desk: Desk, step: number, isExtending: boolean): boolean {
  const ui = useUiState.getState();
  const list = seenListOf(ui);
  const rows = shownRowsOf(desk, list);
  const last = rows.length - 1;
  if (last < 0) return true;
  const found = findIndex(rows, ui);
  // The position of a post that left is between two: ↓ selects the post below it, ↑ the one above.
  const index = ui.selection === null && step > 0 ? found - 1 : found;
  const nextIndex = Math.min(last, Math.max(0, index + step));
  if (nextIndex === index && ui.selection !== null) announceEnd(desk.feed, list, step);
  selectAndFocus(list, rows[nextIndex], isExtending ? rows : null);
  return true;
}

function announceEnd({ slug, revision, gate }: DeskFeed, list: ListName, step: number): void {
  const isStillAtEnd = (): boolean => {
    const desk = currentDesk();
    const rows = desk === null ? [] : shownRowsOf(desk, list);
    const { selection } = useUiState.getState();
    return selection?.list === list && rows.at(step > 0 ? -1 : 0)?.item.id === selection.id;
  };
  showDone({
    sentence:
      list === 'live'
        ? step > 0
          ? say('End of live.')
          : say('Start of live.')
        : step > 0
          ? say('End of staging.')
          : say('Start of staging.'),
    isTrueOf: (feed) => feed.slug === slug && feed.revision === revision && feed.gate === gate && isStillAtEnd(),
    isOnlySpoken: false,
  });
}

function changeList(desk: Desk, list: ListName): boolean {
  const ui = useUiState.getState();
  if (isCovered(ui, list)) return true;
  const rows = shownRowsOf(desk, list);
  const index = findIndex(shownRowsOf(desk, activeListOf(ui)), ui);
  const next = rows[Math.min(Math.max(0, index), rows.length - 1)];
  selectAndFocus(list, next, null);
  return true;
}

/** The index of the selected post; while nothing is selected, of the post below the position of a post that left, or 0. */
function findIndex(rows: readonly RowView[], { selection, lostPosition }: UiState): number {
  if (selection !== null) return rows.findIndex(({ item }) => item.id === selection.id);
  const ids = rows.map(({ item }) => item.id);
  return lostPosition === null ? 0 : findPosition(lostPosition, ids);
}

/** `extendedIn`: the rows of the list if the selection is extended. */
function selectAndFocus(list: ListName, row: RowView | undefined, extendedIn: readonly RowView[] | null): void {
  // On a narrow screen, the list may be hidden, and a hidden element can't be focused.
  flushSync(() => {
    if (row !== undefined && extendedIn !== null) extendSelection(list, row.item.id, extendedIn);
    else if (row !== undefined) select(list, row.item.id);
    if (useUiState.getState().panel === null) useUiState.setState({ pane: list });
  });
  document.getElementById(`list-${list}`)?.focus({ preventScroll: true });
}
