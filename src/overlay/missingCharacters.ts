/** Finds the characters that no font of the overlays draws, so that they depend on the fonts of the graphics machine. */

type Range = readonly [number, number];

/** Control and format characters, spaces and variation selectors draw nothing of their own. */
const drawsNothing = /^[\p{Cc}\p{Cf}\p{Z}\p{Variation_Selector}]$/u;

/** Parses a CSS `unicode-range`, such as `U+0-FF, U+4??`. */
export function parseUnicodeRange(text: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*U\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(part);
    if (match === null) continue;
    const [, first = '', last = first] = match;
    ranges.push([Number.parseInt(first.replace(/\?/g, '0'), 16), Number.parseInt(last.replace(/\?/g, 'F'), 16)]);
  }
  return ranges;
}

/** `fonts` have a `unicodeRange`; `isDrawnByStation` decides for a character that none of them has. */
export function createMissingCharacters(
  fonts: readonly Pick<FontFace, 'unicodeRange'>[],
  isDrawnByStation: (character: string) => boolean,
): (text: string) => string {
  const ranges: Range[] = [];
  for (const { unicodeRange } of fonts) ranges.push(...parseUnicodeRange(unicodeRange));
  const known = new Map<string, boolean>();
  const isMissing = (character: string): boolean => {
    const code = character.codePointAt(0) || 0;
    return (
      !drawsNothing.test(character) &&
      !ranges.some(([start, end]) => code >= start && code <= end) &&
      !isDrawnByStation(character)
    );
  };
  return (text) =>
    Array.from(new Set(text))
      .filter((character) => {
        const missing = known.get(character) || (!known.has(character) && isMissing(character));
        known.set(character, missing);
        return missing;
      })
      .join('');
}

/** Whether the station's font draws a character: the browser then measures it otherwise than without that font. */
export function drawnByFont(family: string, others: string): (character: string) => boolean {
  const context = document.createElement('canvas').getContext('2d');
  const measure = (font: string, character: string): string => {
    if (context === null) return '';
    context.font = font;
    const { width, actualBoundingBoxAscent, actualBoundingBoxRight } = context.measureText(character);
    return [width, actualBoundingBoxAscent, actualBoundingBoxRight].join(' ');
  };
  return (character) =>
    measure(`500 40px "${family}", ${others}`, character) !== measure(`500 40px ${others}`, character);
}
