/** Copies and compares undocumented JSON values within limits of depth and size. */

/** JSON.parse reads depths at which JSON.stringify and structuredClone overflow the stack. */
const depthLimit = 32;

/** Largest number of values in one field. */
const valueLimit = 10_000;

/** Copies to objects without a prototype and drops `__proto__` fields; `null` if the value is too deep or too large. */
export function copyBoundedJson(value: unknown): { readonly value: unknown } | null {
  let remaining = valueLimit;
  const copy = (part: unknown, depth: number): unknown => {
    remaining -= 1;
    if (typeof part !== 'object' || part === null) return part;
    if (depth >= depthLimit || remaining < 0) {
      remaining = -1;
      return null;
    }
    if (Array.isArray(part)) {
      const list: unknown[] = [];
      for (const entry of part) {
        if (remaining < 0) break;
        list.push(copy(entry, depth + 1));
      }
      return list;
    }
    const object = Object.create(null) as Record<string, unknown>;
    for (const [key, entry] of Object.entries(part)) {
      if (remaining < 0) break;
      if (key !== '__proto__') object[key] = copy(entry, depth + 1);
    }
    return object;
  };
  const copied = copy(value, 0);
  return remaining < 0 ? null : { value: copied };
}

/** Whether JSON is nested deeper than the limit. Iterative, because recursion could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= depthLimit; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Whether two JSON values are equal, ignoring the order of fields. `false` for anything deeper than an object of fields as deep as the limit. */
export function isSameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > depthLimit) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => isSameJson(entry, b[index], depth + 1));
  }
  const [fields, others] = [a, b] as readonly [Record<string, unknown>, Record<string, unknown>];
  const keys = Object.keys(fields);
  if (keys.length !== Object.keys(others).length) return false;
  for (const key of keys)
    if (!Object.hasOwn(others, key) || !isSameJson(fields[key], others[key], depth + 1)) return false;
  return true;
}
