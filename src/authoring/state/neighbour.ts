/** Selects the neighbour of the selected post after this window deleted it. After another editor’s deletion, none is selected. */
import { currentCollection, type ServiceData } from './serviceData.ts';

/** `change` returns `null` if nothing changed. */
export async function selectNeighbourAfter<Result>(
  data: ServiceData,
  change: () => Promise<Result | null>,
): Promise<Result | null> {
  const before = data.store.getState().selectedId;
  const result = await change();
  const { selectedId, lostPosition } = data.store.getState();
  if (result === null || before === null || selectedId !== null || lostPosition === null) return result;
  const list = currentCollection(data)?.[lostPosition.list] ?? [];
  data.store.setState({ selectedId: list[Math.min(lostPosition.index, list.length - 1)]?.id ?? null });
  return result;
}
