/** Fields that come in, each with one sentence of what it must be, for whoever sent something else. */
import { z } from 'zod';

/** `to` null: no upper bound. */
export function wholeNumber(from: number, to: number | null) {
  const words = must(numberWords(from, to));
  const shape = z.int(words).min(from, words);
  return to === null ? shape : shape.max(to, words);
}

export function wholeNumberOrNull(from: number, to: number | null) {
  const words = must(`${numberWords(from, to)}, or null`);
  const shape = z.int(words).min(from, words);
  return (to === null ? shape : shape.max(to, words)).nullable();
}

/** Lengths in UTF-16 units, as the store counts them. */
export function text(from: number, to: number) {
  const words = must(textWords(from, to));
  return z.string(words).min(from, words).max(to, words);
}

export function textOrNull(from: number, to: number) {
  const words = must(`${textWords(from, to)}, or null`);
  return z.string(words).min(from, words).max(to, words).nullable();
}

/** `form` in words, as it follows "must be". */
export function formed(pattern: RegExp, form: string) {
  const words = must(form);
  return z.string(words).regex(pattern, words);
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, must(inWords(values)));
}

export function address() {
  const words = must('an http or https address of at most 2048 characters');
  return z.url({ protocol: /^https?$/, ...words }).max(2048, words);
}

export function addressOrNull() {
  const words = must('an http or https address of at most 2048 characters, or null');
  return z
    .url({ protocol: /^https?$/, ...words })
    .max(2048, words)
    .nullable();
}

export function instant() {
  return z.iso.datetime({ offset: true, ...must('a moment with its zone, like 2026-05-01T18:00:00Z') });
}

/** `a, b or c`. */
export function inWords(values: readonly unknown[]): string {
  const said = values.map(String);
  if (said.length < 2) return said.join();
  return `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`;
}

function must(requirement: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? `is missing; it must be ${requirement}` : `must be ${requirement}`,
  };
}

function numberWords(from: number, to: number | null): string {
  return to === null ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`;
}

function textWords(from: number, to: number): string {
  return from === 0 ? `text of at most ${to} characters` : `text of ${from} to ${to} characters`;
}
