/** Describes the names in a configuration that no setting has, each with the name that was probably meant. */

import type { z } from 'zod';
import { findClosestName } from '../../core/closestName.ts';
import { say } from '../../core/language/say.ts';

/** One fault of a configuration. `path` is `$` for the root, and empty for a file that can’t be read. `message` names what is valid. */
export type SettingsFault = { readonly path: string; readonly message: string };

export type SettingsJsonSchema = {
  readonly properties?: { readonly [name: string]: SettingsJsonSchema | boolean };
  readonly items?: unknown;
  readonly [keyword: string]: unknown;
};

type Path = readonly PropertyKey[];

/** Returns one fault for each unknown name. */
export function describeUnknownNames(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  schema: SettingsJsonSchema,
): readonly SettingsFault[] {
  const all = listPaths(schema, []);
  const names = all.flatMap((known) => (isIn(known, path) ? [String(known.at(-1))] : []));
  return keys.map((key) => {
    const closest = findClosestName(key, names);
    // A setting of another part that was put here.
    const [elsewhere, ...more] = all.filter((known) => known.at(-1) === key);
    const meant = closest ?? (elsewhere === undefined || more.length > 0 ? null : formatSettingPath(elsewhere));
    return {
      path: formatSettingPath([...path, key]),
      message:
        meant === null ? say('is unknown; remove it') : say('is unknown; use {name}, or remove it', { name: meant }),
    };
  });
}

/** Returns a path such as `$.feeds[0].slug`. */
export function formatSettingPath(path: Path): string {
  return path.reduce<string>(
    (before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}.${String(key)}`),
    '$',
  );
}

function isIn(known: Path, parent: Path): boolean {
  return (
    known.length === parent.length + 1 &&
    parent.every((key, index) => (typeof key === 'number' ? 0 : key) === known[index])
  );
}

/** Lists every named setting and group; 0 means any entry of a list. */
function listPaths(schema: unknown, at: Path): readonly Path[] {
  if (!isSchema(schema)) return [];
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
    [...at, name],
    ...listPaths(part, [...at, name]),
  ]);
  return schema.items === undefined ? named : [...named, ...listPaths(schema.items, [...at, 0])];
}

function isSchema(value: unknown): value is SettingsJsonSchema {
  return typeof value === 'object' && value !== null;
}
