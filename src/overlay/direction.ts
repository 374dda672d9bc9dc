/** Chooses the text direction by the majority script, so a Latin handle does not make Arabic text left-to-right. */

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const letter = /[\p{L}]/u;

/** `rtl` when most of the alphabetic text is right-to-left; `ltr` for digits and emoji alone. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = Array.from(text).filter((character) => letter.test(character));
  const rtlLetters = letters.filter((character) => rightToLeft.test(character));
  return rtlLetters.length * 2 > letters.length ? 'rtl' : 'ltr';
}
