/** Reads the entries of the history: on-air lists, each written as its differences from the one before it. */
import { z } from 'zod';
import type { HistoryRow } from '../../contract/history.ts';
import { laterOf } from '../../core/asRun.ts';
import type { Item } from '../../core/collection.ts';
import { countDifference, type Difference } from '../../core/compare.ts';
import { runAllSteps, type Steps } from '../../core/steps.ts';
import { findTextEdit, rowQuote } from '../../core/textChange.ts';
import { nextTurn } from '../../disk/turns.ts';
import { parsePartsInSteps, readParts } from '../show/listParts.ts';
import { actionSchema, causeSchema, collectionHeaderSchema } from '../show/showBatch.ts';

const entrySchema = actionSchema.extend({
  revision: z.int(),
  at: z.string(),
  cause: causeSchema,
  by: z.string().nullable(),
  header: collectionHeaderSchema.nullable(),
  /** Revision that the runs in `parts` refer to; `null` when the list is written in full. */
  from: z.int().nullable(),
  /** Validated in steps, because they can have ten thousand posts. */
  parts: z.unknown(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  edited: z.array(z.object({ id: z.string(), fields: z.array(z.string()) })),
  moved: z.array(z.string()),
  /** Only if the entry before this one, which had these posts, is in another file or is this list with another time. */
  removedNames: z.record(z.string(), z.string().nullable()).optional(),
});

/** The names of longer lists are read in a step of their own. */
const longListLength = 1000;

/** An on-air list as it is recorded. After the clock was set, the list on air is recorded again with the time that it would have shown. */
export type HistoryEntry = Omit<z.infer<typeof entrySchema>, 'from' | 'parts' | 'removedNames'> & {
  readonly items: readonly Item[];
  readonly names: HistoryRow['names'];
} & OnlyChange;

/** Read from the list and the one before it. */
export type OnlyChange = Pick<HistoryRow, 'position' | 'edit'>;

export type Moment = Pick<HistoryEntry, 'revision' | 'at'>;

/** How a list ended; `next` is `null` for the list on air. */
export function endOf(entry: Moment, next: Moment | null): Pick<HistoryRow, 'until' | 'hasGapAfter'> {
  if (next === null) return { until: null, hasGapAfter: false };
  if (next.revision > entry.revision + 1) return { until: null, hasGapAfter: true };
  return { until: laterOf(next.at, entry.at), hasGapAfter: false };
}

/** Returns the readable lists of one file, oldest first. */
export function readEntries(records: readonly unknown[]): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const record of records) {
    const entry = runAllSteps(readEntryInSteps(record, entries.at(-1) ?? null));
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** The same lists, one after the other. A long one takes several turns of the event loop. A file that cannot be read has none. */
export async function* readEntriesInTurns(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<HistoryEntry> {
  let previous: HistoryEntry | null = null;
  try {
    for await (const records of parts) {
      for (const record of records) {
        const steps = readEntryInSteps(record, previous);
        let step = steps.next();
        for (; step.done !== true; step = steps.next()) await nextTurn();
        if (step.value === null) continue;
        yield step.value;
        previous = step.value;
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** `null` if the record is unreadable, or does not follow `previous`. */
function* readEntryInSteps(record: unknown, previous: HistoryEntry | null): Steps<HistoryEntry | null> {
  const { data } = entrySchema.safeParse(record);
  if (data === undefined) return null;
  const { from, parts: unread, removedNames, ...entry } = data;
  if (from !== null && from !== previous?.revision) return null;
  const parts = yield* parsePartsInSteps(unread);
  const items = parts === null ? null : readParts(from === null ? null : (previous?.items ?? null), parts);
  if (items === null) return null;
  if (items.length > longListLength) yield;
  const before = from === null ? [] : (previous?.items ?? []);
  const removed = { ...namesOf(before, entry.removed), ...removedNames };
  const names = { ...removed, ...namesOf(items, changedIds(entry)) };
  // After the clock was set, the same list is recorded again; compared with itself, nothing would have changed.
  const change = previous?.revision === entry.revision ? previous : findOnlyChange(entry, before, items);
  return { ...entry, items, names, position: change.position, edit: change.edit };
}

const noOnlyChange: OnlyChange = { position: null, edit: null };

/** Both `null` if more than one post changed: a row has no room for more. */
function findOnlyChange(difference: Difference, before: readonly Item[], items: readonly Item[]): OnlyChange {
  const { added, edited } = difference;
  const id = added[0] ?? edited[0]?.id;
  if (id === undefined || countDifference(difference) !== 1) return noOnlyChange;
  const index = items.findIndex((item) => item.id === id);
  const item = items[index];
  if (item === undefined) return noOnlyChange;
  if (added.length === 1) return { position: index + 1, edit: null };
  // Nothing else changed, so the post was at the same position.
  const old = before[index];
  return { position: null, edit: old?.id === id ? findTextEdit(old.message, item.message, rowQuote) : null };
}

function changedIds({ added, edited, moved }: Difference): readonly string[] {
  return [...added, ...edited.map(({ id }) => id), ...moved];
}

/** The authors’ names of the posts with these ids, by id. */
export function namesOf(items: readonly Item[], ids: readonly string[]): HistoryRow['names'] {
  const wanted = new Set(ids);
  return Object.fromEntries(items.flatMap(({ id, fullName }) => (wanted.has(id) ? [[id, fullName]] : [])));
}
