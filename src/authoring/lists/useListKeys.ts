/** Keys inside a list: select, reorder, promote, demote and move. */
import type { KeyboardEvent } from 'react';
import type { ListName } from '../../core/serviceDocument.ts';
import { findItem } from '../state/position.ts';
import { currentCollection } from '../state/serviceData.ts';
import { usePage } from '../ui/usePage.ts';

export function useListKeys(list: ListName): (event: KeyboardEvent<HTMLElement>) => void {
  const { store, context, moving, changes, selectPost } = usePage();

  function focusAt(index: number, inList: ListName): void {
    const collection = currentCollection(context);
    // The last post of a list leaves it empty; the focus then moves to the other list.
    const items = [collection?.[inList], collection?.staging, collection?.live].find((list) => list?.length) ?? [];
    const item = items[Math.max(0, Math.min(index, items.length - 1))];
    if (item === undefined) return;
    selectPost(item.id);
    focusRow(item.id);
  }

  /** Waits for the change, then moves the focus, unless the user has left the list. */
  async function runThenFocus(change: Promise<unknown>, moveFocus: () => void): Promise<void> {
    await change;
    requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body || focused.closest('.row') !== null) moveFocus();
    });
  }

  function handleKeyWhileMoving(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'ArrowUp':
        moving.step('up');
        return true;
      case 'ArrowDown':
        moving.step('down');
        return true;
      case 'ArrowLeft':
        moving.step('staging');
        return true;
      case 'ArrowRight':
        moving.step('live');
        return true;
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
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      void runThenFocus(changes.moveBy(itemId, event.key === 'ArrowUp' ? -1 : 1), () => focusRow(itemId));
      return true;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    switch (event.key) {
      case 'ArrowUp':
        focusAt(index - 1, list);
        return true;
      case 'ArrowDown':
        focusAt(index + 1, list);
        return true;
      case 'Home':
        focusAt(0, list);
        return true;
      case 'End':
        focusAt(Number.MAX_SAFE_INTEGER, list);
        return true;
      case 'ArrowRight':
        if (list === 'live' || event.repeat) return true;
        void runThenFocus(changes.promote(itemId), () => focusAt(index, 'staging'));
        return true;
      case 'ArrowLeft':
        if (list === 'staging' || event.repeat) return true;
        void runThenFocus(changes.demote(itemId), () => focusAt(index, 'live'));
        return true;
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

function focusRow(itemId: string): void {
  const find = () => document.querySelector<HTMLElement>(`.row[data-id="${CSS.escape(itemId)}"] .row-select`);
  const row = find();
  if (row !== null) row.focus();
  // A row out of sight is rendered once it is selected.
  else requestAnimationFrame(() => find()?.focus());
}
