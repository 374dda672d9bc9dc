/** Keys inside a list: select one or several posts, reorder, promote, demote and move. */
import type { KeyboardEvent } from 'react';
import type { ListName } from '../../core/serviceDocument.ts';
import { findItem } from '../state/position.ts';
import { currentCollection } from '../state/serviceData.ts';
import { chosenWith } from '../state/several.ts';
import { usePage } from '../ui/usePage.ts';
import { focusRow } from './focusRow.ts';
import { selectAt, selectByKey } from './selectInList.ts';

export function useListKeys(list: ListName): (event: KeyboardEvent<HTMLElement>) => void {
  const page = usePage();
  const { store, context, moving, changes, severalPosts } = page;

  function firstIndexOf(chosen: ReadonlySet<string>): number {
    return currentCollection(context)?.[list].findIndex(({ id }) => chosen.has(id)) ?? 0;
  }

  /** Waits for the change, then moves the focus, unless the user has left the list. A refused change must not lead the next key to another post. */
  async function runThenFocus(change: Promise<unknown>, moveFocus: () => void): Promise<void> {
    if ((await change) === null) return;
    requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body || focused.closest('.list-rows') !== null) moveFocus();
    });
  }

  function handleKeyWhileMoving(event: KeyboardEvent): boolean {
    const step = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'staging', ArrowRight: 'live' } as const)[event.key];
    if (step !== undefined) {
      moving.step(step);
      return true;
    }
    switch (event.key) {
      case 'Enter':
      case ' ': {
        const id = store.getState().pendingMove?.itemId;
        void runThenFocus(moving.drop(), () => id !== undefined && focusRow(id));
        return true;
      }
      case 'Escape':
        moving.cancel();
        return true;
      default:
        return false;
    }
  }

  function handleKey(event: KeyboardEvent, itemId: string, index: number): boolean {
    const chosen = chosenWith(store.getState().several, itemId);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      void runThenFocus(changes.moveBy(itemId, chosen, event.key === 'ArrowUp' ? -1 : 1), () => focusRow(itemId));
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      severalPosts.selectAll(list, itemId);
      return true;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (selectByKey(page, event, list, index)) return true;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        if (event.repeat || event.key !== (list === 'staging' ? 'ArrowRight' : 'ArrowLeft')) return true;
        const first = firstIndexOf(chosen);
        void runThenFocus(changes.transfer(chosen, list), () => selectAt(page, list, first));
        return true;
      }
      case ' ':
        moving.start(itemId);
        return true;
      case 'Enter':
        document.querySelector<HTMLElement>('.editor textarea, .editor input')?.focus();
        return true;
      default:
        return false;
    }
  }

  return (event) => {
    const { pendingMove } = store.getState();
    const collection = currentCollection(context);
    const itemId = (event.target as HTMLElement).closest<HTMLElement>('.row')?.dataset['id'];
    const position = itemId === undefined || collection === null ? null : findItem(collection, itemId);
    const isHandled =
      pendingMove !== null
        ? handleKeyWhileMoving(event)
        : position !== null && itemId !== undefined && handleKey(event, itemId, position.index);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
