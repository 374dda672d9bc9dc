/** Describes validation faults in sentences that name the valid values. */
import type { z } from 'zod';
import { formatDecimal } from './formatNumber.ts';
import { markMessage, type Say, say as sayNow } from './language/say.ts';

const kindNames: Readonly<Record<string, string>> = {
  string: markMessage('a string'),
  number: markMessage('a number'),
  int: markMessage('a whole number'),
  boolean: markMessage('true or false'),
  array: markMessage('a list'),
  object: markMessage('an object'),
  record: markMessage('an object'),
};

/** The first fault, such as `itemId: must be a string`. */
export function describeFirstFault(error: z.ZodError, say: Say = sayNow): string {
  const issue = error.issues[0];
  if (issue === undefined) return say('it is not valid');
  if (issue.path.length > 0) return `${issue.path.join('.')}: ${describeIssue(issue, say)}`;
  if (issue.code !== 'unrecognized_keys') return describeIssue(issue, say);
  const fields = issue.keys.join(', ');
  return issue.keys.length === 1
    ? say('it has an unknown field: {fields}; remove it', { fields })
    : say('it has unknown fields: {fields}; remove them', { fields });
}

/** One fault, such as `must be a string`. A message set by the schema takes precedence. */
export function describeIssue(issue: z.core.$ZodIssue, say: Say = sayNow): string {
  const requirement = requirementOf(issue, say);
  const canBeMissing = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  if (requirement !== null && canBeMissing && issue.input === undefined && !hasOptions(issue))
    return say('is missing; it must be {requirement}', { requirement });
  if (requirement !== null) return say('must be {requirement}', { requirement });
  switch (issue.code) {
    case 'invalid_type':
      return say('is not allowed: the list must be empty');
    case 'too_small':
      if (issue.minimum === 1) return say('must not be empty');
      return issue.origin === 'string'
        ? say('must have at least {minimum} characters', { minimum: String(issue.minimum) })
        : say('must have at least {minimum} entries', { minimum: String(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? say('must have at most {maximum} characters', { maximum: String(issue.maximum) })
        : say('must have at most {maximum} entries', { maximum: String(issue.maximum) });
    case 'unrecognized_keys':
      return issue.keys.length === 1
        ? say('unknown field: {fields}; remove it', { fields: issue.keys.join() })
        : say('unknown fields: {fields}; remove them', { fields: issue.keys.join(', ') });
    case 'invalid_format':
      return issue.input === '' ? say('must not be empty') : issue.message;
    case 'invalid_union':
      return describeUnion(issue, say);
    default:
      return issue.message;
  }
}

/** The requirement on the value, such as `a string`; `null` for a fault of another form. */
function requirementOf(issue: z.core.$ZodIssue, say: Say): string | null {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.expected === 'never') return null;
      const kind = kindNames[issue.expected];
      return kind === undefined ? issue.expected : say(kind);
    }
    case 'too_small':
      if (issue.inclusive === false) return say('more than {minimum}', { minimum: formatLimit(issue.minimum, say) });
      return isCounted(issue.origin) ? null : say('{minimum} or more', { minimum: formatLimit(issue.minimum, say) });
    case 'too_big':
      return isCounted(issue.origin) ? null : say('{maximum} or less', { maximum: formatLimit(issue.maximum, say) });
    case 'invalid_value':
      return joinValues(issue.values, say);
    case 'invalid_format':
      if (issue.input === '') return null;
      if (issue.format === 'url') return say('an address that begins with http:// or https://');
      return issue.format === 'datetime' ? say('a time like 2026-11-20T18:00:00Z') : null;
    case 'invalid_union':
      return hasOptions(issue) ? joinValues(issue.options, say) : joinRequirements(issue, say);
    default:
      return null;
  }
}

/** Text for programs stays English. */
function formatLimit(limit: number | bigint, say: Say): string {
  return say === sayNow ? formatDecimal(Number(limit)) : String(limit);
}

/** Whether a size is a number of characters or entries. */
function isCounted(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

/** zod's type doesn’t declare the values that a discriminated union allows. */
function hasOptions(issue: z.core.$ZodIssue): issue is z.core.$ZodIssue & { readonly options: readonly unknown[] } {
  return issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options);
}

/** The alternatives of a union, such as `a number or "same"`; `null` if one has another form. */
function joinRequirements({ errors }: z.core.$ZodIssueInvalidUnion, say: Say): string | null {
  const found = errors.flat().map((issue) => requirementOf(issue, say));
  if (found.length === 0 || found.includes(null)) return null;
  const requirements = [...new Set(found)].filter((one) => one !== null);
  // `""` adds nothing if any string is allowed.
  const hasString = requirements.includes(say('a string'));
  return joinWithOr(
    requirements.filter((one) => !hasString || one !== '""'),
    say,
  );
}

/** The faults of a union’s alternatives. That it could also be empty is left out. */
function describeUnion({ errors, message }: z.core.$ZodIssueInvalidUnion, say: Say): string {
  const issues = errors.flat().filter((issue) => requirementOf(issue, say) !== '""');
  const [first, ...others] = new Set(issues.map((issue) => describeIssue(issue, say)));
  if (first === undefined) return message;
  return others.reduce((faults, fault) => say('{faults}, or {fault}', { faults, fault }), first);
}

function joinValues(values: readonly unknown[], say: Say): string {
  return joinWithOr(
    values.map((value) => JSON.stringify(value)),
    say,
  );
}

/** For example `1, 10 or "step"`. */
export function joinWithOr(values: readonly string[], say: Say = sayNow): string {
  if (values.length < 2) return values.join();
  return say('{values} or {last}', { values: values.slice(0, -1).join(', '), last: values.at(-1) ?? '' });
}
