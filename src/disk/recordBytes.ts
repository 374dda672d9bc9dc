/** Formats journal records. A long record, such as a list of ten thousand posts, is formatted in slices, so that nothing waits for all of it. */
import { createHash, hash as hashAtOnce } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer arrays are formatted in slices of this many elements. */
const sliceLength = 500;
/** Bytes to format before other work runs; about two milliseconds. */
const bytesPerTurn = 500_000;
/** Arrays below this depth are never long: a record has lists, a list parts, and a part posts. */
const maxDepth = 7;

/** The bytes of long arrays that were formatted lately: several logs write the same list, which never changes. */
const formattedArrays = new WeakMap<readonly unknown[], WeakRef<readonly Buffer[]>>();

const separator = Buffer.from(' ');
const lineFeed = Buffer.from('\n');

/** The record as a line: 16 hex digits of SHA-256, a space, the JSON, a line feed. Lets other work run between slices. */
export async function formatRecordInSlices(record: unknown): Promise<Buffer> {
  if (!hasLongArray(record, 0)) return Buffer.from(formatRecord(record));
  const hash = createHash('sha256');
  const slices: Buffer[] = [];
  let bytesInTurn = 0;
  for (const bytes of slicesOf(record)) {
    hash.update(bytes);
    slices.push(bytes);
    bytesInTurn += bytes.length;
    if (bytesInTurn < bytesPerTurn) continue;
    bytesInTurn = 0;
    await nextTurn();
  }
  const checksum = Buffer.from(hash.digest('hex').slice(0, checksumLength));
  return Buffer.concat([checksum, separator, ...slices, lineFeed]);
}

export const checksumLength = 16;

/** The same line, formatted without a pause. */
export function formatRecord(record: unknown): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

export function checksumOf(json: string): string {
  return hashAtOnce('sha256', json, 'hex').slice(0, checksumLength);
}

function hasLongArray(value: unknown, depth: number): boolean {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.values(value).some((member) => hasLongArray(member, depth + 1));
  return value.length > sliceLength || value.some((element) => hasLongArray(element, depth + 1));
}

/** Yields the bytes of `JSON.stringify(value)` in pieces. */
function* slicesOf(value: unknown): Generator<Buffer> {
  if (!hasLongArray(value, 0)) yield Buffer.from(JSON.stringify(value) ?? 'null');
  else if (!Array.isArray(value)) yield* slicesOfObject(value as object);
  else if (value.length > sliceLength) yield* slicesOfLongArray(value);
  else yield* slicesOfArray(value);
}

function* slicesOfArray(value: readonly unknown[]): Generator<Buffer> {
  for (const [index, element] of value.entries()) {
    yield Buffer.from(index === 0 ? '[' : ',');
    yield* slicesOf(element);
  }
  yield Buffer.from(']');
}

function* slicesOfLongArray(value: readonly unknown[]): Generator<Buffer> {
  const known = formattedArrays.get(value)?.deref();
  if (known !== undefined) return yield* known;
  const slices: Buffer[] = [];
  for (let start = 0; start < value.length; start += sliceLength) {
    const text = JSON.stringify(value.slice(start, start + sliceLength)).slice(1, -1);
    const slice = Buffer.from(`${start === 0 ? '[' : ','}${text}${start + sliceLength >= value.length ? ']' : ''}`);
    slices.push(slice);
    yield slice;
  }
  formattedArrays.set(value, new WeakRef(slices));
}

function* slicesOfObject(value: object): Generator<Buffer> {
  let start = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield Buffer.from(`${start}${JSON.stringify(name)}:`);
    yield* slicesOf(member);
    start = ',';
  }
  yield Buffer.from(start === '{' ? '{}' : '}');
}
