/** Describes validation faults in sentences that name the valid values. */
import type { z } from 'zod';

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** The first fault, such as `itemId: must be a string`. */
export function describeFirstFault(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it is not valid';
  if (issue.path.length > 0) return `${issue.path.join('.')}: ${describeIssue(issue)}`;
  if (issue.code !== 'unrecognized_keys') return describeIssue(issue);
  return `it has ${issue.keys.length === 1 ? 'an ' : ''}${describeIssue(issue)}`;
}

/** One fault, such as `must be a string`. A message set by the schema takes precedence. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.expected === 'never') return 'is not allowed: the list must be empty';
      return describeRequirement(kindNames[issue.expected] ?? issue.expected, issue.input);
    }
    case 'too_small':
      if (issue.inclusive === false) return `must be more than ${issue.minimum}`;
      if (issue.origin !== 'string' && issue.origin !== 'array') return `must be ${issue.minimum} or more`;
      if (issue.minimum === 1) return 'must not be empty';
      return `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`
        : `must be ${issue.maximum} or less`;
    case 'invalid_value':
      return `must be ${joinValues(issue.values)}`;
    case 'unrecognized_keys':
      return issue.keys.length === 1
        ? `unknown field: ${issue.keys.join()}; remove it`
        : `unknown fields: ${issue.keys.join(', ')}; remove them`;
    case 'invalid_format':
      if (issue.input === '') return 'must not be empty';
      if (issue.format === 'url') return 'must be an address that begins with http:// or https://';
      return issue.format === 'datetime' ? 'must be a time like 2026-11-20T18:00:00Z' : issue.message;
    case 'invalid_union':
      // zod's type doesn't declare `options`.
      if ('options' in issue && Array.isArray(issue.options)) return `must be ${joinValues(issue.options)}`;
      return describeUnion(issue);
    default:
      return issue.message;
  }
}

function describeRequirement(requirement: string, input: unknown): string {
  return input === undefined ? `is missing; it must be ${requirement}` : `must be ${requirement}`;
}

/** Joins the alternatives of a union, such as `must be a number or "same"`. */
function describeUnion({ errors, input, message }: z.core.$ZodIssueInvalidUnion): string {
  const faults = [...new Set(errors.flat().map(describeIssue))];
  if (faults.length === 0) return message;
  const requirements = faults.flatMap((fault) => /^(?:is missing; it )?must be (.*)$/.exec(fault)?.[1] ?? []);
  if (requirements.length < faults.length) return faults.join(', or ');
  // `""` adds nothing if any string is allowed.
  const hasString = requirements.includes('a string');
  return describeRequirement(joinWithOr(requirements.filter((one) => !hasString || one !== '""')), input);
}

function joinValues(values: readonly unknown[]): string {
  return joinWithOr(values.map((value) => JSON.stringify(value)));
}

/** For example `1, 10 or "step"`. */
export function joinWithOr(values: readonly string[]): string {
  return values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
