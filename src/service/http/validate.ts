/** Validates input against a schema; a failure names each wrong field in a sentence. */
import type { z } from 'zod';
import { joinWithOr } from '../../core/describeIssue.ts';
import { HttpError } from './httpError.ts';

type Field = { readonly field: string; readonly message: string };

/** The message names this many fields; details.fields has all of them. */
const maxNamedFields = 3;

/** Returns the value, or HttpError 400 VALIDATION_ERROR with one sentence for each wrong field. */
export function validate(
  schema: z.ZodType,
  value: unknown,
): { readonly value: unknown } | { readonly error: HttpError } {
  const read = schema.safeParse(value, { error: describeIssue });
  if (read.success) return { value: read.data };
  const fields = [...new Map(read.error.issues.flatMap(fieldsOf).map((fault) => [fault.field, fault])).values()];
  const named = fields.slice(0, maxNamedFields).map(({ field, message }) => `${field}: ${message}`);
  const more = fields.length > named.length ? `; ${fields.length - named.length} more in details.fields` : '';
  const message = `The request is not valid. ${named.join('; ')}${more}.`;
  return { error: new HttpError(400, 'VALIDATION_ERROR', message, { fields }) };
}

function fieldsOf(issue: z.core.$ZodIssue): readonly Field[] {
  const field = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: field === '' ? 'body' : field, message: issue.message }];
  const before = field === '' ? '' : `${field}.`;
  return issue.keys.map((key) => ({ field: `${before}${key}`, message: 'unknown field' }));
}

/** Explains an issue for schemas without a sentence of their own. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${joinWithOr(issue.values.map(String))}`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${joinWithOr(issue.options.map(String))}` : 'is not valid';
    case 'too_small':
      return issue.inclusive === false ? `must be more than ${issue.minimum}` : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'a JSON array',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};
