/** Handles the keyboard for the whole desk: letter keys are off in text fields and never repeat while held down. */
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import type { ActionName } from '../../model/actions.ts';
import { filterRows, startOfMinute } from '../../model/filterRows.ts';
import type { RowView } from '../../model/rowModel.ts';
import { lastTickMs } from '../../stores/clock.ts';
import { currentDesk, type Desk } from '../../stores/desk.ts';
import { actionForStroke, strokeOf, useKeymap } from '../../stores/keymap.ts';
import { type ListName, select, selectFeed, showDisabledReason, showDone, useUiState } from '../../stores/uiState.ts';
import { watchLastTextField } from './lastTextField.ts';

export function useKeys(perform: (action: ActionName) => void): void {
  useEffect(() => {
    const lastTextField = watchLastTextField();
    const onKey = (event: KeyboardEvent): void => {
      const stroke = strokeOf(event);
      const desk = currentDesk();
      if (stroke === null || desk === null || ['Shift', 'Alt'].includes(event.key)) return;
      const received = lastTextField.receives(stroke, event);
      if (received === 'typed' && !/^F\d/.test(stroke)) {
        // The first Escape leaves the field; the next closes the panel.
        if (stroke === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
        return;
      }
      if (received === 'meantForIt') {
        event.preventDefault();
        showDisabledReason(
          say('The field you were typing in has closed.'),
          say('Nothing happened. Stop typing, then press again.'),
        );
        return;
      }
      if (isButtonKey(event)) return;
      if (navigate(stroke, desk, event.target)) {
        event.preventDefault();
        return;
      }
      const action = actionForStroke(useKeymap.getState(), stroke);
      if (action === null) return;
      event.preventDefault();
      if (!event.repeat) perform(action);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      lastTextField.stop();
    };
  }, [perform]);
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
function navigate(stroke: string, desk: Desk, target: EventTarget | null): boolean {
  if (useUiState.getState().screen === 'firstRun') return false;
  if (/^[1-9]$/.test(stroke)) {
    const feed = desk.state.feeds[Number(stroke) - 1];
    if (feed === undefined) return false;
    selectFeed(feed.slug);
    return true;
  }
  if (useUiState.getState().screen !== 'show') return false;
  if (target instanceof HTMLElement && target.matches('[type="radio"]')) return false;
  const rows = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7, Home: -1e9, End: 1e9 }[stroke];
  if (rows !== undefined) return moveSelection(desk, rows);
  const list = ({ ArrowLeft: 'staging', ArrowRight: 'live' } as const)[stroke];
  return list !== undefined && changeList(desk, list);
}

function moveSelection(desk: Desk, step: number): boolean {
  const { selection } = useUiState.getState();
  const list: ListName = selection?.list ?? 'live';
  const rows = visibleRowsOf(desk, list);
  const last = rows.length - 1;
  if (last < 0) return true;
  const index = selection === null ? -1 : rows.findIndex((row) => row.item.id === selection.id);
  const nextIndex = Math.min(last, Math.max(0, index + step));
  if (nextIndex === index) announceEnd(desk.feed, list, step);
  selectAndFocus(list, rows[nextIndex]);
  return true;
}

function announceEnd({ slug, revision, gate }: DeskFeed, list: ListName, step: number): void {
  const isStillAtEnd = (): boolean => {
    const desk = currentDesk();
    const rows = desk === null ? [] : visibleRowsOf(desk, list);
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
  });
}

function changeList(desk: Desk, list: ListName): boolean {
  const { selection, panel } = useUiState.getState();
  if (list === 'staging' && panel !== null && panel !== 'detail') return true;
  const rows = visibleRowsOf(desk, list);
  const index =
    selection === null ? 0 : visibleRowsOf(desk, selection.list).findIndex((row) => row.item.id === selection.id);
  const next = rows[Math.min(Math.max(0, index), rows.length - 1)];
  selectAndFocus(list, next);
  return true;
}

/** The rows that the list's search and filter show. */
function visibleRowsOf({ rows, index }: Desk, list: ListName): readonly RowView[] {
  const { search, filter } = useUiState.getState();
  const isFiltered = search[list] !== '' || filter[list] !== 'all';
  if (!isFiltered) return rows[list];
  return filterRows(rows[list], search[list], filter[list], index, startOfMinute(lastTickMs()));
}

function selectAndFocus(list: ListName, row: RowView | undefined): void {
  // On a narrow screen, the list may be hidden, and a hidden element can't be focused.
  flushSync(() => {
    if (row !== undefined) select(list, row.item.id);
    if (useUiState.getState().panel === null) useUiState.setState({ pane: list });
  });
  document.getElementById(`list-${list}`)?.focus({ preventScroll: true });
}
