/** Adds the control API routes for history, the as-run log, recordings and rehearsals. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { QueryName } from '../../contract/queries.ts';
import type { QueryHandler } from '../desk/queries.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { bodyOf, sendRefusal } from './refusal.ts';

export type HistoryApiDeps = {
  readonly runQuery: QueryHandler;
  readonly dispatch: Dispatch;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  /** Name of the token, once a preHandler has accepted it. */
  readonly bearerName: (request: FastifyRequest) => string | null;
  readonly forView: { readonly preHandler: preHandlerAsyncHookHandler };
  readonly forOperate: { readonly preHandler: preHandlerAsyncHookHandler };
};

type Slug = { readonly slug: string };
type Query = Readonly<Record<string, string | undefined>>;

const asRunFiles = {
  'as-run.csv': { format: 'csv', type: 'text/csv; charset=utf-8' },
  'as-run.json': { format: 'json', type: 'application/json; charset=utf-8' },
  'as-run.chapters.txt': { format: 'chapters', type: 'text/plain; charset=utf-8' },
} as const;

export function addHistoryApi(app: FastifyInstance, deps: HistoryApiDeps): void {
  const { runQuery, dispatch, rehearsal, bearerName, forView, forOperate } = deps;

  const sendQueryResult = async (reply: FastifyReply, name: QueryName, input: unknown): Promise<FastifyReply> => {
    const found = await runQuery(name, input);
    return found.ok ? reply.send(found.value) : sendRefusal(reply, found.code, found.message, found.nextStep);
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
      if (!found.ok) return sendRefusal(reply, found.code, found.message, found.nextStep);
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

  const runCommand = async (request: FastifyRequest, reply: FastifyReply, verb: string, input: unknown) => {
    const result = await dispatch(verb, input, bearerName(request));
    if (!result.ok) return sendRefusal(reply, result.code, result.message, result.nextStep);
    return reply.send({ rehearsal: rehearsal.state() });
  };
  const routes = [
    ['POST', '/api/rehearsal', 'rehearse'],
    ['DELETE', '/api/rehearsal', 'endRehearsal'],
    ['POST', '/api/rehearsal/pause', 'pauseRehearsal'],
    ['POST', '/api/rehearsal/step', 'stepRehearsal'],
    ['POST', '/api/rehearsal/speed', 'speedRehearsal'],
    ['POST', '/api/rehearsal/seek', 'seekRehearsal'],
  ] as const;
  for (const [method, url, verb] of routes) {
    app.route({
      method,
      url,
      ...forOperate,
      handler: (request, reply) => runCommand(request, reply, verb, bodyOf(request.body) ?? request.body),
    });
  }
}

/** Returns any other text unchanged, so that the schema reports the error. */
function parseIntegerOrKeep(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
