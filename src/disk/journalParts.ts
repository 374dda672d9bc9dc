/** Reads a journal in parts, so that a reader holds little of it in memory and nothing else waits for it. */
import { open } from 'node:fs/promises';
import { parseRecord } from './journal.ts';

/** Well below a millisecond of parsing. A longer record is read whole. */
const partBytes = 16 * 1024;

/**
 * Yields the readable records, oldest first. Skips damaged ones and an incomplete last one, and calls `onDamage` for them. Rejects if the file
 * cannot be opened or read.
 */
export async function* readJournalParts(path: string, onDamage = (): void => {}): AsyncGenerator<readonly unknown[]> {
  const file = await open(path);
  try {
    const part = Buffer.allocUnsafe(partBytes);
    let unfinished: Buffer[] = [];
    for (;;) {
      const { bytesRead } = await file.read(part, 0, partBytes);
      if (bytesRead === 0) {
        if (unfinished.length > 0) onDamage();
        return;
      }
      const bytes = part.subarray(0, bytesRead);
      const end = bytes.lastIndexOf(lineFeed) + 1;
      // The next read overwrites the buffer.
      if (end > 0) {
        yield parseLines(Buffer.concat([...unfinished, bytes.subarray(0, end)]), onDamage);
        unfinished = [];
      }
      if (end < bytesRead) unfinished.push(Buffer.from(bytes.subarray(end)));
    }
  } finally {
    await file.close();
  }
}

const lineFeed = 10;

function parseLines(lines: Buffer, onDamage: () => void): readonly unknown[] {
  const records: unknown[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(lineFeed, start);
    const record = parseRecord(lines.toString('utf8', start, end));
    if (record === null) onDamage();
    else records.push(record.value);
    start = end + 1;
  }
  return records;
}
