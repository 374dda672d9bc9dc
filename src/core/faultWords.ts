/** Describes validation faults in sentences that name the valid values. */
import type { z } from 'zod';

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** One fault, such as `must be text`. A message set by the schema takes precedence. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kindNames[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `is missing; it must be ${kind}` : `must be ${kind}`;
    }
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array') return `must be ${issue.minimum} or more`;
      if (issue.minimum === 1) return 'must not be empty';
      return `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
        : `must be ${issue.maximum} or less`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'url') return 'must be an address that begins with http:// or https://';
      return issue.format === 'datetime' ? 'must be a time like 2026-11-20T18:00:00Z' : issue.message;
    case 'invalid_union':
      return issue.errors.length === 0
        ? issue.message
        : [...new Set(issue.errors.flat().map(describeIssue))].join(', or ');
    default:
      return issue.message;
  }
}
