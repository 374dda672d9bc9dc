/** Authoring of collections and their posts: each request one change, atomic, on disk when it is answered. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isMatchMet } from '../conditional.ts';
import { type ContentItem, collectionSummary } from '../document.ts';
import { type Answer, jsonAnswer, Refused } from '../http/answer.ts';
import { type AnswerShape, type Asked, plainRoute, type Route, type RouteFacts, route } from '../http/route.ts';
import { keptAddress, presentForAuthor, presentSummary } from '../present.ts';
import {
  addItem,
  clearLive,
  deleteCollection,
  deleteItem,
  demote,
  editItem,
  order,
  promote,
  rename,
} from '../store/edits.ts';
import { etagOf, type StoredCollection } from '../store/stored.ts';
import type { ChangeOutcome, Edit, Expectation, Store } from '../store.ts';
import {
  authoredCollection,
  collectionEdit,
  itemEdit,
  listOrder,
  newCollection,
  newItem,
  nothingNeeded,
  place,
} from './bodies.ts';

export const authoringRoot = '/authoring/v1/{organisation}';
const collections = `${authoringRoot}/collections`;
const single = `${collections}/{collectionId}`;
const item = `${single}/items/{itemId}`;

const answered: AnswerShape = {
  says: 'The collection after it, and its new ETag',
  schema: authoredCollection,
  type: 'application/json',
};
const changed = {
  200: answered,
  404: { says: 'There is no such collection or post', schema: null, type: 'error' },
  409: { says: 'It does not fit what is there', schema: null, type: 'error' },
  412: { says: 'It moved on; details.collection is the present one', schema: null, type: 'error' },
};

export type AuthoringPorts = {
  readonly now: () => number;
  /** The port that own media addresses carry. */
  readonly ownPort: () => number;
};

