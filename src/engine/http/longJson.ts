/** Parses the service’s JSON; long JSON in parts, so that a list of ten thousand posts takes many short turns. */

import { say } from '../../core/language/say.ts';
import { parseJson } from '../../core/parseJson.ts';
import type { ParsedJson, PartedList } from '../../core/readCollection.ts';
import { runAllSteps, type Steps } from '../../core/steps.ts';
import { runInTurns } from '../../disk/turns.ts';
import { type FoundList, findLists } from './findLists.ts';
import { findExceededLimit } from './jsonLimits.ts';

/** Reads a parsed response or delivery. It may not keep the lists. */
export type ReadJson<Result> = (json: ParsedJson) => Steps<Result>;

/** Thrown for bytes that can't be read; its message gives the reason. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
}

/** Longer JSON is read in several turns of the event loop. */
const longBytes = 250_000;

/** Resolves with what `read` returns. `wrapper` is the name of the value that is the collection; `null` if the whole text is. Rejects with UnreadableJson. */
export async function readJson<Result>(bytes: Buffer, read: ReadJson<Result>, wrapper: string | null): Promise<Result> {
  if (bytes.length > longBytes) return runInTurns(readLongJson(bytes, read, wrapper));
  const exceeded = findExceededLimit(bytes);
  if (exceeded !== null) throw new UnreadableJson(exceeded);
  const value = parseJson(bytes.toString('utf8'));
  if (value === undefined) throw new UnreadableJson(bytes.length === 0 ? say('it is empty') : say('it is not JSON'));
  return runAllSteps(read({ value, partedLists: new Map() }));
}

/** Parsing and reading a part of this length takes about two milliseconds. */
const defaultPartBytes = 150_000;

/**
 * Gives `read` the values of `JSON.parse`, the long lists in parts. Throws UnreadableJson if the bytes exceed a limit or are not JSON, even
 * where `read` has not looked.
 */
export function* readLongJson<Result>(
  bytes: Buffer,
  read: ReadJson<Result>,
  wrapper: string | null,
  partBytes = defaultPartBytes,
): Steps<Result> {
  const found = yield* findLists(bytes, partBytes, wrapper);
  if (typeof found === 'string') throw new UnreadableJson(found);
  const value = parse(withoutLists(bytes, found));
  yield;
  const unread = new Set(found.values());
  const partedLists = new Map(
    [...found].map(([name, list]) => [name, createPartedList(bytes, list, () => unread.delete(list))] as const),
  );
  const result = yield* read({ value, partedLists });
  for (const list of unread) for (const _ of parseParts(bytes, list)) yield;
  return result;
}

/** The text with its long lists empty. It and each part are valid if and only if the whole text is. */
function withoutLists(bytes: Buffer, found: ReadonlyMap<string, FoundList>): string {
  let text = '';
  let end = 0;
  for (const { start, ends } of found.values()) {
    text += bytes.toString('utf8', end, start);
    end = ends.at(-1) ?? start;
  }
  return text + bytes.toString('utf8', end);
}

function createPartedList(bytes: Buffer, list: FoundList, onRead: () => void): PartedList {
  return {
    length: list.length,
    parts: {
      *[Symbol.iterator]() {
        yield* parseParts(bytes, list);
        onRead();
      },
    },
  };
}

function* parseParts(bytes: Buffer, { start, ends, length }: FoundList): Generator<readonly unknown[]> {
  let from = start;
  for (const end of ends) {
    const part = parse(`[${bytes.toString('utf8', from, end)}]`);
    // A comma without a post after it.
    if (!Array.isArray(part) || (part.length === 0 && length > 0)) throw new UnreadableJson(say('it is not JSON'));
    yield part;
    from = end + 1;
  }
}

/** Reads a short response as one value. */
// biome-ignore lint/correctness/useYield: it has only one step
export const readValue: ReadJson<unknown> = function* ({ value }) {
  return value;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableJson(say('it is not JSON'));
  }
}
