/** Adds the control API routes that read the event log. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { type LogEntry, type LogFilter, logEntrySchema, logSchema } from '../../contract/eventLog.ts';
import { time } from '../../contract/schemaParts.ts';
import { exportEventLog } from '../desk/eventLogExport.ts';
import type { ApiDeps } from './apiDeps.ts';
import { requireStaging } from './authentication.ts';
import type { Api } from './document.ts';

const maxEntries = 1000;

const { level } = logEntrySchema.shape;

const filterQuery = z.object({
  after: time.optional().describe('Only entries after this time, ISO 8601.'),
  level: level.optional().describe('Only entries of this level or a more severe one: `info`, `warn` or `error`.'),
  about: z.string().max(512).optional().describe('Only entries about this feed, post or part, as in `about`.'),
});

export function addLogApi(api: Api, { eventLog }: Pick<ApiDeps, 'eventLog'>): void {
  api.get(
    '/api/log',
    {
      preValidation: requireStaging,
      schema: {
        operationId: 'listEvents',
        summary: 'List the event log',
        description: `Returns what happened, newest first; the newest ${maxEntries.toLocaleString('en')} entries that match. The CSV file has all of them.`,
        querystring: filterQuery,
        response: { 200: logSchema },
      },
    },
    async ({ query }) => {
      const entries: LogEntry[] = [];
      for await (const part of eventLog.read(filterOf(query))) {
        entries.push(...part.slice(0, maxEntries - entries.length));
        if (entries.length === maxEntries) break;
      }
      return { entries };
    },
  );

  const csv = z.string().describe('The event log.');
  api.get(
    '/api/log.csv',
    {
      preValidation: requireStaging,
      schema: {
        operationId: 'exportEventsCsv',
        summary: 'Export the event log as CSV',
        description: 'Returns one row for each entry that is kept on disk, newest first.',
        querystring: filterQuery,
        response: { 200: { description: 'The event log.', content: { 'text/csv': { schema: csv } } } },
      },
    },
    async ({ query }, reply) => {
      const stopReading = new AbortController();
      const parts = exportEventLog(eventLog, 'csv', filterOf(query), stopReading.signal);
      reply.raw.once('close', () => stopReading.abort());
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="greenroom-log.csv"')
        .send(Readable.from(parts, { highWaterMark: 1 }));
    },
  );
}

function filterOf({ after, level, about }: z.output<typeof filterQuery>): LogFilter {
  return { after: after ?? null, level: level ?? null, about: about ?? null };
}
