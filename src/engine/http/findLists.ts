/** Finds the long lists of a collection in the bytes of JSON, without parsing them. */

import { longListNames } from '../../core/readCollection.ts';
import type { Steps } from '../../core/steps.ts';
import { describeTooDeep, describeTooMany, nestingLimit, valueLimit } from './jsonLimits.ts';

/** The bytes between the brackets of a list. */
export type FoundList = {
  readonly start: number;
  /** The end of each part: a comma between two entries, or the closing bracket. */
  readonly ends: readonly number[];
  readonly length: number;
};

/** Bytes to scan in one step; about two milliseconds. */
const bytesPerStep = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const list = { opens: 0x5b, closes: 0x5d };
const object = { opens: 0x7b, closes: 0x7d };

/**
 * Returns the lists by name in the order of the bytes, divided after every `partBytes` or more, or a description of the first limit exceeded, as
 * `findExceededLimit` does. None if a name is repeated or has an escape, because `JSON.parse` has to decide which list counts; the text is then
 * parsed in one turn, because services send no such names. Invalid JSON gives lists, too. `wrapper` is the name of the value that is the collection; `null` if the whole text is.
 */
export function* findLists(
  bytes: Buffer,
  partBytes: number,
  wrapper: string | null,
): Steps<ReadonlyMap<string, FoundList> | string> {
  const end = bytes.length;
  const found = new Map<string, FoundList>();
  const names = new Set<string>();
  let areNamesClear = true;
  let depth = 0;
  let values = 0;
  /** Depth of the names of the collection, and whether the text is there inside the collection. */
  const ownDepth = wrapper === null ? 1 : 2;
  let isInside = wrapper === null;
  let isNameNext = false;
  /** The name whose value comes next, at depth 1 or in the collection. */
  let name = '';
  /** The list in progress: its start, its parts, and its commas. `start` is 0 outside a list. */
  let start = 0;
  let ends: number[] = [];
  let commas = 0;
  let partEnd = 0;
  let stepEnd = bytesPerStep;
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      const first = index + 1;
      for (index += 1; index < end && bytes[index] !== quote; index += 1) if (bytes[index] === backslash) index += 1;
      if (!isNameNext || (depth !== 1 && (depth !== ownDepth || !isInside))) continue;
      isNameNext = false;
      name = bytes.toString('latin1', first, index);
      areNamesClear &&= !name.includes('\\') && !names.has(name);
      if (name === wrapper || longListNames.some((known) => known === name)) names.add(name);
    } else if (byte === comma) {
      values += 1;
      if (values > valueLimit) return describeTooMany();
      if (depth === 1 || (depth === ownDepth && isInside)) {
        isNameNext = true;
        name = '';
      } else if (depth === ownDepth + 1 && start > 0) {
        commas += 1;
        if (index >= partEnd) {
          ends.push(index);
          partEnd = index + partBytes;
        }
      }
      if (index >= stepEnd) {
        stepEnd = index + bytesPerStep;
        yield;
      }
    } else if (byte === object.opens || byte === list.opens) {
      depth += 1;
      values += 1;
      if (depth > nestingLimit) return describeTooDeep();
      if (values > valueLimit) return describeTooMany();
      if (depth === 1) isNameNext = true;
      else if (depth === ownDepth && byte === object.opens && name === wrapper) {
        isInside = true;
        isNameNext = true;
      } else if (
        depth === ownDepth + 1 &&
        isInside &&
        byte === list.opens &&
        names.has(name) &&
        name !== wrapper &&
        !found.has(name)
      ) {
        start = index + 1;
        partEnd = start + partBytes;
        commas = 0;
        ends = [];
      }
    } else if (byte === object.closes || byte === list.closes) {
      depth -= 1;
      if (depth < ownDepth) isInside = false;
      if (depth === ownDepth && start > 0) {
        ends.push(index);
        found.set(name, { start, ends, length: commas > 0 || !isBlank(bytes, start, index) ? commas + 1 : 0 });
        start = 0;
      }
    }
  }
  return areNamesClear ? found : new Map();
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false;
  }
  return true;
}
