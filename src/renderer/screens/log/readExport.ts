/** Reads the rest of a file that the engine sends in parts. */
import type { QueryResult } from '../../../contract/queries.ts';
import type { DeskClient } from '../../engine/client.ts';

/** Returns the whole file, with its first part. The browser can keep the parts on its disk. */
export async function readExport(client: DeskClient, first: QueryResult<'exportPart'>): Promise<readonly Blob[]> {
  const parts: Blob[] = [];
  let part = first;
  for (; part.next !== null; part = await client.query('exportPart', { next: part.next }))
    parts.push(new Blob([part.text]));
  return [...parts, new Blob([part.text])];
}
