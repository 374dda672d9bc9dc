/** Bytes of a document while it is written: room is made as it is needed. */

export type GrowingBytes = {
  readonly write: (text: string) => void;
  readonly copy: (from: Buffer, start: number, end: number) => void;
  readonly length: () => number;
  /** What was written; nothing more is to be written after it. */
  readonly whole: () => Buffer;
};

/** UTF-16 units give three bytes at most. */
const mostBytesPerUnit = 3;

export function createGrowingBytes(room: number): GrowingBytes {
  let bytes = Buffer.allocUnsafe(room);
  let length = 0;
  const ensure = (more: number): void => {
    if (length + more <= bytes.length) return;
    const wider = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more));
    bytes.copy(wider, 0, 0, length);
    bytes = wider;
  };
  return {
    write: (text) => {
      ensure(text.length * mostBytesPerUnit);
      length += bytes.write(text, length);
    },
    copy: (from, start, end) => {
      ensure(end - start);
      length += from.copy(bytes, length, start, end);
    },
    length: () => length,
    whole: () => bytes.subarray(0, length),
  };
}
