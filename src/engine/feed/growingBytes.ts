/** Collects the bytes of a document in a buffer that grows. */

export type GrowingBytes = {
  readonly write: (text: string) => void;
  readonly copy: (from: Buffer, start: number, end: number) => void;
  readonly length: () => number;
  /** Do not write after this. */
  readonly toBuffer: () => Buffer;
};

/** UTF-8 needs at most three bytes per UTF-16 unit. */
const maxBytesPerUnit = 3;

export function createGrowingBytes(initialBytes: number): GrowingBytes {
  let bytes = Buffer.allocUnsafe(initialBytes);
  let length = 0;
  const reserve = (extra: number): void => {
    if (length + extra <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + extra));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  };
  return {
    write: (text) => {
      reserve(text.length * maxBytesPerUnit);
      length += bytes.write(text, length);
    },
    copy: (from, start, end) => {
      reserve(end - start);
      length += from.copy(bytes, length, start, end);
    },
    length: () => length,
    toBuffer: () => bytes.subarray(0, length),
  };
}
