/** Names of the filters and orders of a list, and what is said of the posts that it hides. */
import { formatNumber } from '../../../core/formatNumber.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { sourceNameOf } from '../../../ui/SourceIcon.tsx';
import { type Arrangement, type FilterName, type ScriptName, type SortName, toggleChoice } from '../arrangeRows.ts';
import type { HiddenPosts } from '../hiddenPosts.ts';

/** Names the filters and orders of a list. */
export const nameFilters = (list: 'live' | 'staging'): string =>
  list === 'live' ? say('Filter or sort live') : say('Filter or sort staging');

export const filterLabels: Readonly<Record<FilterName, string>> = {
  new: markMessage('new'),
  edited: markMessage('edited'),
  blocked: markMessage('blocked'),
  guarded: markMessage('guarded'),
  notReady: markMessage('not ready'),
  unused: markMessage('unused'),
  withMedia: markMessage('with media'),
};

export const scriptLabels: Readonly<Record<ScriptName, string>> = {
  latin: markMessage('Latin'),
  arabic: markMessage('Arabic'),
  hebrew: markMessage('Hebrew'),
  cyrillic: markMessage('Cyrillic'),
  greek: markMessage('Greek'),
  devanagari: markMessage('Devanagari'),
  thai: markMessage('Thai'),
  chinese: markMessage('Chinese'),
  japanese: markMessage('Japanese'),
  korean: markMessage('Korean'),
};

export const sortLabels: Readonly<Record<SortName, string>> = {
  list: markMessage('the list’s order'),
  newest: markMessage('newest first'),
  oldest: markMessage('oldest first'),
  author: markMessage('by author'),
  source: markMessage('by source'),
};

/** One choice that is in effect, and the change that removes it. */
export type Chip = {
  readonly key: string;
  readonly text: string;
  readonly label: string;
  readonly isOutside: boolean;
  readonly removal: Partial<Arrangement>;
};

/** By kind, in the order in which they were chosen. The search has its own field. */
export function chipsOf({ filters, sources, scripts, sort }: Arrangement): readonly Chip[] {
  const chip = (key: string, text: string, isOutside: boolean, removal: Partial<Arrangement>): Chip => ({
    ...{ key, text, isOutside, removal },
    label: say('Filter: {filter}. Remove', { filter: text }),
  });
  const order: Chip = {
    key: 'sort',
    text: say(sortLabels[sort]),
    label: say('Sorted: {sort}. Show the list’s order', { sort: say(sortLabels[sort]) }),
    isOutside: false,
    removal: { sort: 'list' },
  };
  return [
    ...filters.map((name) => chip(name, say(filterLabels[name]), false, { filters: toggleChoice(filters, name) })),
    ...sources.map((source) =>
      chip(`source:${source}`, sourceNameOf(source), true, { sources: toggleChoice(sources, source) }),
    ),
    ...scripts.map((name) => chip(name, say(scriptLabels[name]), false, { scripts: toggleChoice(scripts, name) })),
    ...(sort === 'list' ? [] : [order]),
  ];
}

/** For example *2 of 7 match. Hidden: 4 on air, 1 blocked*. */
export function describeHidden({ matching, total, onAir, blocked }: HiddenPosts): string {
  const count = say('{count, plural, one {# of {total} matches} other {# of {total} match}}', {
    count: matching,
    total: formatNumber(total),
  });
  const parts = [
    onAir === 0 ? '' : say('{count} on air', { count: formatNumber(onAir) }),
    blocked === 0 ? '' : say('{count, plural, one {# blocked} other {# blocked}}', { count: blocked }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? count : say('{count}. Hidden: {posts}', { count, posts: parts.join(', ') });
}
