/** Reads a page of the service's list of collections from unknown JSON. Leaves out invalid rows, and replaces unexpected values. */
import { z } from 'zod';
import type { CollectionSummary } from './collection.ts';

export type SummaryPage = {
  readonly rows: readonly CollectionSummary[];
  /** From 0. */
  readonly page: number;
  /** At least 1. */
  readonly totalPages: number;
};

const rowLimit = 1000;

const text = z.string().catch('');
const count = z.int().min(0);
const rowSchema = z.object({
  id: z.string().min(1),
  name: z.string().nullable().catch(null),
  contentType: z.string().catch('UNKNOWN'),
  lastModifiedDate: text,
  createdDate: text,
  stagingContentCount: count.catch(0),
  liveContentCount: count.catch(0),
});
const metaSchema = z.object({ page: count.nullable().catch(null), totalPages: count.nullable().catch(null) });

/** Returns `null` if the response is unusable. Ignores the `url` of a row: addresses are always built from ids. */
export function readSummaries(input: unknown, requestedPage: number): SummaryPage | null {
  const { data } = z.object({ collections: z.array(z.unknown()), meta: z.unknown().optional() }).safeParse(input);
  if (data === undefined) return null;
  const rows = new Map<string, CollectionSummary>();
  for (const raw of data.collections.slice(0, rowLimit)) {
    const { data: row } = rowSchema.safeParse(raw);
    if (row === undefined || rows.has(row.id)) continue;
    const { name, stagingContentCount: stagingCount, liveContentCount: liveCount, ...rest } = row;
    rows.set(row.id, { ...rest, name: name ?? row.id, stagingCount, liveCount });
  }
  const { data: meta } = metaSchema.safeParse(data.meta);
  const page = meta?.page ?? requestedPage;
  return { rows: [...rows.values()], page, totalPages: Math.max(1, meta?.totalPages ?? requestedPage + 1) };
}
