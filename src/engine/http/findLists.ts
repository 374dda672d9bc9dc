/** Finds the long lists of a collection in the bytes of JSON, without parsing them. */

import type { Phrase } from '../../core/language/say.ts';
import { type LongListName, longListNames } from '../../core/readCollection.ts';
import type { Steps } from '../../core/steps.ts';
import { describeTooDeep, describeTooMany, nestingLimit, valueLimit } from './jsonLimits.ts';
import { createListScan, type KnownList, type ListScan, type ScannedList } from './listScan.ts';

/** Bytes to scan in one step; about two milliseconds. */
const bytesPerStep = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const list = { opens: 0x5b, closes: 0x5d };
const object = { opens: 0x7b, closes: 0x7d };

/**
 * Returns the lists by name in the order of the bytes, or a description of the first limit exceeded, as `findExceededLimit` does. Entries of
 * the `known` lists are recognised; those to parse are divided after every `partBytes` or more. No lists if a name is repeated or has an escape,
 * because `JSON.parse` has to decide which list counts; the text is then parsed in one turn, because services send no such names. Invalid JSON
 * gives lists, too. `wrapper` is the name of the value that is the collection; `null` if the whole text is.
 */
export function* findLists(
  bytes: Buffer,
  partBytes: number,
  wrapper: string | null,
  known: ReadonlyMap<LongListName, KnownList>,
): Steps<ReadonlyMap<LongListName, ScannedList> | Phrase> {
  const end = bytes.length;
  const found = new Map<LongListName, ScannedList>();
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
  /** The list in progress. */
  let listName: LongListName | null = null;
  let scan: ListScan | null = null;
  let isEntryNext = false;
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
      if (values > valueLimit) return describeTooMany;
      if (depth === 1 || (depth === ownDepth && isInside)) {
        isNameNext = true;
        name = '';
      } else if (depth === ownDepth + 1 && scan !== null) {
        scan.end(index, values - 1);
        isEntryNext = true;
      }
      if (index >= stepEnd) {
        stepEnd = index + bytesPerStep;
        yield;
      }
    } else if (byte === object.opens || byte === list.opens) {
      depth += 1;
      values += 1;
      if (depth > nestingLimit) return describeTooDeep;
      if (values > valueLimit) return describeTooMany;
      if (depth === 1) isNameNext = true;
      else if (depth === ownDepth && byte === object.opens && name === wrapper) {
        isInside = true;
        isNameNext = true;
      } else if (depth === ownDepth + 1 && isInside && byte === list.opens && names.has(name)) {
        const longName = longListNames.find((other) => other === name);
        if (longName !== undefined && !found.has(longName)) {
          listName = longName;
          scan = createListScan(bytes, index + 1, values, known.get(longName) ?? null, partBytes);
          isEntryNext = true;
        }
      }
    } else if (byte === object.closes || byte === list.closes) {
      depth -= 1;
      if (depth < ownDepth) isInside = false;
      if (depth === ownDepth && scan !== null && listName !== null) {
        found.set(listName, scan.close(index, values));
        scan = null;
      }
    }
    if (!isEntryNext || scan === null) continue;
    isEntryNext = false;
    const next = scan.begin(index + 1, values);
    if (next.values > valueLimit) return describeTooMany;
    values = next.values;
    index = next.index - 1;
  }
  return areNamesClear ? found : new Map();
}
