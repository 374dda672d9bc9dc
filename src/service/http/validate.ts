/** Validates input against a schema; a failure names each wrong field in a sentence. */
import type { z } from 'zod';
import { describeIssue } from '../../core/describeIssue.ts';
import { sayInEnglish } from '../../core/language/say.ts';
import { HttpError } from './httpError.ts';

type Field = { readonly field: string; readonly message: string };

/** The message names this many fields; details.fields has all of them. */
const maxNamedFields = 3;

/** Returns the value, or HttpError 400 VALIDATION_ERROR with one sentence for each wrong field. */
export function validate(
  schema: z.ZodType,
  value: unknown,
): { readonly value: unknown } | { readonly error: HttpError } {
  const read = schema.safeParse(value, { error: (issue) => describeIssue(issue as z.core.$ZodIssue, sayInEnglish) });
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
