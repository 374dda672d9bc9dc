/** Names of the filters and orders of a list. */
import { markMessage } from '../../../core/language/say.ts';
import type { FilterName, SortName } from '../arrangeRows.ts';

export const filterLabels: Readonly<Record<FilterName, string>> = {
  all: markMessage('all posts'),
  new: markMessage('new'),
  edited: markMessage('edited'),
  blocked: markMessage('blocked'),
  guarded: markMessage('guarded'),
  notReady: markMessage('not ready'),
  unused: markMessage('unused'),
  withMedia: markMessage('with media'),
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
