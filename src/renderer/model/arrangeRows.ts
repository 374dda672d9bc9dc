/** Decides which rows a search and filters show, and in which order. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { normaliseText } from '../../core/guard.ts';
import { createPerLanguage } from '../../core/language/say.ts';
import { isPreparing } from '../../ui/MediaTile.tsx';
import type { FeedIndex } from './feedIndex.ts';
import { memoiseByIdentity } from './memoise.ts';
import type { RowView } from './rowModel.ts';

export const filterNames = ['new', 'edited', 'blocked', 'guarded', 'notReady', 'unused', 'withMedia'] as const;
export type FilterName = (typeof filterNames)[number];

/** Scripts that a text can be filtered by, with the name of their Unicode property: the service gives a post no language. */
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

export const sortNames = ['list', 'newest', 'oldest', 'author', 'source'] as const;
export type SortName = (typeof sortNames)[number];

/** The choices of the operator for one list. */
export type Arrangement = {
  readonly search: string;
  /** A post must match every one. */
  readonly filters: readonly FilterName[];
  /** A post must have one of them; any is allowed if none is chosen. Scripts too. */
  readonly sources: readonly string[];
  readonly scripts: readonly ScriptName[];
  readonly sort: SortName;
};

export const unfiltered: Omit<Arrangement, 'sort'> = { search: '', filters: [], sources: [], scripts: [] };
export const unarranged: Arrangement = { ...unfiltered, sort: 'list' };

const recentMs = 5 * 60_000;

/** The time that a filter compares with, so that its rows change at most once a minute. */
export function startOfMinute(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

/** Whether a search, a filter or an order is chosen. */
export function isArranged(arrangement: Arrangement): boolean {
  return isFiltered(arrangement) || arrangement.sort !== 'list';
}

/** Whether posts may be hidden. */
export function isFiltered({ search, filters, sources, scripts: chosenScripts }: Arrangement): boolean {
  return search !== '' || filters.length + sources.length + chosenScripts.length > 0;
}

/** Adds a choice, or takes it out. */
export function toggleChoice<Choice>(chosen: readonly Choice[], choice: Choice): readonly Choice[] {
  return chosen.includes(choice) ? chosen.filter((other) => other !== choice) : [...chosen, choice];
}

/** Searches name, handle, source and text, ignoring case. Returns the same rows if nothing is chosen. */
export function arrangeRows(
  rows: readonly RowView[],
  arrangement: Arrangement,
  index: FeedIndex,
  nowMs: number,
): readonly RowView[] {
  const found = isFiltered(arrangement) ? rows.filter(createMatcher(arrangement, index, nowMs)) : rows;
  return arrangement.sort === 'list' ? found : sortRows(found, arrangement.sort);
}

/** Whether the search and the filters show a row. */
export function createMatcher(
  { search, filters, sources, scripts: chosenScripts }: Arrangement,
  index: FeedIndex,
  nowMs: number,
): (row: RowView) => boolean {
  const query = normaliseText(search.trim());
  return (row) =>
    (sources.length === 0 || sources.includes(row.item.source)) &&
    filters.every((filter) => matchesFilter(row, filter, index, nowMs)) &&
    (chosenScripts.length === 0 || chosenScripts.some((script) => scripts[script].test(row.item.message))) &&
    (query === '' || searchableText(row.item).includes(query));
}

const searchableText = memoiseByIdentity(({ fullName, username, source, message }: DeskItem) =>
  normaliseText(`${fullName ?? ''}\n${username ?? ''}\n${source}\n${message}`),
);

function matchesFilter({ item, state }: RowView, filter: FilterName, index: FeedIndex, nowMs: number): boolean {
  const isRecent = (at: string | null | undefined): boolean => at != null && nowMs - Date.parse(at) <= recentMs;
  switch (filter) {
    case 'new':
      return isRecent(item.mark?.arrivedAt) || isRecent(item.mark?.wentLiveAt) || state === 'waiting';
    case 'edited':
      return item.mark?.editedAt != null || index.edited.has(item.id);
    case 'blocked':
      return index.blocked.has(item.id);
    case 'guarded':
      return index.guarded.has(item.id);
    case 'notReady':
      return !index.blocked.has(item.id) && item.media.some(isPreparing);
    case 'unused':
      return !index.used.has(item.id);
    case 'withMedia':
      return item.media.length > 0;
  }
}

/** A bound on the texts that are kept in order; far more than two long lists have. */
const maxRankedTexts = 50_000;

/**
 * Returns the ranks of these texts in the order of the language; texts that it treats as equal share a rank. Comparing texts is expensive, so
 * the order is kept, and only new texts are sorted into it.
 */
const rankTexts = createPerLanguage((locale) => {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  let ranks = new Map<string, number>();
  return (texts: readonly string[]): ReadonlyMap<string, number> => {
    const added = new Set(texts.filter((text) => !ranks.has(text)));
    if (added.size === 0) return ranks;
    const isFull = ranks.size + added.size > maxRankedTexts;
    // The kept texts are in order already, which makes sorting cheap.
    const ordered = (isFull ? [...new Set(texts)] : [...ranks.keys(), ...added]).sort(compare);
    let rank = 0;
    ranks = new Map(
      ordered.map((text, index) => {
        if (index > 0 && compare(ordered[index - 1] ?? '', text) !== 0) rank = index;
        return [text, rank];
      }),
    );
    return ranks;
  };
});

const timeOf = memoiseByIdentity(({ publishedAt }: DeskItem) => Date.parse(publishedAt) || 0);

/** Posts without the compared text come last. Equal ones stay in the order of the list. */
function sortRows(rows: readonly RowView[], sort: Exclude<SortName, 'list'>): readonly RowView[] {
  const sortByText = (textOf: (item: DeskItem) => string | null): readonly RowView[] => {
    const ranks = rankTexts()(rows.flatMap(({ item }) => textOf(item) ?? []));
    return sortByNumber(rows, (item) => {
      const text = textOf(item);
      return text === null ? Number.MAX_VALUE : (ranks.get(text) ?? Number.MAX_VALUE);
    });
  };
  switch (sort) {
    case 'newest':
      return sortByNumber(rows, (item) => -timeOf(item));
    case 'oldest':
      return sortByNumber(rows, timeOf);
    case 'author':
      return sortByText(({ fullName }) => fullName);
    case 'source':
      return sortByText(({ source }) => source);
  }
}

function sortByNumber(rows: readonly RowView[], numberOf: (item: DeskItem) => number): readonly RowView[] {
  return rows
    .map((row) => ({ row, number: numberOf(row.item) }))
    .sort((a, b) => a.number - b.number)
    .map(({ row }) => row);
}
