/** Checks the nesting and size of JSON before it is parsed, so that hostile input can't stall the feed. */
import { type Phrase, say } from '../../core/language/say.ts';

/** Maximum depth of nested lists and objects; twice the depth kept for undocumented fields. */
export const nestingLimit = 64;

/** Maximum number of values; 50,000 posts with every documented field have 700,000. */
export const valueLimit = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const list = { opens: 0x5b, closes: 0x5d };
const object = { opens: 0x7b, closes: 0x7d };

/**
 * Returns a description of the first limit exceeded, or `null` if the bytes may be parsed, valid JSON or not.
 * One plain loop keeps it fast, because every response passes through it.
 */
export function findExceededLimit(bytes: Uint8Array): Phrase | null {
  const end = bytes.length;
  let depth = 0;
  let values = 0;
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      for (index += 1; index < end && bytes[index] !== quote; index += 1) if (bytes[index] === backslash) index += 1;
    } else if (byte === comma) {
      values += 1;
      if (values > valueLimit) return describeTooMany;
    } else if (byte === object.opens || byte === list.opens) {
      depth += 1;
      values += 1;
      if (depth > nestingLimit) return describeTooDeep;
      if (values > valueLimit) return describeTooMany;
    } else if (byte === object.closes || byte === list.closes) {
      depth -= 1;
    }
  }
  return null;
}

export function describeTooDeep(): string {
  return say('it is nested deeper than {limit}', { limit: nestingLimit });
}

export function describeTooMany(): string {
  return say('it has more than {limit} values', { limit: valueLimit });
}
