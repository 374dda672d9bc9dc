/** Entries of the event log, and the filter with which the control API and desks read them. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { cause, count, textEdit } from './schemaParts.ts';

/** From the least to the most severe. */
export const logLevels = ['info', 'warn', 'error'] as const;

export const logEntrySchema = z.strictObject({
  at: z.string().describe('When it happened.'),
  level: z.enum(logLevels).describe('`info`, `warn` or `error`.'),
  code: z.string().describe('Kind of event, or the code of the problem.'),
  message: z.string().describe('What happened.'),
  edits: z.array(textEdit).default([]).describe('The changed part of each edited text that `message` quotes.'),
  about: z
    .string()
    .nullable()
    .describe('Feed, post or part of Greenroom that it concerns; `null` for Greenroom as a whole.'),
  cause: cause.nullable().describe('Cause of the event; `null` for Greenroom itself.'),
  by: z.string().nullable().describe('Who caused it: a person, a token or a consumer.'),
  revision: count.nullable().describe('Revision of the feed at that time; `null` if it concerns no feed.'),
});

export const logSchema = z
  .strictObject({ entries: z.array(logEntrySchema).describe('Entries, newest first.') })
  .meta({ id: 'EventLog', description: 'The event log.' });

export type LogEntry = ReadonlyOutput<typeof logEntrySchema>;

/** Chooses entries of the log. `null` leaves nothing out. */
export type LogFilter = {
  /** Only later entries. ISO 8601. */
  readonly after: string | null;
  /** Only entries of this level or a more severe one. */
  readonly level: LogEntry['level'] | null;
  readonly about: string | null;
};
