/** Writes a list as its differences from the previous one: runs of unchanged posts, and new or edited posts. */
import { z } from 'zod';
import { findChangedRange } from '../../core/changedRange.ts';
import type { Item } from '../../core/collection.ts';
import { isSameItem } from '../../core/compare.ts';
import { createIdSearch } from '../../core/idSearch.ts';
import { memoisePairInSteps } from '../../core/memoisePair.ts';
import { contentItem } from '../../core/serviceDocument.ts';
import type { Steps } from '../../core/steps.ts';

type List = readonly Item[];

const itemSchema: z.ZodType<Item> = contentItem.extend({
  // Kept by reference, because a copy would lose keys such as `__proto__`.
  extra: z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null).nullable(),
});

const indexSchema = z.int().min(0);

export type ListParts = readonly (
  | { readonly run: readonly [start: number, length: number] }
  | { readonly posts: List }
)[];

const itemsSchema = z.array(itemSchema);

const partSchema: z.ZodType<ListParts[number]> = z.union([
  z.object({ run: z.tuple([indexSchema, indexSchema]) }),
  z.object({ posts: itemsSchema }),
]);

export const partsSchema: z.ZodType<ListParts> = z.array(partSchema);

const unreadPartsSchema = z.array(z.union([z.object({ posts: z.array(z.unknown()) }), partSchema]));

/** Posts to validate in one step; about a millisecond. */
const postsPerValidation = 500;

/** The same as `partsSchema`, in steps. `null` if the value is something else. */
export function* parsePartsInSteps(value: unknown): Steps<ListParts | null> {
  const unread = unreadPartsSchema.safeParse(value).data;
  if (unread === undefined) return null;
  const parts: ListParts[number][] = [];
  for (const part of unread) {
    if ('run' in part) {
      parts.push(part);
      continue;
    }
    const posts: Item[] = [];
    for (let start = 0; start < part.posts.length; start += postsPerValidation) {
      if (start > 0) yield;
      const read = itemsSchema.safeParse(part.posts.slice(start, start + postsPerValidation)).data;
      if (read === undefined) return null;
      for (const post of read) posts.push(post);
    }
    parts.push({ posts });
  }
  return parts;
}

/** Writes `list` as runs of `previous` and new posts. */
export function writeParts(previous: List | null, list: List): ListParts {
  if (previous === null) return list.length === 0 ? [] : [{ posts: list }];
  return findParts(previous, list);
}

/** The show, its history and its recording write the same parts. The steps of `findPartsInSteps` prepare what `writeParts` returns. */
export const { now: findParts, inSteps: findPartsInSteps } = memoisePairInSteps(compareParts);

/** Posts to compare in one step; about a millisecond. */
const postsPerStep = 1000;

function* compareParts(previous: List, list: List): Steps<ListParts> {
  const { start, endBefore, endAfter } = findChangedRange(previous, list);
  const findInPrevious = createIdSearch(previous);
  let run: [number, number] = [0, start];
  const parts: ({ run: [number, number] } | { posts: Item[] })[] = start === 0 ? [] : [{ run }];
  let posts: Item[] | null = null;
  for (const [position, item] of list.slice(start, endAfter).entries()) {
    if (position % postsPerStep === postsPerStep - 1) yield;
    let index = run[0] + run[1];
    let old = previous[index];
    if (old?.id !== item.id) {
      const found = findInPrevious(item.id);
      index = found < 0 ? previous.length : found;
      old = previous[index];
    }
    if (old === undefined || !isSameItem(old, item)) {
      if (posts === null) {
        posts = [];
        parts.push({ posts });
      }
      posts.push(item);
      // After an edited post, the list usually continues where the previous list does.
      run = [index < previous.length ? index + 1 : run[0] + run[1], 0];
    } else if (run[1] > 0 && posts === null && index === run[0] + run[1]) run[1] += 1;
    else {
      run = [index, 1];
      posts = null;
      parts.push({ run });
    }
  }
  const rest = list.length - endAfter;
  if (rest === 0) return parts;
  if (run[1] > 0 && posts === null && run[0] + run[1] === endBefore) run[1] += rest;
  else parts.push({ run: [endBefore, rest] });
  return parts;
}

/** Whether the list is the same as the previous one. */
export function isWholeRun(parts: ListParts, previous: List | null): boolean {
  const [first] = parts;
  if (previous === null || parts.length > 1) return false;
  if (first === undefined) return previous.length === 0;
  return 'run' in first && first.run[0] === 0 && first.run[1] === previous.length;
}

/** Returns the list, or `null` when the parts do not fit the previous list. */
export function readParts(previous: List | null, parts: ListParts): List | null {
  const from = previous ?? [];
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
