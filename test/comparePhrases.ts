/** Makes the tests that import it compare phrases by the text that they say. */
import { expect } from 'vitest';

const textOf = (value: unknown): unknown =>
  typeof value === 'function' && value.length === 0 ? Reflect.apply(value, undefined, []) : value;

expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    typeof a === 'function' || typeof b === 'function' ? textOf(a) === textOf(b) : undefined,
]);
