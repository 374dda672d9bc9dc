/** The control API's routes into the past: history, the as-run log, recordings and the rehearsal of one. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { QuestionName } from '../../contract/questions.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { Answerer } from './answer.ts';
import type { Dispatch } from './dispatch.ts';
import { bodyOf, sendRefusal } from './refusal.ts';

export type PastDeps = {
  readonly answer: Answerer;
  readonly dispatch: Dispatch;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  /** Who asks, once a preHandler has let them in. */
  readonly by: (request: FastifyRequest) => string | null;
  readonly looking: { readonly preHandler: preHandlerAsyncHookHandler };
  readonly operating: { readonly preHandler: preHandlerAsyncHookHandler };
};

type Slug = { readonly slug: string };
type Query = Readonly<Record<string, string | undefined>>;

/** Files of the as-run log: how each is asked for and what it is. */
const asRunFiles = {
  'as-run.csv': { format: 'csv', type: 'text/csv; charset=utf-8' },
  'as-run.json': { format: 'json', type: 'application/json; charset=utf-8' },
  'as-run.chapters.txt': { format: 'chapters', type: 'text/plain; charset=utf-8' },
} as const;

/** Adds the routes under /api. */
export function addPastApi(app: FastifyInstance, deps: PastDeps): void {
  const { answer, dispatch, rehearsal, by, looking, operating } = deps;

  const sendAnswer = async (reply: FastifyReply, name: QuestionName, input: unknown): Promise<FastifyReply> => {
    const found = await answer(name, input);
    return found.ok ? reply.send(found.value) : sendRefusal(reply, found.code, found.message, found.nextStep);
  };

  app.get<{ Params: Slug; Querystring: Query }>('/api/feeds/:slug/history', looking, (request, reply) => {
    const { before, limit } = request.query;
    const input = {
      feed: request.params.slug,
      ...(before !== undefined && { before: numberIn(before) }),
      ...(limit !== undefined && { limit: numberIn(limit) }),
    };
    return sendAnswer(reply, 'history', input);
  });

  app.get<{ Params: Slug & { revision: string } }>('/api/feeds/:slug/history/:revision', looking, (request, reply) => {
    const { slug, revision } = request.params;
    return sendAnswer(reply, 'pastList', { feed: slug, revision: numberIn(revision) });
  });

  for (const [name, { format, type }] of Object.entries(asRunFiles)) {
    app.get<{ Params: Slug; Querystring: Query }>(`/api/feeds/:slug/${name}`, looking, async (request, reply) => {
      const { from, to, of, start } = request.query;
      const found = await answer('asRunText', {
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

  app.get('/api/recordings', looking, (_, reply) => sendAnswer(reply, 'recordings', {}));
  app.get('/api/rehearsal', looking, async () => ({ rehearsal: rehearsal.state() }));

  app.get('/api/rehearsal/events', looking, (_, reply) =>
    sendAnswer(reply, 'rehearsalEvents', { recording: rehearsal.state()?.recording ?? 'none' }),
  );

  const press = async (request: FastifyRequest, reply: FastifyReply, verb: string, input: unknown) => {
    const answered = await dispatch(verb, input, by(request));
    if (!answered.ok) return sendRefusal(reply, answered.code, answered.message, answered.nextStep);
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
      ...operating,
      handler: (request, reply) => press(request, reply, verb, bodyOf(request.body) ?? request.body),
    });
  }
}

/** A whole number where the text is one; else the text as it came, for the schema to refuse in words. */
function numberIn(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
