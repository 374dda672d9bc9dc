/** The keys inside a list: choose, move, promote, carry. Focus follows the post, not the place. */
import type { KeyboardEvent } from 'react';
import type { ListName } from '../../../store/stored.ts';
import { findItem } from '../state/place.ts';
import { usePage } from '../ui/usePage.ts';

export function useListKeys(list: ListName): (event: KeyboardEvent<HTMLElement>) => void {
  const { store, carrying, changes, select } = usePage();

  function focusAt(index: number, inList: ListName): void {
    const { collection } = store.getState();
    const items = collection?.[inList] ?? [];
    const item = items[Math.max(0, Math.min(index, items.length - 1))];
    if (item === undefined) return;
    select(item.id);
    focusRow(item.id);
  }

  /** Does the change, and gives the focus to what stands where the post stood, or to the post itself. */
  async function andThenFocus(done: Promise<unknown>, next: () => void): Promise<void> {
    await done;
    requestAnimationFrame(() => {
      // Whoever went on meanwhile, into the form say, stays where they are.
      const at = document.activeElement;
      if (at === null || at === document.body || at.closest('.row') !== null) next();
    });
  }

  function carry(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'ArrowUp':
        carrying.stepTo('up');
        return true;
      case 'ArrowDown':
        carrying.stepTo('down');
        return true;
      case 'ArrowLeft':
        carrying.stepTo('staging');
        return true;
      case 'ArrowRight':
        carrying.stepTo('live');
        return true;
      case 'Enter':
      case ' ': {
        const id = store.getState().hand?.itemId;
        void andThenFocus(carrying.putDown(), () => id !== undefined && focusRow(id));
        return true;
      }
      case 'Escape':
        carrying.putBack();
        return true;
      default:
        return false;
    }
  }

  function press(event: KeyboardEvent, itemId: string, index: number): boolean {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      void andThenFocus(changes.moveBy(itemId, event.key === 'ArrowUp' ? -1 : 1), () => focusRow(itemId));
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
        void andThenFocus(changes.promote(itemId), () => focusAt(index, 'staging'));
        return true;
      case 'ArrowLeft':
        if (list === 'staging' || event.repeat) return true;
        void andThenFocus(changes.demote(itemId), () => focusAt(index, 'live'));
        return true;
      case ' ':
        carrying.pickUp(itemId);
        return true;
      case 'Enter':
        document.querySelector<HTMLElement>('.editor textarea, .editor input')?.focus();
        return true;
      default:
        return false;
    }
  }

  return (event) => {
    const { hand, collection } = store.getState();
    const itemId = (event.target as HTMLElement).closest<HTMLElement>('.row')?.dataset['id'];
    const place = itemId === undefined || collection === null ? null : findItem(collection, itemId);
    const isTaken =
      hand !== null ? carry(event) : place !== null && itemId !== undefined && press(event, itemId, place.index);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function focusRow(itemId: string): void {
  document.querySelector<HTMLElement>(`.row[data-id="${CSS.escape(itemId)}"] .row-choose`)?.focus();
}
