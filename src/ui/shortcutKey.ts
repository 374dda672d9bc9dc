/** The key of a keystroke as shortcuts name it: nothing while text is being composed, and the physical key on a layout that is not Latin. */

export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'
>;

/** The `keyCode` in Chromium of every key that an input method takes. */
const inputMethodKeyCode = 229;

/**
 * `KeyboardEvent.key`, or `null` for a keystroke of an input method. On a Greek, Cyrillic or Arabic layout, for example,
 * a letter or digit is named as on a US keyboard.
 */
export function shortcutKeyOf({ key, code, shiftKey, isComposing, keyCode }: Keystroke): string | null {
  if (isComposing || keyCode === inputMethodKeyCode) return null;
  const isNonLatin = key.length === 1 && /[\p{L}\p{N}]/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  const physical = isNonLatin ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined;
  if (physical === undefined) return key;
  return shiftKey ? physical : physical.toLowerCase();
}
