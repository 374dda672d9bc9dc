/** Selects several posts of one list, as on the desk: a range, one more, or all. Any other selection ends it. */
import type { ListName } from '../../core/serviceDocument.ts';
import type { Context } from './context.ts';
import { currentCollection } from './serviceData.ts';

export type SeveralPosts = ReturnType<typeof createSeveralPosts>;

export function createSeveralPosts(context: Context) {
  const { store } = context;

  function select(list: ListName, selectedId: string | null, ids: ReadonlySet<string>, anchor: string): void {
    store.setState({
      selectedId,
      several: ids.size > 1 ? { list, ids, anchor } : null,
      conflict: null,
      mediaProblem: null,
    });
  }

  function idsOf(list: ListName): readonly string[] {
    return currentCollection(context)?.[list].map(({ id }) => id) ?? [];
  }

  /** The selection before, if it is in this list. */
  function selectedIn(list: ListName): { readonly ids: ReadonlySet<string>; readonly anchor: string } | null {
    const { several, selectedId } = store.getState();
    if (several?.list === list) return several;
    return selectedId !== null && idsOf(list).includes(selectedId)
      ? { ids: new Set([selectedId]), anchor: selectedId }
      : null;
  }

  return {
    /** Selects from the anchor to this post. */
    extendTo: (list: ListName, itemId: string) => {
      const ids = idsOf(list);
      const anchor = selectedIn(list)?.anchor ?? itemId;
      const [from, to] = [ids.indexOf(anchor), ids.indexOf(itemId)];
      if (from < 0 || to < 0) return;
      select(list, itemId, new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor);
    },
    /** Adds a post to the selection, or takes it out. Returns the selected post that keys act from. */
    toggle: (list: ListName, itemId: string) => {
      const ids = new Set(selectedIn(list)?.ids);
      if (!ids.delete(itemId)) ids.add(itemId);
      const current = ids.has(itemId) ? itemId : ([...ids].at(-1) ?? null);
      select(list, current, ids, itemId);
      return current;
    },
    selectAll: (list: ListName, itemId: string) => select(list, itemId, new Set(idsOf(list)), itemId),
    selectOne: (itemId: string) =>
      store.setState({ selectedId: itemId, several: null, conflict: null, mediaProblem: null }),
    end: () => store.setState({ several: null }),
  };
}
