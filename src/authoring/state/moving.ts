/** Moves a post by pointer or by keys: start, choose the position, then drop or cancel. */
import type { ListName } from '../../core/serviceDocument.ts';
import type { Changes } from './changes.ts';
import type { Context } from './context.ts';
import { findItem, moveToGap, stepMove } from './position.ts';
import { currentCollection } from './serviceData.ts';

export type Moving = ReturnType<typeof createMoving>;

export function createMoving(context: Context, changes: Changes) {
  const { store } = context;
  return {
    start: (itemId: string) => {
      const collection = currentCollection(context);
      const position = collection === null ? null : findItem(collection, itemId);
      if (position === null) return;
      const from = { list: position.list, index: position.index };
      store.setState({ pendingMove: { itemId, from, to: from } });
    },
    moveToGap: (list: ListName, gap: number) =>
      store.setState(({ pendingMove }) =>
        pendingMove === null ? {} : { pendingMove: moveToGap(pendingMove, list, gap) },
      ),
    step: (direction: 'up' | 'down' | 'staging' | 'live') =>
      store.setState(({ pendingMove }) => {
        const collection = currentCollection(context);
        if (pendingMove === null || collection === null) return {};
        return { pendingMove: stepMove(pendingMove, collection, direction) };
      }),
    drop: async () => {
      const { pendingMove } = store.getState();
      if (pendingMove === null) return;
      store.setState({ pendingMove: null, selectedId: pendingMove.itemId });
      await changes.move(pendingMove);
    },
    cancel: () => store.setState({ pendingMove: null }),
  };
}
