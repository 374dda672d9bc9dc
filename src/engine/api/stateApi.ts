/** Adds the control API routes that read the state, one feed for a button panel, and the service's collections. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type DeskState, type PublicSource, stateSchema } from '../../contract/deskState.ts';
import { type Panel, panelSchema } from '../../contract/panel.ts';
import { presenterSchema } from '../../contract/presenter.ts';
import { feedOf } from '../../core/show.ts';
import { viewPanel } from '../commands/viewPanel.ts';
import { viewPresenter } from '../desk/viewPresenter.ts';
import { isCompanion } from '../feed/programs.ts';
import type { ApiDeps } from './apiDeps.ts';
import { bearerOf, requireRight, requireStaging } from './authentication.ts';
import { collectionPageSchema, collectionSchema } from './collectionSchemas.ts';
import type { Api } from './document.ts';
import { sendCode, sendRefusal } from './refusal.ts';
import { streamView, type ViewStream } from './viewStream.ts';

const optionalFeed = z.object({
  feed: z.string().optional().describe('Name of the feed; default: the first.'),
});

export function addStateApi(api: Api, deps: ApiDeps): void {
  const { store, source, tokens } = deps;
  const { subscribe } = store;

  api.get(
    '/api/state',
    {
      schema: {
        operationId: 'getState',
        summary: 'Get the state',
        description: 'Returns the source, all feeds, the desks and the current problems.',
        response: { 200: stateSchema },
      },
    },
    async () => {
      const { source, feeds, desks, problems, version } = deps.view(store.state());
      return { sequence: deps.announcedChanges(), version, source: toPublicSource(source), feeds, desks, problems };
    },
  );

  const findPanel = (slug: string): Panel | null => {
    const state = store.state();
    const feed = feedOf(state, slug);
    return feed === null ? null : viewPanel(state, feed);
  };
  const chooseSlug = (query: { feed?: string | undefined }): string => query.feed ?? store.state().feeds[0]?.slug ?? '';

  /** Returns a function to call while the reader reads; it counts only Companion. */
  const panelReadsOf = ({ headers, ip }: FastifyRequest, slug: string, protocol: 'poll' | 'events'): (() => void) => {
    if (!isCompanion(headers['user-agent'] ?? '')) return () => undefined;
    return () => {
      const revision = feedOf(store.state(), slug)?.onAir.revision ?? 0;
      deps.pulls(slug)?.recordPanel({ address: ip, protocol, revision });
    };
  };

  type Stream = Pick<ViewStream, 'view' | 'onRead'>;
  const sendStream = (request: FastifyRequest, reply: FastifyReply, { view, onRead }: Stream): FastifyReply => {
    if (view() === null) return sendCode(reply, 'FEED_UNKNOWN', {});
    const bearer = bearerOf(request);
    if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
    const { clock } = deps.ports;
    streamView(reply, { bearer, view, subscribe, onRevoked: tokens.onRevoked, onRead, clock });
    return reply;
  };

  api.get(
    '/api/panel',
    {
      schema: {
        operationId: 'getPanel',
        summary: 'Get one feed for a button panel',
        description: 'Returns one feed as a small flat object.',
        querystring: optionalFeed,
        response: { 200: panelSchema },
      },
    },
    async (request, reply) => {
      const slug = chooseSlug(request.query);
      const panel = findPanel(slug);
      if (panel === null) return sendCode(reply, 'FEED_UNKNOWN', {});
      panelReadsOf(request, slug, 'poll')();
      return reply.send(panel);
    },
  );

  api.get(
    '/api/events',
    {
      schema: {
        operationId: 'streamPanel',
        summary: 'Stream one feed for a button panel',
        description:
          'Sends the panel object as a server-sent event now and at each change, and a comment every two seconds. Without either for five seconds, the connection is lost.',
        querystring: optionalFeed,
        response: {
          200: {
            description: 'The feed as one small flat object.',
            content: { 'text/event-stream': { schema: panelSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const slug = chooseSlug(request.query);
      const onRead = panelReadsOf(request, slug, 'events');
      return sendStream(request, reply, { view: () => findPanel(slug), onRead });
    },
  );

  api.get(
    '/api/present',
    {
      preValidation: requireRight('present'),
      schema: {
        operationId: 'streamPresenter',
        summary: 'Stream one feed for a presenter',
        description:
          'Sends the current and the next post of one feed as a server-sent event now and at each change, and a comment every two seconds. Contains nothing of staging.',
        querystring: optionalFeed,
        response: {
          200: {
            description: 'The current and the next post.',
            content: { 'text/event-stream': { schema: presenterSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const slug = chooseSlug(request.query);
      const view = () => {
        const state = store.state();
        const feed = feedOf(state, slug);
        return feed === null ? null : viewPresenter(state, feed);
      };
      return sendStream(request, reply, { view, onRead: () => undefined });
    },
  );

  api.get(
    '/api/collections',
    {
      schema: {
        operationId: 'listCollections',
        summary: 'List collections',
        description: 'Returns one page of the service’s collections.',
        querystring: z.object({
          search: z.string().max(200).default('').describe('Part of a name or id.'),
          page: z.coerce.number().int().min(0).max(100_000).default(0).describe('Page number, from 0.'),
        }),
        response: { 200: collectionPageSchema },
      },
    },
    async ({ query }, reply) => {
      const found = await source.listCollections(query.search, query.page);
      return 'code' in found ? sendRefusal(reply, found) : reply.send(found);
    },
  );

  api.get(
    '/api/collections/:collectionId',
    {
      preValidation: requireStaging,
      schema: {
        operationId: 'getCollection',
        summary: 'Get a collection',
        description: 'Returns one collection with its lists, whether a feed uses it or not.',
        params: z.object({ collectionId: z.string().describe('Id of the collection.') }),
        response: { 200: collectionSchema },
      },
    },
    async ({ params }, reply) => {
      const found = await source.fetchCollection(params.collectionId);
      return 'id' in found ? reply.send(found) : sendRefusal(reply, found);
    },
  );
}

function toPublicSource(source: DeskState['source']): PublicSource {
  const { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook } = source;
  return { mode, state, baseUrl, lastConfirmedAt, nextCheckAt, latencyMs, webhook };
}
