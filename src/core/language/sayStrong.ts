/** Says a sentence with one part in bold. */
import { type MessageValues, sayParts } from './say.ts';

/** The sentence, split around its bold text; each part may be empty. */
export type StrongSentence = { readonly lead: string; readonly strong: string; readonly text: string };

type Strong = { readonly strong: string };

/** The bold text is between the tags `<b>` and `</b>`; without them, nothing is bold. */
export function sayStrong(message: string, values: MessageValues = {}): StrongSentence {
  const parts = sayParts<Strong>(message, { ...values, b: (inner) => ({ strong: inner.join('') }) });
  const boldAt = parts.findIndex((part) => typeof part !== 'string');
  const textOf = (some: readonly (string | Strong)[]) =>
    some.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
  return {
    lead: boldAt < 0 ? '' : textOf(parts.slice(0, boldAt)),
    strong: textOf(parts.slice(boldAt, boldAt + 1)),
    text: textOf(parts.slice(boldAt + 1)),
  };
}
