/** Reads a page of the service's list of collections from unknown JSON; a bad row never sinks the rest. */
import type { CollectionSummary } from './collection.ts';
import { isJsonObject, type Note, type ReadProblem, readText } from './readItem.ts';

export type SummaryPage = {
  readonly rows: readonly CollectionSummary[];
  /** From 0. */
  readonly page: number;
  /** At least 1. */
  readonly totalPages: number;
  readonly totalItems: number;
};

export type SummariesReading = {
  /** Null: the answer is unusable, and the first problem says why. */
  readonly page: SummaryPage | null;
  readonly problems: readonly ReadProblem[];
};

const problemLimit = 100;
const rowLimit = 1000;

/** Reads the answer to a request for page `asked` (from 0). The `url` of a row is never read: addresses are made from ids. */
export function readSummaries(input: unknown, asked: number): SummariesReading {
  const problems: ReadProblem[] = [];
  const note: Note = (code, path, what) => {
    if (problems.length < problemLimit) problems.push({ code, path, what });
  };
  if (!isJsonObject(input)) return unusable('$', 'is not an object');
  const list: unknown = input['collections'];
  if (!Array.isArray(list)) return unusable('$.collections', 'is not a list');
  const rows: CollectionSummary[] = [];
  const seen = new Set<string>();
  for (let place = 0; place < Math.min(list.length, rowLimit); place += 1) {
    const row = readRow(list[place], `$.collections[${place}]`, note);
    if (row === null) continue;
    if (seen.has(row.id)) {
      note('SOURCE_FIELD_ODD', `$.collections[${place}].id`, 'is there twice; the first is kept');
      continue;
    }
    seen.add(row.id);
    rows.push(row);
  }
  const meta = isJsonObject(input['meta']) ? input['meta'] : {};
  const page = readCount(meta['page']) ?? asked;
  const totalItems = readCount(meta['totalItems']) ?? rows.length;
  const totalPages = Math.max(1, readCount(meta['totalPages']) ?? asked + 1);
  return { page: { rows, page, totalPages, totalItems }, problems };
}

function readRow(raw: unknown, path: string, note: Note): CollectionSummary | null {
  const id = isJsonObject(raw) ? raw['id'] : undefined;
  if (!isJsonObject(raw) || typeof id !== 'string' || id === '') {
    note('SOURCE_ITEM_UNREADABLE', path, 'has no id');
    return null;
  }
  const odd = (field: string, what: string): void => note('SOURCE_FIELD_ODD', `${path}.${field}`, what);
  const count = (field: string): number => {
    const value = readCount(raw[field]);
    if (value === null) odd(field, 'is not a count');
    return value ?? 0;
  };
  return {
    id,
    name: readText(raw['name'], 'name', id, odd),
    contentType: readText(raw['contentType'], 'contentType', 'UNKNOWN', odd),
    lastModifiedDate: readText(raw['lastModifiedDate'], 'lastModifiedDate', '', odd),
    createdDate: readText(raw['createdDate'], 'createdDate', '', odd),
    stagingCount: count('stagingContentCount'),
    liveCount: count('liveContentCount'),
  };
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function unusable(path: string, what: string): SummariesReading {
  return { page: null, problems: [{ code: 'SOURCE_MALFORMED', path, what }] };
}
