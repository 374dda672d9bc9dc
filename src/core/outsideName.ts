/** Prepares a name or text from outside for a sentence, so that it cannot change the order or the lines of the text around it. */
import { say } from './language/say.ts';

/** Nothing but characters that are written from left to right, or in both directions, and are no controls. */
const isHarmless = /^[ -~\u00a0-\u058f]*$/u;

/** Characters that change the direction of the text after them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Line breaks, other controls, and characters that Unicode keeps for a program's own marks. */
const controls = /[\p{Cc}\u2028\u2029\ufdd0-\ufdef]+/gu;

/** The blocks of Unicode that are written from right to left. */
const hasRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A part that is isolated already. */
const isolated = /(\u2068[^\p{Cc}\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]*\u2069)/u;

/** Removes bidirectional controls. */
export function removeDirections(text: string): string {
  return text.replace(directions, '');
}

/** Returns the name in quotes, so that it is not read as words of the sentence. */
export function quoteName(name: string): string {
  return say('“{name}”', { name: isolateName(name) });
}

/** Returns the text on one line without bidirectional controls; isolated if it has text that is written from right to left. */
export function isolateName(name: string): string {
  if (isHarmless.test(name)) return name;
  const parts = name.split(isolated).map((part, index) => {
    if (index % 2 === 1) return part;
    const clean = removeDirections(part).replace(controls, ' ');
    return hasRightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
  });
  return parts.join('');
}
