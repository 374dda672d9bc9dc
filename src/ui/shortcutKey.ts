/** The key of a keystroke as shortcuts name it: nothing while text is being composed, and the physical key on a layout without Latin letters. */

export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'
>;

/** What Chromium reports for every key that an input method takes. */
const inputMethodKeyCode = 229;

/**
 * `KeyboardEvent.key`, or `null` for a keystroke of an input method. On a Greek, Cyrillic or Arabic layout, for example,
 * a letter or digit is the one that a US keyboard has at that place.
 */
export function shortcutKeyOf({ key, code, shiftKey, isComposing, keyCode }: Keystroke): string | null {
  if (isComposing || keyCode === inputMethodKeyCode) return null;
  const isNonLatin = key.length === 1 && /[\p{L}\p{N}]/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  const physical = isNonLatin ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined;
  if (physical === undefined) return key;
  return shiftKey ? physical : physical.toLowerCase();
}
