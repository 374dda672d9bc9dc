/** Moves posts by pointer or by keys: start, choose the position, then drop or cancel. */
import type { ListName } from '../../core/serviceDocument.ts';
import type { Changes } from './changes.ts';
import type { Context } from './context.ts';
import { moveToGap, startMove, stepMove } from './position.ts';
import { currentCollection } from './serviceData.ts';
import { chosenWith } from './several.ts';

export type Moving = ReturnType<typeof createMoving>;

export function createMoving(context: Context, changes: Changes) {
  const { store } = context;
  return {
    /** Moves all selected posts if the post is one of them. */
    start: (itemId: string) => {
      const collection = currentCollection(context);
      if (collection === null) return;
      const chosen = chosenWith(store.getState().several, itemId);
      store.setState({ pendingMove: startMove(collection, itemId, chosen) });
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
