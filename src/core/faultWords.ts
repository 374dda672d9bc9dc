/** What is wrong with a value that a person wrote, in words that say what would be right. */
import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The words of one fault: `must be …`. A message that the schema itself gives goes first. */
export function faultWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}${issue.input === undefined ? ', and is missing' : ''}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'letters' : 'entries'}`
        : `must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'letters' : 'entries'}`
        : `must be ${issue.maximum} or less`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'unrecognized_keys':
      return `has what nobody knows here: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'url') return 'must be an address that begins with http:// or https://';
      return issue.format === 'datetime' ? 'must be a time like 2026-11-20T18:00:00Z' : issue.message;
    case 'invalid_union':
      return issue.errors.length === 0
        ? issue.message
        : [...new Set(issue.errors.flat().map(faultWords))].join(', or ');
    default:
      return issue.message;
  }
}
