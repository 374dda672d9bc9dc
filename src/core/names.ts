/** Names under which desks, tokens and graphics clients appear: one visible line each, and no two that look the same. */
import { normaliseText } from './guard.ts';

/** Longest name of a desk or a token. */
export const maxNameLength = 40;

/** Returns the name on one line without invisible characters, at most `maxLength` UTF-16 code units long; perhaps empty. */
export function cleanName(name: string, maxLength: number): string {
  // The fillers of Hangul and Braille count as visible in Unicode, but look empty.
  const line = name.replace(/[\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]+/gu, ' ').trim();
  // A cut can leave half a character.
  return line
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
}

/** Returns the same key for names that differ only in case, width or invisible marks. */
export function nameKey(name: string): string {
  return normaliseText(name.replace(/\p{DI}/gu, '')).trim();
}

/** Lookalikes of the characters in the product’s own names, after `nameKey`: Greek, Cyrillic, Armenian, small capitals and digits. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  c: 'сϲᴄ',
  d: 'ԁᴅ',
  e: 'еҽᴇ',
  g: 'ɡɢ',
  h: 'һհʜ',
  i: 'l1|ıіιӏɪʟ',
  m: 'мᴍ',
  n: 'νпոɴ',
  o: '0оοօᴏ',
  p: 'рρᴘ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  v: 'ѵᴠ',
  y: 'уүγʏ',
};
const letterOf = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** Whether two names look the same at a glance. Knows only the characters of names that the product reserves. */
export function looksLike(name: string, reserved: string): boolean {
  const skeletonOf = (text: string): string =>
    [...nameKey(text)].map((letter) => letterOf.get(letter) ?? letter).join('');
  return skeletonOf(name) === skeletonOf(reserved);
}
