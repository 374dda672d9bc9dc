/** Parses the service’s JSON; long JSON in parts, so that a list of ten thousand posts takes many short turns. */

import { type Phrase, sayLater } from '../../core/language/say.ts';
import { parseJson } from '../../core/parseJson.ts';
import type { LongListName, ParsedJson, PartedList } from '../../core/readCollection.ts';
import { runAllSteps, type Steps } from '../../core/steps.ts';
import { runInTurns } from '../../disk/turns.ts';
import { findLists } from './findLists.ts';
import { findExceededLimit } from './jsonLimits.ts';
import type { KnownList, ScannedList } from './listScan.ts';

/** A list of long JSON. If it is read without a fault, its entries can be recognised in the next one. */
export type LongList = PartedList & { readonly scanned: ScannedList };

export type LongJson = ParsedJson & { readonly partedLists: ReadonlyMap<LongListName, LongList> };

/** Reads a parsed response or delivery. It may not keep the parts of the lists. */
export type ReadJson<Result> = (json: LongJson) => Steps<Result>;

/** The lists of an earlier version, by name. */
export type KnownLists = ReadonlyMap<LongListName, KnownList>;

/** Thrown for bytes that can't be read. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
  /** As part of a sentence. */
  readonly reason: Phrase;
  constructor(reason: Phrase) {
    super(reason());
    this.reason = reason;
  }
}

/** Longer JSON is read in several turns of the event loop. */
const longBytes = 250_000;

/** Resolves with what `read` returns. `wrapper` is the name of the value that is the collection; `null` if the whole text is. Rejects with UnreadableJson. */
export async function readJson<Result>(
  bytes: Buffer,
  read: ReadJson<Result>,
  wrapper: string | null,
  known: KnownLists,
): Promise<Result> {
  if (bytes.length > longBytes) return runInTurns(readLongJson(bytes, read, wrapper, known));
  const exceeded = findExceededLimit(bytes);
  if (exceeded !== null) throw new UnreadableJson(exceeded);
  const value = parseJson(bytes.toString('utf8'));
  if (value === undefined)
    throw new UnreadableJson(bytes.length === 0 ? sayLater('it is empty') : sayLater('it is not JSON'));
  return runAllSteps(read({ value, partedLists: new Map() }));
}

/** Parsing and reading a part of this length takes about two milliseconds. */
const defaultPartBytes = 150_000;
/** Known posts in one part. Reading them takes as long if one before them was added or removed. */
const postsPerPart = 2000;

/**
 * Gives `read` the values of `JSON.parse`, the long lists in parts; of entries with the same bytes as in a known list, it gives the posts. Throws UnreadableJson if the bytes exceed a limit or are not JSON, even
 * where `read` has not looked.
 */
export function* readLongJson<Result>(
  bytes: Buffer,
  read: ReadJson<Result>,
  wrapper: string | null,
  known: KnownLists,
  partBytes = defaultPartBytes,
): Steps<Result> {
  const found = yield* findLists(bytes, partBytes, wrapper, known);
  if (typeof found === 'function') throw new UnreadableJson(found);
  const value = parse(withoutLists(bytes, found));
  yield;
  const unread = new Set(found.keys());
  const partedLists = new Map(
    [...found].map(([name, scanned]) => [
      name,
      createLongList(scanned, known.get(name) ?? null, () => unread.delete(name)),
    ]),
  );
  const result = yield* read({ value, partedLists });
  for (const name of unread) for (const _ of partedLists.get(name)?.parts ?? []) yield;
  return result;
}

/** The text with its long lists empty. It and each part are valid if and only if the whole text is. */
function withoutLists(bytes: Buffer, found: ReadonlyMap<LongListName, ScannedList>): string {
  let text = '';
  let end = 0;
  for (const list of found.values()) {
    text += bytes.toString('utf8', end, list.start);
    end = list.end;
  }
  return text + bytes.toString('utf8', end);
}

function createLongList(scanned: ScannedList, known: KnownList | null, onRead: () => void): LongList {
  return {
    scanned,
    length: scanned.ends.length,
    parts: {
      *[Symbol.iterator]() {
        for (const segment of scanned.segments) {
          if (!('known' in segment)) yield { entries: parseSegment(scanned, segment), posts: null };
          else {
            const [first, length] = segment.known;
            const end = first + length;
            for (let start = first; start < end; start += postsPerPart) {
              const posts = known?.posts.slice(start, Math.min(start + postsPerPart, end)) ?? [];
              yield { entries: posts, posts };
            }
          }
        }
        onRead();
      },
    },
  };
}

function parseSegment(
  { bytes, ends }: ScannedList,
  { start, end }: { start: number; end: number },
): readonly unknown[] {
  const entries = parse(`[${bytes.toString('utf8', start, end)}]`);
  // A comma without a post after it.
  if (!Array.isArray(entries) || (entries.length === 0 && ends.length > 0))
    throw new UnreadableJson(sayLater('it is not JSON'));
  return entries;
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
    throw new UnreadableJson(sayLater('it is not JSON'));
  }
}
