/** Writes a JSON value as its difference from an earlier one, and reads it again. Parts that are the same object are not looked into. */
import { findChangedRange } from './changedRange.ts';

type Run = { readonly run: readonly [start: number, length: number] };
type Edit = { readonly edit: readonly [index: number, difference: JsonDifference] };
/** Entries of the earlier list, new entries, or an entry of the earlier list with a difference. */
type ListPart = Run | { readonly values: readonly unknown[] } | Edit;

type JsonObject = Readonly<Record<string, unknown>>;

export type JsonDifference =
  | { readonly value: unknown }
  | { readonly fields: Readonly<Record<string, JsonDifference>>; readonly removed: readonly string[] }
  /** `from` is the length of the earlier list. */
  | { readonly from: number; readonly parts: readonly ListPart[] };

/** Deeper values are replaced as a whole, because recursion could overflow the stack. */
const depthLimit = 32;

/** After this many edits in one list, edited entries are sent whole: comparing the fields of ten thousand posts takes longer than sending them. */
const maxEdits = 500;

/** Returns `null` if both are the same JSON. The order of an object's fields does not count. */
export function writeDifference(before: unknown, after: unknown, depth = 0): JsonDifference | null {
  if (before === after) return null;
  if (depth < depthLimit) {
    if (Array.isArray(before) && Array.isArray(after)) return writeList(before, after, depth + 1);
    if (isObject(before) && isObject(after)) return writeFields(before, after, depth + 1);
  }
  return { value: after };
}

/** Returns `null` if the difference is invalid or does not fit. Unchanged parts are the objects of the earlier value. */
export function readDifference(before: unknown, difference: unknown, depth = 0): { readonly value: unknown } | null {
  if (!isObject(difference) || depth > depthLimit) return null;
  if (Object.hasOwn(difference, 'value')) return { value: difference['value'] };
  if (Array.isArray(before)) return readList(before, difference, depth + 1);
  return isObject(before) ? readFields(before, difference, depth + 1) : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function writeFields(before: JsonObject, after: JsonObject, depth: number): JsonDifference | null {
  const changed: [string, JsonDifference][] = [];
  for (const [name, value] of Object.entries(after)) {
    // JSON leaves out a field without a value.
    if (value === undefined) continue;
    const known = Object.hasOwn(before, name) && before[name] !== undefined;
    const difference = known ? writeDifference(before[name], value, depth) : { value };
    if (difference !== null) changed.push([name, difference]);
  }
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name) || after[name] === undefined);
  // `fromEntries`, because assigning to the field `__proto__` would set the prototype.
  return changed.length + removed.length === 0 ? null : { fields: Object.fromEntries(changed), removed };
}

function readFields(before: JsonObject, { fields, removed }: JsonObject, depth: number): { value: unknown } | null {
  if (!isObject(fields) || !Array.isArray(removed)) return null;
  const changed: [string, unknown][] = [];
  for (const [name, difference] of Object.entries(fields)) {
    const read = readDifference(Object.hasOwn(before, name) ? before[name] : undefined, difference, depth);
    if (read === null) return null;
    changed.push([name, read.value]);
  }
  const kept = removed.length === 0 ? before : omit(before, removed);
  return { value: { ...kept, ...Object.fromEntries(changed) } };
}

function omit(object: JsonObject, names: readonly unknown[]): JsonObject {
  const omitted = new Set(names);
  return Object.fromEntries(Object.entries(object).filter(([name]) => !omitted.has(name)));
}

/** Identifies an entry in two versions of its list. Entries without a key are compared by their index. */
function keyOf(entry: unknown): unknown {
  if (Array.isArray(entry)) return undefined;
  return isObject(entry) ? (entry['id'] ?? entry['itemId'] ?? entry['slug']) : entry;
}

function writeList(before: readonly unknown[], after: readonly unknown[], depth: number): JsonDifference | null {
  const parts: ListPart[] = [];
  const { start, endBefore, endAfter } = findChangedRange(before, after);
  let indexByKey: ReadonlyMap<unknown, number> | null = null;
  let runStart = 0;
  let runLength = start;
  let values: unknown[] | null = null;
  let edits = 0;
  const endRun = (next: number): void => {
    if (runLength > 0) parts.push({ run: [runStart, runLength] });
    [runStart, runLength] = [next, 0];
  };
  for (const entry of after.slice(start, endAfter)) {
    let index = runStart + runLength;
    if (index >= before.length || (before[index] !== entry && keyOf(before[index]) !== keyOf(entry))) {
      // Built only if an entry is out of order.
      indexByKey ??= new Map(
        before.slice(start, endBefore).map((other, otherIndex) => [keyOf(other), start + otherIndex]),
      );
      index = indexByKey.get(keyOf(entry)) ?? before.length;
    }
    const isReplaced = edits >= maxEdits && index < before.length && before[index] !== entry;
    if (index === before.length || isReplaced) {
      endRun(isReplaced ? index + 1 : runStart + runLength);
      if (values === null) {
        values = [];
        parts.push({ values });
      }
      values.push(entry);
      continue;
    }
    values = null;
    const difference = writeDifference(before[index], entry, depth);
    if (difference !== null) {
      endRun(index + 1);
      edits += 1;
      parts.push({ edit: [index, difference] });
      continue;
    }
    if (index !== runStart + runLength) endRun(index);
    runLength += 1;
  }
  if (runStart + runLength !== endBefore) endRun(endBefore);
  runLength += after.length - endAfter;
  if (runLength === before.length && runLength === after.length) return null;
  endRun(0);
  return { from: before.length, parts };
}

function readList(before: readonly unknown[], { from, parts }: JsonObject, depth: number): { value: unknown } | null {
  if (from !== before.length || !Array.isArray(parts)) return null;
  const list: unknown[] = [];
  for (const part of parts) if (!readPart(before, part, depth, list)) return null;
  return { value: list };
}

/** Adds the part's entries to the list; `false` if the part is invalid. */
function readPart(before: readonly unknown[], part: unknown, depth: number, list: unknown[]): boolean {
  if (!isObject(part)) return false;
  const { run, values, edit } = part;
  if (Array.isArray(values)) {
    for (const entry of values) list.push(entry);
    return true;
  }
  const [start, second]: readonly unknown[] = Array.isArray(run) ? run : Array.isArray(edit) ? edit : [];
  if (!isIndex(start)) return false;
  if (Array.isArray(run)) {
    if (!isIndex(second) || start + second > before.length) return false;
    for (let index = start; index < start + second; index += 1) list.push(before[index]);
    return true;
  }
  const read = start < before.length ? readDifference(before[start], second, depth) : null;
  if (read !== null) list.push(read.value);
  return read !== null;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
