/** The control API's routes: what the desk can do, anyone with a token and the right for it can do by HTTP. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DeskState } from '../../contract/deskState.ts';
import { feedOf, type ShowState } from '../../core/show.ts';
import type { Ports } from '../ports.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { SettingsBook } from '../settings/book.ts';
import type { Source } from '../source/source.ts';
import type { Store } from '../store.ts';
import type { Answerer } from './answer.ts';
import type { PromisedSource } from './answerSchemas.ts';
import { type FeedCommandName, faultOf, isFeedCommand } from './commandSchemas.ts';
import { addDetectApi } from './detectApi.ts';
import type { Dispatch } from './dispatch.ts';
import { addEntrance, bearerOf, needs } from './entrance.ts';
import { openApi } from './openApi.ts';
import { type Panel, streamPanel, viewPanel } from './panel.ts';
import { addPastApi } from './pastApi.ts';
import { bodyOf, sendCode, sendRefusal } from './refusal.ts';
import { addSettingsApi } from './settingsApi.ts';
import { isOwnName, type Tokens } from './tokens.ts';

export type ApiDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'collections' | 'collection' | 'detect'>;
  readonly dispatch: Dispatch;
  readonly answer: Answerer;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  readonly tokens: Tokens;
  readonly settings: SettingsBook;
  readonly view: (state: ShowState) => Omit<DeskState, 'sequence' | 'you'>;
  readonly sequence: () => number;
  readonly onAnyChange: (listener: () => void) => () => void;
  readonly version: string;
  readonly ports: Pick<Ports, 'clock'>;
};

/** Adds the routes under /api. */
export function addApi(app: FastifyInstance, deps: ApiDeps): void {
  const { store, dispatch, tokens } = deps;
  addEntrance(app, tokens, deps.ports.clock);
  const by = (request: FastifyRequest): string | null => bearerOf(request)?.name ?? null;
  const looking = { preHandler: needs('view') };

  app.post<{ Params: { slug: string; verb: string } }>(
    '/api/feeds/:slug/:verb',
    {
      preHandler: async (request, reply) =>
        needs(request.params.verb === 'used' ? 'present' : 'operate')(request, reply),
    },
    async (request, reply) => {
      const { slug, verb } = request.params;
      if (!isFeedCommand(verb)) return sendCode(reply, 'COMMAND_UNKNOWN', {});
      const body = bodyOf(request.body);
      if (body === null) return sendCode(reply, 'COMMAND_INVALID', { what: 'the body must be a JSON object' });
      return press(reply, verb, { ...body, feed: slug }, by(request));
    },
  );

  async function press(
    reply: FastifyReply,
    verb: FeedCommandName,
    input: unknown,
    name: string | null,
  ): Promise<FastifyReply> {
    const answer = await dispatch(verb, input, name);
    if (!answer.ok) return sendRefusal(reply, answer.code, answer.message, answer.nextStep);
    return reply.send(answer.feed ?? {});
  }

  app.post('/api/source/mode', { preHandler: needs('desk') }, async (request, reply) => {
    const answer = await dispatch('setMode', bodyOf(request.body) ?? {}, by(request));
    if (!answer.ok) return sendRefusal(reply, answer.code, answer.message, answer.nextStep);
    return reply.send({ mode: store.state().source.mode });
  });

  app.post('/api/source/check', { preHandler: needs('operate') }, async (request, reply) => {
    const answer = await dispatch('checkNow', bodyOf(request.body) ?? {}, by(request));
    if (!answer.ok) return sendRefusal(reply, answer.code, answer.message, answer.nextStep);
    return reply.send({});
  });

  app.get('/api/state', looking, async () => {
    const { source, feeds, desks, problems, version } = deps.view(store.state());
    return { sequence: deps.sequence(), version, source: promiseSource(source), feeds, desks, problems };
  });

  app.get<{ Querystring: { search?: string; page?: string } }>('/api/collections', looking, async (request, reply) => {
    const read = collectionsQuery.safeParse(request.query, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: faultOf(read.error) });
    const found = await deps.source.collections(read.data.search, read.data.page);
    if ('code' in found) return sendRefusal(reply, found.code, found.message, found.nextStep);
    return reply.send(found);
  });

  app.get<{ Params: { id: string } }>('/api/collections/:id', looking, async (request, reply) => {
    const found = await deps.source.collection(request.params.id);
    if (!('id' in found)) return sendRefusal(reply, found.code, found.message, found.nextStep);
    return reply.send(found);
  });

  app.get('/api/tokens', { preHandler: needs('desk') }, async () => ({ tokens: tokens.list() }));
  app.post('/api/tokens', { preHandler: needs('desk') }, async (request, reply) => {
    const read = tokenBody.safeParse(request.body, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: faultOf(read.error) });
    if (isOwnName(read.data.name))
      return sendCode(reply, 'COMMAND_INVALID', { what: 'name: Greenroom itself presses under that name' });
    const value = await tokens.make(read.data.name, read.data.right);
    if (value === null) return sendCode(reply, 'COMMAND_INVALID', { what: 'name: there is a token of that name' });
    return reply.code(201).send({ ...read.data, token: value });
  });
  app.delete('/api/tokens', { preHandler: needs('desk') }, async (request, reply) => {
    const read = tokenBody.pick({ name: true }).safeParse(request.body, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: faultOf(read.error) });
    if (!(await tokens.revoke(read.data.name)))
      return sendCode(reply, 'COMMAND_INVALID', { what: 'name: there is no such token' });
    return reply.send({});
  });

  const panelOf = (slug: string): Panel | null => {
    const state = store.state();
    const feed = feedOf(state, slug);
    const view = deps.view(state).feeds.find((other) => other.slug === slug);
    return feed === null || view === undefined ? null : viewPanel(view, feed, state.problems);
  };
  const slugOf = (query: { feed?: string }): string => query.feed ?? store.state().feeds[0]?.slug ?? '';

  app.get<{ Querystring: { feed?: string } }>('/api/panel', looking, async (request, reply) => {
    const panel = panelOf(slugOf(request.query));
    return panel === null ? sendCode(reply, 'FEED_UNKNOWN', {}) : reply.send(panel);
  });

  app.get<{ Querystring: { feed?: string } }>('/api/events', looking, async (request, reply) => {
    const slug = slugOf(request.query);
    if (panelOf(slug) === null) return sendCode(reply, 'FEED_UNKNOWN', {});
    if (request.method === 'HEAD') return reply.type('text/event-stream').header('cache-control', 'no-store').send();
    const bearer = bearerOf(request);
    if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
    const { onAnyChange } = deps;
    streamPanel(reply, { bearer, panel: () => panelOf(slug), onAnyChange, onRevoked: tokens.onRevoked });
    return reply;
  });

  const { answer, rehearsal } = deps;
  addPastApi(app, { answer, dispatch, rehearsal, by, looking, operating: { preHandler: needs('operate') } });
  const atDesk = { preHandler: needs('desk') };
  addDetectApi(app, deps.source.detect, deps.settings, by, atDesk);
  addSettingsApi(app, deps.settings, by, atDesk);

  const description = openApi(deps.version);
  app.get('/api/openapi.json', looking, async (_, reply) => reply.send(description));
}

const collectionsQuery = z.object({
  search: z.string().max(200).default(''),
  page: z.coerce.number().int().min(0).max(100_000).default(0),
});

const tokenBody = z.strictObject({
  name: z.string().trim().min(1).max(40),
  right: z.enum(['desk', 'operate', 'present', 'view']),
});

/** The state of the source as it is promised: no more than that, under those names. */
function promiseSource(source: DeskState['source']): PromisedSource {
  const { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook } = source;
  return { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook };
}
