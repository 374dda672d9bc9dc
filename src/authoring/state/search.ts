/** Finds posts in both lists. Nothing is hidden, so that positions and moves stay as they are. */
import { normaliseText } from '../../core/guard.ts';
import type { ContentItem } from '../../core/serviceDocument.ts';
import type { Lists } from './position.ts';

/** The ids of the posts whose text, name, username or source contains the text, staging first; none for an empty text. */
export function findMatches({ staging, live }: Lists, text: string): readonly string[] {
  const wanted = normaliseText(text.trim());
  if (wanted === '') return [];
  return [...staging, ...live].filter((item) => searchTextOf(item).includes(wanted)).map(({ id }) => id);
}

/** The match after the selected post, or before it with `step` -1, going round; `null` without matches. */
export function findNext(matches: readonly string[], selectedId: string | null, step: 1 | -1): string | null {
  const index = selectedId === null ? -1 : matches.indexOf(selectedId);
  const next = index === -1 ? (step === 1 ? 0 : matches.length - 1) : (index + step + matches.length) % matches.length;
  return matches[next] ?? null;
}

function searchTextOf({ fullName, username, source, message }: ContentItem): string {
  return normaliseText(`${fullName ?? ''}\n${username ?? ''}\n${source}\n${message}`);
}
