/** Lists written as what is new in them: runs of the list before, and posts that it did not have. */
import { z } from 'zod';
import type { Item } from '../../core/collection.ts';
import { isSameItem } from '../../core/compare.ts';

type List = readonly Item[];

const itemSchema: z.ZodType<Item> = z.object({
  id: z.string(),
  fullName: z.string().nullable(),
  username: z.string().nullable(),
  source: z.string(),
  message: z.string(),
  profileImageUrl: z.string().nullable(),
  media: z.array(z.object({ mediaUrl: z.string(), mediaType: z.string() })),
  publishedAt: z.string(),
  lastModifiedDate: z.string(),
  // Kept by reference: a copy would lose keys such as `__proto__`.
  extra: z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null).nullable(),
});

const indexSchema = z.int().min(0);

/** A run is the first place and the length. */
export type ListParts = readonly (
  | { readonly run: readonly [start: number, length: number] }
  | { readonly posts: List }
)[];

export const partsSchema: z.ZodType<ListParts> = z.array(
  z.union([z.object({ run: z.tuple([indexSchema, indexSchema]) }), z.object({ posts: z.array(itemSchema) })]),
);

/** `list` as runs of `near` (null: none of them) and new posts. Straight through for what follows the run; a map only for the rest. */
export function writeParts(near: List | null, list: List): ListParts {
  if (near === null) return list.length === 0 ? [] : [{ posts: list }];
  const parts: ({ run: [number, number] } | { posts: Item[] })[] = [];
  let places: ReadonlyMap<string, number> | null = null;
  let run: [number, number] = [0, 0];
  let posts: Item[] | null = null;
  for (const item of list) {
    let at = run[0] + run[1];
    let old = near[at];
    if (old?.id !== item.id) {
      places ??= new Map(near.map((other, index) => [other.id, index]));
      at = places.get(item.id) ?? near.length;
      old = near[at];
    }
    if (old === undefined || !isSameItem(old, item)) {
      if (posts === null) {
        posts = [];
        parts.push({ posts });
      }
      posts.push(item);
      // What follows an edited post most likely follows it still.
      run = [at < near.length ? at + 1 : run[0] + run[1], 0];
    } else if (run[1] > 0 && posts === null && at === run[0] + run[1]) run[1] += 1;
    else {
      run = [at, 1];
      posts = null;
      parts.push({ run });
    }
  }
  return parts;
}

/** Whether the parts say that the list is the one before, untouched. */
export function isWholeRun(parts: ListParts, near: List | null): boolean {
  const [first] = parts;
  if (near === null || parts.length > 1) return false;
  if (first === undefined) return near.length === 0;
  return 'run' in first && first.run[0] === 0 && first.run[1] === near.length;
}

/** The list of the parts; null when they do not fit the list before. */
export function readParts(near: List | null, parts: ListParts): List | null {
  const from = near ?? [];
  const list: Item[] = [];
  for (const part of parts) {
    if ('posts' in part) {
      for (const item of part.posts) list.push(item);
      continue;
    }
    const [start, length] = part.run;
    if (start + length > from.length) return null;
    for (let index = start; index < start + length; index += 1) {
      const item = from[index];
      if (item !== undefined) list.push(item);
    }
  }
  return list;
}