export function collectionRoutes(store: Store, ports: AuthoringPorts): readonly Route[] {
  const change = async (asked: Asked<unknown, unknown>, edit: Edit): Promise<Answer> => {
    const { organisation, params } = asked;
    const outcome = await store.change(organisation, params['collectionId'] ?? '', expectation(asked), edit);
    return conclude(outcome, asked.base);
  };
  const facts = (method: RouteFacts['method'], path: string, summary: string): RouteFacts => ({
    method,
    path,
    summary,
    asker: 'author',
    tag: 'Authoring',
    answers: changed,
  });
  const own = (address: string): string => keptAddress(address, ports.ownPort());
  const ownMedia = (media: ContentItem['media']): ContentItem['media'] =>
    media.map((medium) => ({ ...medium, mediaUrl: own(medium.mediaUrl) }));

  return [
    plainRoute(
      {
        ...facts('GET', collections, 'The organisation’s collections, oldest first, all of them'),
        answers: {
          200: {
            says: 'Their summaries',
            schema: z.object({
              collections: z.array(collectionSummary.extend({ version: z.int(), lastChangeKind: z.string() })),
            }),
            type: 'application/json',
          },
        },
      },
      async ({ organisation, base }) => {
        const views = store.summaries(organisation).map((summary) => ({
          ...presentSummary(summary, base),
          version: summary.version,
          lastChangeKind: summary.lastChange.kind,
        }));
        return jsonAnswer(200, { collections: views });
      },
    ),
    route(
      {
        ...facts('POST', collections, 'Make a collection'),
        answers: { 201: answered },
      },
      {
        query: null,
        body: newCollection,
        handle: async ({ organisation, body, base }) => {
          const made = await store.create(organisation, { ...body, staging: [], live: [] });
          return authored(201, made, base);
        },
      },
    ),
    plainRoute(
      {
        ...facts('GET', single, 'One collection with its version and what undo would take back'),
        answers: { 200: answered, 404: changed[404] },
      },
      async ({ organisation, params, base }) => {
        const found = await store.read(organisation, params['collectionId'] ?? '');
        if (found === null) throw collectionUnknown();
        return authored(200, found, base);
      },
    ),
    route(facts('PATCH', single, 'Rename it, or change its content type'), {
      query: null,
      body: collectionEdit,
      handle: (asked) => change(asked, rename(asked.body.name ?? null, asked.body.contentType ?? null)),
    }),
    plainRoute(facts('DELETE', single, 'Delete it; undo brings it back'), (asked) => change(asked, deleteCollection())),
    route(facts('POST', `${single}/items`, 'Add a post; to staging unless said'), {
      query: null,
      body: newItem,
      handle: async (asked) => {
        const { list, index, id, ...fields } = asked.body;
        const now = new Date(ports.now()).toISOString();
        // In the document's order, as it is after a restart: the same version is always the same bytes.
        const post: ContentItem = {
          id: id ?? `itm_${randomUUID()}`,
          fullName: fields.fullName,
          username: fields.username,
          source: fields.source,
          message: fields.message,
          profileImageUrl: fields.profileImageUrl === null ? null : own(fields.profileImageUrl),
          media: ownMedia(fields.media),
          publishedAt: fields.publishedAt ?? now,
          lastModifiedDate: fields.lastModifiedDate ?? now,
        };
        const answer = await change(asked, addItem(post, list, index));
        const path = asked.request.url?.split('?')[0] ?? '';
        return { ...answer, headers: { ...answer.headers, Location: `${path}/${encodeURIComponent(post.id)}` } };
      },
    }),
    route(facts('PATCH', item, 'Edit a post; list and index move it'), {
      query: null,
      body: itemEdit,
      handle: (asked) => {
        const { list, index, ...given } = asked.body;
        const fields = Object.fromEntries(
          Object.entries({
            ...given,
            ...(given.media === undefined ? {} : { media: ownMedia(given.media) }),
            ...(typeof given.profileImageUrl === 'string' ? { profileImageUrl: own(given.profileImageUrl) } : {}),
          }).filter(([, value]) => value !== undefined),
        );
        const now = new Date(ports.now()).toISOString();
        return change(asked, editItem(asked.params['itemId'] ?? '', fields, list ?? null, index ?? null, now));
      },
    }),
    plainRoute(facts('DELETE', item, 'Delete a post'), (asked) =>
      change(asked, deleteItem(asked.params['itemId'] ?? '')),
    ),
    route(facts('POST', `${item}/promote`, 'From staging to live'), {
      query: null,
      body: place,
      handle: (asked) => change(asked, promote(asked.params['itemId'] ?? '', asked.body.index)),
    }),
    route(facts('POST', `${item}/demote`, 'From live back to staging'), {
      query: null,
      body: place,
      handle: (asked) => change(asked, demote(asked.params['itemId'] ?? '', asked.body.index)),
    }),
    route(facts('PUT', `${single}/order`, 'The whole order of one list'), {
      query: null,
      body: listOrder,
      handle: (asked) => change(asked, order(asked.body.list, asked.body.itemIds)),
    }),
    route(facts('POST', `${single}/clear-live`, 'Live becomes empty; its posts go to the end of staging'), {
      query: null,
      body: nothingNeeded,
      handle: (asked) => change(asked, clearLive()),
    }),
    route(facts('POST', `${single}/undo`, 'Take back the last change, a deletion too'), {
      query: null,
      body: nothingNeeded,
      handle: async (asked) => {
        const { organisation, params, base } = asked;
        return conclude(await store.undo(organisation, params['collectionId'] ?? '', expectation(asked)), base);
      },
    }),
  ];
}

function expectation(asked: Asked<unknown, unknown>): Expectation {
  const header = asked.headers['if-match'];
  return header === undefined ? null : (present) => isMatchMet(header, etagOf(present));
}

function conclude(outcome: ChangeOutcome, base: string): Answer {
  switch (outcome.outcome) {
    case 'done':
      return authored(200, outcome.collection, base);
    case 'unknown':
      throw collectionUnknown();
    case 'movedOn':
      throw new Refused(
        412,
        'PRECONDITION_FAILED',
        'Somebody else changed the collection meanwhile. Nothing was done; details.collection is the present one.',
        { collection: presentForAuthor(outcome.collection, base) },
        { ETag: etagOf(outcome.collection) },
      );
    case 'refused':
      throw new Refused(outcome.refused === 'ITEM_NOT_FOUND' ? 404 : 409, outcome.refused, outcome.message);
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

function authored(status: number, collection: StoredCollection, base: string): Answer {
  return jsonAnswer(status, presentForAuthor(collection, base), {
    'Cache-Control': 'no-store',
    ETag: etagOf(collection),
  });
}

function collectionUnknown(): Refused {
  return new Refused(404, 'COLLECTION_NOT_FOUND', 'There is no such collection.');
}
