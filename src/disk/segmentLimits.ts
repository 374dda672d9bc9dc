/** Decides when a log deletes its oldest file. */

export type SegmentLimits = {
  /** A new file begins when the current one reaches this many bytes or records. */
  readonly fileBytes: number;
  readonly fileRecords: number;
  /** Above this many bytes the oldest files are deleted, but never the newest. */
  readonly totalBytes: number;
  /** The same limit in records; `null` for none. Each file counts as the most records that its keys allow. */
  readonly totalRecords: number | null;
  /** The oldest file is deleted when all its keys are further than this below the newest file's; `null` for no limit. */
  readonly maxKeyAge: number | null;
  /** Number of newest records kept in memory while the disk fails. With 0, records that can't be written are lost. */
  readonly maxBufferedRecords: number;
};

type CountedFile = { readonly key: number; readonly bytes: number; readonly records: number };

/** Whether the oldest of these files, which is not the newest, is too much. */
export function isOverLimits(files: readonly CountedFile[], limits: SegmentLimits): boolean {
  const newest = files.at(-1);
  const second = files[1];
  if (newest === undefined || second === undefined) return false;
  if (limits.maxKeyAge !== null && newest.key - second.key > limits.maxKeyAge) return true;
  if (limits.totalRecords !== null && countAtMost(files, limits.fileRecords) > limits.totalRecords) return true;
  return files.reduce((sum, { bytes }) => sum + bytes, 0) > limits.totalBytes;
}

/** Largest possible number of records. A file ends before the key of the next one, and keys can jump between files. */
function countAtMost(files: readonly CountedFile[], fileRecords: number): number {
  return files.reduce((sum, { key, records }, index) => {
    const next = files[index + 1];
    return sum + (next === undefined ? records : Math.min(next.key - key, fileRecords));
  }, 0);
}
