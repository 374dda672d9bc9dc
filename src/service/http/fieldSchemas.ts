/** Schemas for request fields; each carries the sentence that explains a wrong value. */
import { z } from 'zod';
import { joinWithOr } from '../../core/describeIssue.ts';
import { sayInEnglish } from '../../core/language/say.ts';

type OrNull = '' | ', or null';

/** `to` is `null` when there is no upper bound. */
export function wholeNumber(from: number, to: number | null, orNull: OrNull = '') {
  const error = errorFor(describeRange(from, to) + orNull);
  const shape = z.int(error).min(from, error);
  return to === null ? shape : shape.max(to, error);
}

export function wholeNumberOrNull(from: number, to: number | null) {
  return wholeNumber(from, to, ', or null').nullable();
}

/** Reads the digits of a query parameter as a number. */
export function fromText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,17}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** Lengths in UTF-16 code units. */
export function text(from: number, to: number, orNull: OrNull = '') {
  const error = errorFor(describeLength(from, to) + orNull);
  return z.string(error).min(from, error).max(to, error);
}

export function textOrNull(from: number, to: number) {
  return text(from, to, ', or null').nullable();
}

/** `requirement` completes the sentence "must be …". */
export function matching(pattern: RegExp, requirement: string) {
  const error = errorFor(requirement);
  return z.string(error).regex(pattern, error);
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, errorFor(joinWithOr(values, sayInEnglish)));
}

export function address(orNull: OrNull = '') {
  const error = errorFor(`an http or https address of at most 2048 characters${orNull}`);
  return z.url({ protocol: /^https?$/, ...error }).max(2048, error);
}

export function addressOrNull() {
  return address(', or null').nullable();
}

export function instant() {
  return z.iso.datetime({
    offset: true,
    ...errorFor('an ISO 8601 date and time with a time zone, like 2026-05-01T18:00:00Z'),
  });
}

export const inCollection = z.object({ collectionId: z.string() });
export const onItem = inCollection.extend({ itemId: z.string() });

function errorFor(requirement: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? `is missing; it must be ${requirement}` : `must be ${requirement}`,
  };
}

function describeRange(from: number, to: number | null): string {
  return to === null ? `a whole number, ${from} or more` : `a whole number from ${from} to ${to}`;
}

function describeLength(from: number, to: number): string {
  return from === 0 ? `a string of at most ${to} characters` : `a string of ${from} to ${to} characters`;
}
