/** The sources that the posts of a list can be filtered by. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { knownSources } from '../../ui/SourceIcon.tsx';

/** A service can send any text as a source; the search finds the posts of the others. */
const maxOtherSources = 20;

/** The known sources, then the most common others in alphabetical order, with the chosen ones in any case. */
export function sourcesOf(items: readonly DeskItem[], chosen: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { source } of items) counts.set(source, (counts.get(source) ?? 0) + 1);
  for (const source of chosen) counts.set(source, Number.POSITIVE_INFINITY);
  const others = [...counts].filter(([source]) => !knownSources.includes(source));
  const common = others.sort(([, a], [, b]) => (a === b ? 0 : b - a)).slice(0, maxOtherSources);
  return [...knownSources, ...common.map(([source]) => source).sort((a, b) => a.localeCompare(b))];
}
