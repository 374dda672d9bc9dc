/** Whether JSON is worth parsing, told from its bytes: so deep, or of so many values, that reading it would hold up the feed. */

/** Lists and objects within each other, the whole included. Twice what is kept of a field that the service does not document. */
export const nestingLimit = 64;

/** Values in all. 50,000 posts with all that is documented have 700,000. */
export const valueLimit = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const list = { opens: 0x5b, closes: 0x5d };
const object = { opens: 0x7b, closes: 0x7d };

/**
 * What is beyond the bounds, in words; null for what may be parsed, be it JSON or not. Ends where the first bound is passed.
 * One plain loop: every answer goes through it, at under a third of what decoding and parsing cost.
 */
export function beyondBounds(bytes: Uint8Array): string | null {
  const end = bytes.length;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < end && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === comma) {
      values += 1;
      if (values > valueLimit) return tooMany;
    } else if (byte === object.opens || byte === list.opens) {
      depth += 1;
      values += 1;
      if (depth > nestingLimit) return tooDeep;
      if (values > valueLimit) return tooMany;
    } else if (byte === object.closes || byte === list.closes) {
      depth -= 1;
    }
  }
  return null;
}

const tooDeep = `it is nested deeper than ${nestingLimit}`;
const tooMany = `it has more than ${valueLimit} values`;
