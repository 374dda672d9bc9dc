/** The areas of the catalogue: one file of translations each, so that several people can translate at the same time. */

/** Each with the paths whose messages are in it; the first match decides. `shared` has what several areas say. */
const areas: readonly (readonly [area: string, paths: RegExp])[] = [
  ['problems', /^src\/core\/problems\//],
  ['core', /^src\/core\//],
  ['engine', /^src\/(?:engine|start|main)\//],
  ['service', /^src\/(?:service|authoring)\//],
  ['words', /^src\/renderer\/(?:model|stores|engine)\//],
  ['settings', /^src\/renderer\/screens\/(?:settings|firstRun|service|recipes)\//],
  ['log', /^src\/renderer\/screens\/log\//],
  ['show', /^src\/renderer\/screens\/(?:show|top|keys|panels)\//],
  ['pages', /^src\/renderer\//],
];

export const areaNames: readonly string[] = [...areas.map(([area]) => area), 'shared'].sort();

/** The area of a message that these files use. */
export function areaOf(paths: readonly string[]): string {
  const found = new Set(paths.map((path) => areas.find(([, pattern]) => pattern.test(path))?.[0] ?? 'shared'));
  const [area = 'shared', ...others] = found;
  return others.length === 0 ? area : 'shared';
}
