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
  yield* formatElements(value, '[');
  yield Buffer.from(']');
}

/** Formats each element by itself, after `start` or a comma. */
function* formatElements(elements: readonly unknown[], start: string): Generator<Buffer> {
  for (const [index, element] of elements.entries()) {
    yield Buffer.from(index === 0 ? start : ',');
    yield* formatSlices(element);
  }
}

function* formatLongArray(value: readonly unknown[]): Generator<Buffer> {
  const slices = formattedArrays.get(value)?.deref() ?? [];
  formattedArrays.set(value, new WeakRef(slices));
  for (let index = 0; index * sliceLength < value.length; index += 1) {
    const known = slices[index];
    const elements = known === undefined ? value.slice(index * sliceLength, (index + 1) * sliceLength) : [];
    const start = index === 0 ? '[' : ',';
    // The difference of a list can have ten thousand posts in one of its elements.
    if (elements.some((element) => isLongJson(element))) {
      yield* formatElements(elements, start);
      continue;
    }
    const slice = known ?? Buffer.from(start + JSON.stringify(elements).slice(1, -1));
    slices[index] = slice;
    yield slice;
  }
  yield Buffer.from(']');
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
