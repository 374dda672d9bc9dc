/** Carrying a post, by pointer or by key: picked up, held over a place, put down there or put back. */
import type { ListName } from '../../../store/stored.ts';
import type { Changes } from './changes.ts';
import type { Context } from './context.ts';
import { findItem, overGap, step } from './place.ts';

export type Carrying = ReturnType<typeof createCarrying>;

export function createCarrying({ store }: Context, changes: Changes) {
  return {
    pickUp: (itemId: string) => {
      const { collection } = store.getState();
      const place = collection === null ? null : findItem(collection, itemId);
      if (place === null) return;
      const from = { list: place.list, index: place.index };
      store.setState({ hand: { itemId, from, to: from } });
    },
    over: (list: ListName, gap: number) =>
      store.setState(({ hand }) => (hand === null ? {} : { hand: overGap(hand, list, gap) })),
    stepTo: (direction: 'up' | 'down' | 'staging' | 'live') =>
      store.setState(({ hand, collection }) =>
        hand === null || collection === null ? {} : { hand: step(hand, collection, direction) },
      ),
    putDown: async () => {
      const { hand } = store.getState();
      if (hand === null) return;
      store.setState({ hand: null, selectedId: hand.itemId });
      await changes.move(hand);
    },
    putBack: () => store.setState({ hand: null }),
  };
}
