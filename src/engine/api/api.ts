/** Adds the HTTP routes of the control API, which can do everything the desk can. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DeskState } from '../../contract/deskState.ts';
import { describeFirstFault } from '../../core/describeIssue.ts';
import { feedOf, type ShowState } from '../../core/show.ts';
import type { QueryHandler } from '../desk/queries.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Ports } from '../ports.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Tokens } from '../settings/tokens.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import { addAuthentication, bearerOf, requireRight } from './authentication.ts';
import { addCommandRoutes } from './commandRoutes.ts';
import { addDetectApi } from './detectApi.ts';
import { addHistoryApi } from './historyApi.ts';
import { buildOpenApi } from './openApi.ts';
import { type Panel, streamPanel, viewPanel } from './panel.ts';
import { sendCode, sendRefusal } from './refusal.ts';
import { addSettingsApi } from './settingsApi.ts';
import type { PublicSource } from './stateSchemas.ts';

export type ApiDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'listCollections' | 'fetchCollection' | 'signatureDetector'>;
  readonly dispatch: Dispatch;
  readonly runQuery: QueryHandler;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  readonly tokens: Tokens;
  readonly settings: SettingsService;
  readonly view: (state: ShowState) => Omit<DeskState, 'sequence' | 'you'>;
  readonly sequence: () => number;
  readonly version: string;
  readonly ports: Pick<Ports, 'clock'>;
};

export function addApi(app: FastifyInstance, deps: ApiDeps): void {
  const { store, dispatch, tokens } = deps;
  addAuthentication(app, tokens, deps.ports.clock);
  const forView = { preHandler: requireRight('view') };
  const forDesk = { preHandler: requireRight('desk') };

  addCommandRoutes(app, dispatch);

  app.get('/api/state', forView, async () => {
    const { source, feeds, desks, problems, version } = deps.view(store.state());
    return { sequence: deps.sequence(), version, source: toPublicSource(source), feeds, desks, problems };
  });

  app.get<{ Querystring: { search?: string; page?: string } }>('/api/collections', forView, async (request, reply) => {
    const read = collectionsQuery.safeParse(request.query, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: describeFirstFault(read.error) });
    const found = await deps.source.listCollections(read.data.search, read.data.page);
    if ('code' in found) return sendRefusal(reply, found);
    return reply.send(found);
  });

  app.get<{ Params: { id: string } }>('/api/collections/:id', forView, async (request, reply) => {
    const found = await deps.source.fetchCollection(request.params.id);
    if (!('id' in found)) return sendRefusal(reply, found);
    return reply.send(found);
  });

  app.get('/api/tokens', forDesk, async () => ({ tokens: tokens.list() }));

  const findPanel = (slug: string): Panel | null => {
    const state = store.state();
    const feed = feedOf(state, slug);
    const view = deps.view(state).feeds.find((other) => other.slug === slug);
    return feed === null || view === undefined ? null : viewPanel(view, feed, state.problems);
  };
  const chooseSlug = (query: { feed?: string }): string => query.feed ?? store.state().feeds[0]?.slug ?? '';

  app.get<{ Querystring: { feed?: string } }>('/api/panel', forView, async (request, reply) => {
    const panel = findPanel(chooseSlug(request.query));
    return panel === null ? sendCode(reply, 'FEED_UNKNOWN', {}) : reply.send(panel);
  });

  app.get<{ Querystring: { feed?: string } }>('/api/events', forView, async (request, reply) => {
    const slug = chooseSlug(request.query);
    if (findPanel(slug) === null) return sendCode(reply, 'FEED_UNKNOWN', {});
    if (request.method === 'HEAD') return reply.type('text/event-stream').header('cache-control', 'no-store').send();
    const bearer = bearerOf(request);
    if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
    const { subscribe } = store;
    streamPanel(reply, { bearer, panel: () => findPanel(slug), subscribe, onRevoked: tokens.onRevoked });
    return reply;
  });

  const { runQuery, rehearsal } = deps;
  addHistoryApi(app, { runQuery, rehearsal, forView });
  addDetectApi(app, deps.source.signatureDetector, forDesk);
  addSettingsApi(app, deps.settings, forDesk);

  const description = buildOpenApi(deps.version);
  app.get('/api/openapi.json', forView, async (_, reply) => reply.send(description));
}

const collectionsQuery = z.object({
  search: z.string().max(200).default(''),
  page: z.coerce.number().int().min(0).max(100_000).default(0),
});

function toPublicSource(source: DeskState['source']): PublicSource {
  const { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook } = source;
  return { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook };
}
