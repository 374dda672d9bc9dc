/** Decides which rows a search or a filter shows, and in which order. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { normaliseText } from '../../core/guard.ts';
import { createPerLanguage } from '../../core/language/say.ts';
import { isPreparing } from '../../ui/MediaTile.tsx';
import type { FeedIndex } from './feedIndex.ts';
import { memoiseByIdentity } from './memoise.ts';
import type { RowView } from './rowModel.ts';

export const filterNames = ['all', 'new', 'edited', 'blocked', 'guarded', 'not ready', 'unused', 'with media'] as const;
/** Scripts that a text can be filtered by, with the name of their Unicode property. */
export const scripts = {
  latin: /\p{Script=Latin}/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  devanagari: /\p{Script=Devanagari}/u,
  thai: /\p{Script=Thai}/u,
  chinese: /\p{Script=Han}/u,
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  korean: /\p{Script=Hangul}/u,
} as const;
export type ScriptName = keyof typeof scripts;
export type FilterName = (typeof filterNames)[number] | ScriptName;

export const sortNames = ['list', 'newest', 'oldest', 'author', 'source'] as const;
export type SortName = (typeof sortNames)[number];

/** The choices of the operator for one list. */
export type Arrangement = { readonly search: string; readonly filter: FilterName; readonly sort: SortName };

const recentMs = 5 * 60_000;

/** The time that a filter compares with, so that its rows change at most once a minute. */
export function startOfMinute(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

/** Whether a search, a filter or an order is chosen. */
export function isArranged({ search, filter, sort }: Arrangement): boolean {
  return search !== '' || filter !== 'all' || sort !== 'list';
}

/** Searches name, handle, source and text, ignoring case. Returns the same rows if nothing is chosen. */
export function arrangeRows(
  rows: readonly RowView[],
  arrangement: Arrangement,
  index: FeedIndex,
  nowMs: number,
): readonly RowView[] {
  if (!isArranged(arrangement)) return rows;
  const { filter, sort } = arrangement;
  const query = normaliseText(arrangement.search.trim());
  const found = rows.filter(
    (row) => matchesFilter(row, filter, index, nowMs) && (query === '' || searchableText(row.item).includes(query)),
  );
  return sort === 'list' ? found : sortRows(found, sort);
}

const searchableText = memoiseByIdentity(({ fullName, username, source, message }: DeskItem) =>
  normaliseText(`${fullName ?? ''}\n${username ?? ''}\n${source}\n${message}`),
);

function matchesFilter({ item, state }: RowView, filter: FilterName, index: FeedIndex, nowMs: number): boolean {
  const isRecent = (at: string | null | undefined): boolean => at != null && nowMs - Date.parse(at) <= recentMs;
  switch (filter) {
    case 'all':
      return true;
    case 'new':
      return isRecent(item.mark?.arrivedAt) || isRecent(item.mark?.wentLiveAt) || state === 'waiting';
    case 'edited':
      return item.mark?.editedAt != null || index.edited.has(item.id);
    case 'blocked':
      return index.blocked.has(item.id);
    case 'guarded':
      return index.guarded.has(item.id);
    case 'not ready':
      return !index.blocked.has(item.id) && item.media.some(isPreparing);
    case 'unused':
      return !index.used.has(item.id);
    case 'with media':
      return item.media.length > 0;
    default:
      return scripts[filter].test(item.message);
  }
}

const collator = createPerLanguage((locale) => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }));

/** Posts without the compared text come last. Equal ones stay in the order of the list. */
function sortRows(rows: readonly RowView[], sort: Exclude<SortName, 'list'>): readonly RowView[] {
  const compareTexts = (a: string | null, b: string | null): number =>
    a === null || b === null ? Number(a === null) - Number(b === null) : collator().compare(a, b);
  const timeOf = ({ item }: RowView): number => Date.parse(item.publishedAt) || 0;
  const compare = {
    newest: (a: RowView, b: RowView) => timeOf(b) - timeOf(a),
    oldest: (a: RowView, b: RowView) => timeOf(a) - timeOf(b),
    author: (a: RowView, b: RowView) => compareTexts(a.item.fullName, b.item.fullName),
    source: (a: RowView, b: RowView) => compareTexts(a.item.source, b.item.source),
  }[sort];
  return [...rows].sort(compare);
}
