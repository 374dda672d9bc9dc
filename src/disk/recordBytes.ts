/** Formats journal records: a line with 16 hex digits of SHA-256, a space, the JSON and a line feed. */
import { createHash, hash as hashText } from 'node:crypto';
import { formatSlices, isLongJson } from './jsonSlices.ts';
import { nextTurn } from './turns.ts';

/** Bytes to format before other work runs; about two milliseconds. */
const bytesPerTurn = 500_000;

export const checksumLength = 16;

const separator = Buffer.from(' ');
const lineFeed = Buffer.from('\n');

/** Returns the line of the record. While a long one is formatted, it pauses for other work. */
export async function formatRecordInSlices(record: unknown, pause = nextTurn): Promise<Buffer> {
  if (!isLongJson(record)) return Buffer.from(formatRecord(record));
  const hash = createHash('sha256');
  const slices: Buffer[] = [];
  let bytesInTurn = 0;
  for (const bytes of formatSlices(record)) {
    hash.update(bytes);
    slices.push(bytes);
    bytesInTurn += bytes.length;
    if (bytesInTurn < bytesPerTurn) continue;
    bytesInTurn = 0;
    await pause();
  }
  const checksum = Buffer.from(hash.digest('hex').slice(0, checksumLength));
  return Buffer.concat([checksum, separator, ...slices, lineFeed]);
}

/** The same line, formatted without a pause. */
export function formatRecord(record: unknown): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

/** The same line, filled with spaces to this number of bytes: a record that is written over another then replaces the whole of it. */
export function formatPaddedRecord(record: unknown, bytes: number): string {
  const line = formatRecord(record).trimEnd();
  return `${line}${' '.repeat(Math.max(0, bytes - 1 - Buffer.byteLength(line)))}\n`;
}

export function checksumOf(json: string): string {
  return hashText('sha256', json, 'hex').slice(0, checksumLength);
}
