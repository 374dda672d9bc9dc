/** Adds the control API routes for history, the as-run log, recordings and rehearsals. */
import type { FastifyInstance, FastifyReply, preHandlerAsyncHookHandler } from 'fastify';
import type { QueryName } from '../../contract/queries.ts';
import type { QueryHandler } from '../desk/queries.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { sendRefusal } from './refusal.ts';

export type HistoryApiDeps = {
  readonly runQuery: QueryHandler;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  readonly forView: { readonly preHandler: preHandlerAsyncHookHandler };
};

type Slug = { readonly slug: string };
type Query = Readonly<Record<string, string | undefined>>;

const asRunFiles = {
  'as-run.csv': { format: 'csv', type: 'text/csv; charset=utf-8' },
  'as-run.json': { format: 'json', type: 'application/json; charset=utf-8' },
  'as-run.chapters.txt': { format: 'chapters', type: 'text/plain; charset=utf-8' },
} as const;

export function addHistoryApi(app: FastifyInstance, deps: HistoryApiDeps): void {
  const { runQuery, rehearsal, forView } = deps;

  const sendQueryResult = async (reply: FastifyReply, name: QueryName, input: unknown): Promise<FastifyReply> => {
    const found = await runQuery(name, input);
    return found.ok ? reply.send(found.value) : sendRefusal(reply, found);
  };

  app.get<{ Params: Slug; Querystring: Query }>('/api/feeds/:slug/history', forView, (request, reply) => {
    const { before, limit } = request.query;
    const input = {
      feed: request.params.slug,
      ...(before !== undefined && { before: parseIntegerOrKeep(before) }),
      ...(limit !== undefined && { limit: parseIntegerOrKeep(limit) }),
    };
    return sendQueryResult(reply, 'history', input);
  });

  app.get<{ Params: Slug & { revision: string } }>('/api/feeds/:slug/history/:revision', forView, (request, reply) => {
    const { slug, revision } = request.params;
    return sendQueryResult(reply, 'pastList', { feed: slug, revision: parseIntegerOrKeep(revision) });
  });

  for (const [name, { format, type }] of Object.entries(asRunFiles)) {
    app.get<{ Params: Slug; Querystring: Query }>(`/api/feeds/:slug/${name}`, forView, async (request, reply) => {
      const { from, to, of, start } = request.query;
      const found = await runQuery('asRunText', {
        feed: request.params.slug,
        format,
        ...(of !== undefined && { of }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(start !== undefined && { start }),
      });
      if (!found.ok) return sendRefusal(reply, found);
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${request.params.slug}-${name}"`)
        .send(found.value.text);
    });
  }

  app.get('/api/recordings', forView, (_, reply) => sendQueryResult(reply, 'recordings', {}));
  app.get('/api/rehearsal', forView, async () => ({ rehearsal: rehearsal.state() }));

  app.get('/api/rehearsal/events', forView, (_, reply) =>
    sendQueryResult(reply, 'rehearsalEvents', { recording: rehearsal.state()?.recording ?? 'none' }),
  );
}

/** Returns any other text unchanged, so that the schema reports the error. */
function parseIntegerOrKeep(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
