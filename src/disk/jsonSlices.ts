/** Formats long JSON in slices, such as lists of ten thousand posts, so that other work can run in between. */

/** Longer arrays are formatted in slices of this many elements. */
const sliceLength = 500;
/** Deeper values are not looked into: the difference of a long list is at most this deep. */
const maxDepth = 12;

/** The slices of long arrays formatted lately, perhaps not all yet: several logs and desks get the same list, which never changes. */
const formattedArrays = new WeakMap<readonly unknown[], WeakRef<Buffer[]>>();

/** Whether formatting the value takes long. */
export function isLongJson(value: unknown, depth = 0): boolean {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.values(value).some((member) => isLongJson(member, depth + 1));
  return value.length > sliceLength || value.some((element) => isLongJson(element, depth + 1));
}

/** Yields the bytes of `JSON.stringify(value)` in pieces. */
export function* formatSlices(value: unknown): Generator<Buffer> {
  if (!isLongJson(value)) yield Buffer.from(JSON.stringify(value) ?? 'null');
  else if (!Array.isArray(value)) yield* formatObject(value as object);
  else if (value.length > sliceLength) yield* formatLongArray(value);
  else yield* formatArray(value);
}

function* formatArray(value: readonly unknown[]): Generator<Buffer> {
  for (const [index, element] of value.entries()) {
    yield Buffer.from(index === 0 ? '[' : ',');
    yield* formatSlices(element);
  }
  yield Buffer.from(']');
}

function* formatLongArray(value: readonly unknown[]): Generator<Buffer> {
  const slices = formattedArrays.get(value)?.deref() ?? [];
  formattedArrays.set(value, new WeakRef(slices));
  for (let index = 0; index * sliceLength < value.length; index += 1) {
    let slice = slices[index];
    if (slice === undefined) {
      slice = formatSlice(value, index * sliceLength);
      slices[index] = slice;
    }
    yield slice;
  }
}

function formatSlice(value: readonly unknown[], start: number): Buffer {
  const end = start + sliceLength;
  const text = JSON.stringify(value.slice(start, end)).slice(1, -1);
  return Buffer.from(`${start === 0 ? '[' : ','}${text}${end >= value.length ? ']' : ''}`);
}

function* formatObject(value: object): Generator<Buffer> {
  let start = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield Buffer.from(`${start}${JSON.stringify(name)}:`);
    yield* formatSlices(member);
    start = ',';
  }
  yield Buffer.from(start === '{' ? '{}' : '}');
}
