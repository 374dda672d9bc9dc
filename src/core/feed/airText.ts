/** Makes viewers' text safe to draw: no control or direction characters, composed characters, and few marks on each. */
import type { Item } from '../collection.ts';

/**
 * Text of these alone needs no cleaning: Latin characters, common punctuation, currency and other symbols, and complete emoji.
 * None of them is a mark or changes when characters are composed.
 */
const harmless =
  /^(?:[\t\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2600-\u27bf]|\ud83c[\udf00-\udfff]|\ud83d[\udc00-\udfff]|\ud83e[\udd00-\udfff])*$/;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * C0 and C1 except tab and line feed; embeddings, overrides and isolates, which can turn or hide the text beside them; annotations, byte order
 * marks and noncharacters. The marks U+200E, U+200F and U+061C stay: they affect only their neighbours, and right-to-left text needs them.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;
/** More marks on one character cover the lines above and below. A joiner between them does not begin another character. */
const excessMarks = /(\p{M}(?:[\u200c\u200d]*\p{M}){7})(?:[\u200c\u200d]*\p{M})+/gu;
/** Every mark is one of these, and finding them is much faster. */
const canHaveExcessMarks = /[\u0300-\uffff]{9}/;

/** The text as it may be drawn. Equal to the original for nearly all posts. */
export function toAirText(text: string): string {
  if (harmless.test(text)) return text;
  // First, because two halves of a character with a control between them would become one.
  const safe = text.toWellFormed().replace(lineEnds, '\n').replace(unsafe, '').normalize('NFC');
  return canHaveExcessMarks.test(safe) ? safe.replace(excessMarks, '$1') : safe;
}

/** The texts of a post that are drawn. */
const drawnFields = ['fullName', 'username', 'source', 'message'] as const;

export type RawText = { readonly [Field in (typeof drawnFields)[number]]?: string };

/** The post with text that is safe to draw: the same object if nothing had to change. */
export function toAirItem(item: Item): Item {
  const fullName = item.fullName === null ? null : toAirText(item.fullName);
  const username = item.username === null ? null : toAirText(item.username);
  const source = toAirText(item.source);
  const message = toAirText(item.message);
  const isSame = message === item.message && source === item.source;
  if (isSame && fullName === item.fullName && username === item.username) return item;
  return { ...item, fullName, username, source, message };
}

/** The original text of the fields that had to change; `null` if none did. */
export function rawTextOf(item: Item, cleaned: Item): RawText | null {
  if (item === cleaned) return null;
  return Object.fromEntries(
    drawnFields.flatMap((field) => (item[field] === cleaned[field] ? [] : [[field, item[field]]])),
  );
}
