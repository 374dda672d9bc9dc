/** Which way a text runs, told by most of its letters, so that a name or a tag at its head does not turn it. */

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const letter = /[\p{L}]/u;

/** `rtl` when more letters are of a script that runs right to left; texts without letters run left to right. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = Array.from(text).filter((character) => letter.test(character));
  const turned = letters.filter((character) => rightToLeft.test(character));
  return turned.length * 2 > letters.length ? 'rtl' : 'ltr';
}
