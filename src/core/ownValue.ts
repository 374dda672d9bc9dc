/** Reads an object whose keys come from outside: `constructor` must not find what every object inherits. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
