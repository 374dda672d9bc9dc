/** Finds out whether a picture has its end, because a connection that breaks can look like the end of the file. */
import type { MediaKind } from '../../core/mediaKind.ts';

/** Bytes of the file's end that are needed. Some programs write more after the end of a picture. */
const tailLength = 65_536;

/** Returns the last chunks that have these bytes. */
export function keepTail(chunks: readonly Buffer[]): readonly Buffer[] {
  let missing = tailLength;
  const first = chunks.findLastIndex(({ length }) => {
    missing -= length;
    return missing <= 0;
  });
  return chunks.slice(Math.max(0, first));
}

/** The boxes of videos are checked when they are read. */
export function hasEnd(kind: MediaKind, head: Buffer, tail: Buffer, size: number): boolean {
  switch (kind) {
    case 'png':
      return tail.includes('IEND');
    case 'jpg':
      return tail.includes(Buffer.from([0xff, 0xd9]));
    case 'gif':
      return tail.includes(';');
    case 'webp':
      return head.readUInt32LE(4) + 8 <= size;
    case 'mp4':
      return true;
    default:
      return kind satisfies never;
  }
}
