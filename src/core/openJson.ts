/** Values that the service document does not name: compared and copied within bounds, so that no depth or name can harm. */

/** Deeper values are not kept. JSON.stringify and structuredClone overflow on what JSON.parse still reads. */
const depthLimit = 32;

/** A field with more values than this is not kept. */
const valueLimit = 10_000;

/** A copy on objects without prototype, fields named `__proto__` left out; null when it is too deep or too large. */
export function copyJson(value: unknown): { readonly value: unknown } | null {
  let left = valueLimit;
  const copy = (part: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof part !== 'object' || part === null) return part;
    if (depth >= depthLimit || left < 0) {
      left = -1;
      return null;
    }
    if (Array.isArray(part)) {
      const list: unknown[] = [];
      for (const entry of part) {
        if (left < 0) break;
        list.push(copy(entry, depth + 1));
      }
      return list;
    }
    const object = Object.create(null) as Record<string, unknown>;
    for (const [key, entry] of Object.entries(part)) {
      if (left < 0) break;
      if (key !== '__proto__') object[key] = copy(entry, depth + 1);
    }
    return object;
  };
  const copied = copy(value, 0);
  return left < 0 ? null : { value: copied };
}

/** Whether JSON is nested deeper than the limit. Level by level: whatever walks it by calls may run out of stack. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= depthLimit; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Whether two JSON values say the same, whatever the order of their fields. False for anything deeper than the limit. */
export function isSameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth >= depthLimit) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, place) => isSameJson(entry, b[place], depth + 1));
  }
  const others = new Map(Object.entries(b));
  const entries = Object.entries(a);
  if (entries.length !== others.size) return false;
  return entries.every(([key, entry]) => others.has(key) && isSameJson(entry, others.get(key), depth + 1));
}
