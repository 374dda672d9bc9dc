/** Reads what came in by a schema, or refuses it in words for the person who sent it. */
import type { z } from 'zod';
import { Refused } from './answer.ts';
import { inWords } from './fieldShapes.ts';

type Field = { readonly field: string; readonly message: string };

/** Fields that the message itself names; details.fields has all. */
const namedInMessage = 3;

/** Null for no schema. Throws Refused 400 VALIDATION_ERROR with a sentence for each field that is wrong. */
export function readWith(schema: z.ZodType | null, value: unknown): unknown {
  if (schema === null) return null;
  const read = schema.safeParse(value, { error: sayIssue });
  if (read.success) return read.data;
  const fields = [...new Map(read.error.issues.flatMap(fieldsOf).map((one) => [one.field, one])).values()];
  const named = fields.slice(0, namedInMessage).map(({ field, message }) => `${field}: ${message}`);
  const more = fields.length > named.length ? `; ${fields.length - named.length} more in details.fields` : '';
  throw new Refused(400, 'VALIDATION_ERROR', `The request is not valid. ${named.join('; ')}${more}.`, { fields });
}

function fieldsOf(issue: z.core.$ZodIssue): readonly Field[] {
  const field = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: field === '' ? 'body' : field, message: issue.message }];
  const before = field === '' ? '' : `${field}.`;
  return issue.keys.map((key) => ({ field: `${before}${key}`, message: 'is not known here; leave it out' }));
}

/** What a schema without words of its own is said to want. */
function sayIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${inWords(issue.values)}`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${inWords(issue.options)}` : 'must have another form';
    case 'too_small':
      return issue.inclusive === false ? `must be more than ${issue.minimum}` : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`;
    default:
      return 'must have another form';
  }
}

const kinds: Readonly<Record<string, string>> = {
  object: 'an object in braces',
  array: 'a list in brackets',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};
