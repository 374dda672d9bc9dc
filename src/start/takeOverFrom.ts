/** Gathers what a show takes over from the shows that it replaces. */
import { feedOf } from '../core/show.ts';
import type { Takeover } from '../engine/showSwitch.ts';
import type { OpenedEngine } from './openEngine.ts';

type Replaced = Pick<OpenedEngine, 'engine'>;

export function takeOverFrom(
  by: string | null,
  collection: Takeover['collection'],
  ...from: readonly Replaced[]
): Takeover {
  return {
    by,
    countConsumers: countConsumersOf(from),
    seenRevision: (slug) => {
      const seen = from.map(({ engine }) => feedOf(engine.state(), slug)?.onAir.revision ?? -1);
      const highest = Math.max(...seen);
      return highest < 0 ? null : highest;
    },
    lastActionOf: (name) =>
      from.map(({ engine }) => engine.lastActionOf(name)).find((action) => action !== null) ?? null,
    collection,
    firstCollections: [],
    chosenKey: null,
  };
}

/** Counts now, because a show that is replaced loses its consumers. */
function countConsumersOf(from: readonly Replaced[]): (slug: string) => number {
  const counts = new Map<string, number>();
  for (const { engine } of from)
    for (const { slug } of engine.state().feeds)
      counts.set(slug, Math.max(counts.get(slug) ?? 0, engine.consumers(slug).length));
  return (slug) => counts.get(slug) ?? 0;
}
