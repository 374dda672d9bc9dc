/** Reads a page of the service's list of collections from unknown JSON. An invalid row does not affect the others. */
import type { CollectionSummary } from './collection.ts';
import { isJsonObject, type ReadProblem, type ReportProblem, readText } from './readItem.ts';

export type SummaryPage = {
  readonly rows: readonly CollectionSummary[];
  /** From 0. */
  readonly page: number;
  /** At least 1. */
  readonly totalPages: number;
  readonly totalItems: number;
};

export type ReadSummariesResult = {
  /** `null` if the response is unusable; the first problem gives the reason. */
  readonly page: SummaryPage | null;
  readonly problems: readonly ReadProblem[];
};

const problemLimit = 100;
const rowLimit = 1000;

/** Reads the response for a page, counted from 0. Ignores the `url` of a row: addresses are always built from ids. */
export function readSummaries(input: unknown, requestedPage: number): ReadSummariesResult {
  const problems: ReadProblem[] = [];
  const report: ReportProblem = (code, path, what) => {
    if (problems.length < problemLimit) problems.push({ code, path, what });
  };
  if (!isJsonObject(input)) return unusable('$', 'is not an object');
  const list: unknown = input['collections'];
  if (!Array.isArray(list)) return unusable('$.collections', 'is not a list');
  const rows: CollectionSummary[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < Math.min(list.length, rowLimit); index += 1) {
    const row = readRow(list[index], `$.collections[${index}]`, report);
    if (row === null) continue;
    if (seen.has(row.id)) {
      report('SOURCE_FIELD_ODD', `$.collections[${index}].id`, 'appears twice; the first is kept');
      continue;
    }
    seen.add(row.id);
    rows.push(row);
  }
  const meta = isJsonObject(input['meta']) ? input['meta'] : {};
  const page = readCount(meta['page']) ?? requestedPage;
  const totalItems = readCount(meta['totalItems']) ?? rows.length;
  const totalPages = Math.max(1, readCount(meta['totalPages']) ?? requestedPage + 1);
  return { page: { rows, page, totalPages, totalItems }, problems };
}

function readRow(raw: unknown, path: string, report: ReportProblem): CollectionSummary | null {
  const id = isJsonObject(raw) ? raw['id'] : undefined;
  if (!isJsonObject(raw) || typeof id !== 'string' || id === '') {
    report('SOURCE_ITEM_UNREADABLE', path, 'has no id');
    return null;
  }
  const reportOddField = (field: string, what: string): void => report('SOURCE_FIELD_ODD', `${path}.${field}`, what);
  const count = (field: string): number => {
    const value = readCount(raw[field]);
    if (value === null) reportOddField(field, 'is not a count');
    return value ?? 0;
  };
  return {
    id,
    name: readText(raw['name'], 'name', id, reportOddField),
    contentType: readText(raw['contentType'], 'contentType', 'UNKNOWN', reportOddField),
    lastModifiedDate: readText(raw['lastModifiedDate'], 'lastModifiedDate', '', reportOddField),
    createdDate: readText(raw['createdDate'], 'createdDate', '', reportOddField),
    stagingCount: count('stagingContentCount'),
    liveCount: count('liveContentCount'),
  };
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function unusable(path: string, what: string): ReadSummariesResult {
  return { page: null, problems: [{ code: 'SOURCE_MALFORMED', path, what }] };
}
