/** Adds the control API routes for history, the as-run log, recordings and rehearsals. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  historySchema,
  recordingsSchema,
  rehearsalEventsSchema,
  rehearsalSchema,
  revisionSchema,
} from '../../contract/history.ts';
import type { ApiDeps } from './apiDeps.ts';
import { requireStaging } from './authentication.ts';
import { type Api, feedPath } from './document.ts';
import { sendRefusal } from './refusal.ts';

/** Keeps any other text, so that the schema reports the fault. */
const integer = (schema: z.ZodInt) =>
  z.preprocess((text) => (typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text), schema);

const asRunRange = z.object({
  from: z.string().optional().describe('Earliest time, ISO 8601.'),
  to: z.string().optional().describe('Latest time, ISO 8601.'),
  of: z
    .string()
    .optional()
    .describe('`list` for time on air, `playhead` for time as the current post. Default: `list`.'),
});

const clockSentence =
  'If the clock was set while a post was on air, both times are of the corrected clock, and `seconds` is true. Rows that ended before keep their times.';

const asRunFiles = [
  {
    name: 'as-run.csv',
    format: 'csv',
    type: 'text/csv',
    operationId: 'exportAsRunCsv',
    summary: 'Export the as-run log as CSV',
    description: `Returns one row for each time a post was on air. ${clockSentence}`,
    querystring: asRunRange,
    response: z.string().describe('The as-run log.'),
  },
  {
    name: 'as-run.json',
    format: 'json',
    type: 'application/json',
    operationId: 'exportAsRunJson',
    summary: 'Export the as-run log as JSON',
    description: `Returns one object for each time a post was on air. ${clockSentence}`,
    querystring: asRunRange,
    response: z.array(z.unknown()).describe('The as-run log.'),
  },
  {
    name: 'as-run.chapters.txt',
    format: 'chapters',
    type: 'text/plain',
    operationId: 'exportAsRunChapters',
    summary: 'Export the as-run log as chapters',
    description: 'Returns chapter marks, one `HH:MM:SS text` line each.',
    querystring: asRunRange.extend({
      start: z
        .string()
        .optional()
        .describe('Time at which the marks start (00:00:00), ISO 8601. Default: `from`, else the first entry.'),
    }),
    response: z.string().describe('The chapter marks.'),
  },
] as const;

type HistoryApiDeps = Pick<ApiDeps, 'runQuery' | 'exportAsRun' | 'rehearsal'>;

export function addHistoryApi(api: Api, { runQuery, exportAsRun, rehearsal }: HistoryApiDeps): void {
  api.get(
    '/api/feeds/:slug/history',
    {
      schema: {
        operationId: 'listHistory',
        summary: 'List the history',
        description:
          'Returns earlier on-air lists, newest first. If the clock was set during a revision, its times are of the corrected clock. The `until` before it can then differ from its `at`.',
        params: feedPath,
        querystring: z.object({
          before: integer(z.int().min(0)).optional().describe('Returns only revisions below this one.'),
          limit: integer(z.int().min(1).max(500))
            .optional()
            .describe('Maximum number of revisions, 1 to 500. Default: 50.'),
        }),
        response: { 200: historySchema },
      },
    },
    async ({ params, query }, reply) => {
      const found = await runQuery('history', { feed: params.slug, ...query });
      return found.ok ? reply.send(found.value) : sendRefusal(reply, found);
    },
  );

  api.get(
    '/api/feeds/:slug/history/:revision',
    {
      schema: {
        operationId: 'getRevision',
        summary: 'Get a revision',
        description: 'Returns one earlier on-air list with its posts.',
        params: feedPath.extend({ revision: integer(z.int().min(0)).describe('Number of the revision.') }),
        response: { 200: revisionSchema },
      },
    },
    async ({ params: { slug, revision } }, reply) => {
      const found = await runQuery('pastList', { feed: slug, revision });
      return found.ok ? reply.send(found.value) : sendRefusal(reply, found);
    },
  );

  for (const { name, format, type, querystring, response, ...texts } of asRunFiles) {
    const { description = '' } = response;
    const content = { [type]: { schema: response } };
    api.get(
      `/api/feeds/:slug/${name}`,
      { schema: { ...texts, params: feedPath, querystring, response: { 200: { description, content } } } },
      async ({ params: { slug }, query }, reply) => {
        const stopReading = new AbortController();
        const file = exportAsRun({ feed: slug, format, ...query }, stopReading.signal);
        if (!file.ok) return sendRefusal(reply, file);
        reply.raw.once('close', () => stopReading.abort());
        return reply
          .type(`${type}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${slug}-${name}"`)
          .send(await readAhead(file.parts));
      },
    );
  }

  api.get(
    '/api/recordings',
    {
      schema: {
        operationId: 'listRecordings',
        summary: 'List recordings',
        description: 'Returns the recorded shows, newest first.',
        response: { 200: recordingsSchema },
      },
    },
    async (_, reply) => {
      const found = await runQuery('recordings', {});
      return found.ok ? reply.send(found.value) : sendRefusal(reply, found);
    },
  );

  api.get(
    '/api/rehearsal',
    {
      schema: {
        operationId: 'getRehearsal',
        summary: 'Get the rehearsal',
        description: 'Returns the running rehearsal, or `null`.',
        response: { 200: rehearsalSchema },
      },
    },
    async () => ({ rehearsal: rehearsal.state() }),
  );

  api.get(
    '/api/rehearsal/events',
    {
      preValidation: requireStaging,
      schema: {
        operationId: 'listRehearsalEvents',
        summary: 'List the rehearsal’s events',
        description: 'Returns every event of the rehearsed show, oldest first.',
        response: { 200: rehearsalEventsSchema },
      },
    },
    async (_, reply) => {
      const found = await runQuery('rehearsalEvents', { recording: rehearsal.state()?.recording ?? 'none' });
      return found.ok ? reply.send(found.value) : sendRefusal(reply, found);
    },
  );
}

/** Returns the parts as a stream. Rejects with an error of the first part, which can still become the response. */
async function readAhead(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  const rest = async function* (): AsyncGenerator<string> {
    if (first.done === true) return;
    yield first.value;
    yield* parts;
  };
  return Readable.from(rest(), { highWaterMark: 1 });
}
