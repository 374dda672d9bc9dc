/** Generates the OpenAPI 3.1 document from the routes’ schemas, which also validate. */
import swagger from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { capitalise } from '../core/capitalise.ts';
import {
  completeOperation,
  convertRouteSchemas,
  type Json,
  type ResponseSchema,
  type RouteSchemas,
  toJsonSchema,
} from '../core/jsonSchema.ts';
import { errorResponse, webhookPayload } from '../core/serviceDocument.ts';
import { type App, sendContent } from './http/app.ts';

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Json;
  readonly components: Json & { readonly schemas: Readonly<Record<string, unknown>> };
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Json }>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
  readonly description?: string;
};

export type DescribeService = (base: string) => OpenApi;

/** Version of the service document that this service implements. */
const documentVersion = '1.2.0';

const tags = [
  { name: 'Reading', description: 'For readers, with X-API-Key; exactly as in the service’s documentation.' },
  {
    name: 'Authoring',
    description: 'Collections, posts and media, with the token. Send If-Match to change only the version you saw.',
  },
  { name: 'Webhooks', description: 'The endpoints that are notified of changes, and their deliveries.' },
  { name: 'Keys', description: 'The API keys that readers use.' },
  { name: 'Organisations', description: 'Each organisation sees only its own collections.' },
  { name: 'Faults', description: 'Deliberately wrong responses for testing readers; only with --faults.' },
  { name: 'Media', description: 'Pictures and videos that the service stores.' },
  { name: 'Pages', description: 'Pages for browsers.' },
];

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  token: { type: 'http', scheme: 'bearer' },
} as const;

/**
 * Records the routes that `app` adds from now on. Once `app` is ready, the returned function describes them for callers that
 * use this origin.
 */
export async function recordOperations(app: App): Promise<DescribeService> {
  const schemas: Record<string, unknown> = {};
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Content Collections Service',
        version: documentVersion,
        description:
          'Greenroom’s built-in implementation. Readers fetch collections with an API key; webhooks report every change.',
      },
      tags,
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describeRoute(schema as RouteSchema, url, String(route.method), schemas),
    }),
  });
  return (base) => {
    const { paths, components, ...others } = app.swagger() as unknown as OpenApi;
    const complete = Object.entries(paths).map(([path, methods]) => [path, completeMethods(methods)] as const);
    return {
      ...others,
      servers: [{ url: base }],
      paths: Object.fromEntries(complete),
      webhooks: { collectionUpdated: { post: describeDelivery(schemas) } },
      components: { ...components, schemas },
    };
  };
}

/** Adds HEAD to GET, and what Swagger leaves out. */
function completeMethods(methods: Readonly<Record<string, Operation>>): Readonly<Record<string, Operation>> {
  const complete = Object.entries(methods).map(([method, operation]) => [method, completeOperation(operation)]);
  const all: Readonly<Record<string, Operation>> = Object.fromEntries(complete);
  return all['get'] === undefined ? all : { ...all, head: toHeadOperation(all['get']) };
}

function toHeadOperation(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => [status, { description }] as const,
  );
  return {
    ...operation,
    operationId: `head${capitalise(operation.operationId)}`,
    responses: Object.fromEntries(responses),
  };
}

export function addOpenApi(app: App, describe: DescribeService): void {
  app.get(
    '/openapi.json',
    {
      schema: {
        tags: ['Pages'],
        operationId: 'getOpenApi',
        summary: 'Get this document',
        description: 'Generated from the running service’s own routes.',
        response: { 200: z.looseObject({ openapi: z.string() }).describe('OpenAPI 3.1') },
      },
    },
    async ({ base }, reply) => {
      const body = Buffer.from(JSON.stringify(describe(base), null, 2));
      return sendContent(reply, { status: 200, headers: { 'Content-Type': 'application/json' }, body });
    },
  );
}

type RouteSchema = Omit<FastifySchema, keyof RouteSchemas> & RouteSchemas;

/** Returns the route’s schemas as JSON Schemas, with the responses that many routes share. */
function describeRoute(
  schema: RouteSchema,
  url: string,
  method: string,
  schemas: Record<string, unknown>,
): FastifySchema {
  const { params: _, ...others } = schema;
  const { response, security = [] } = others;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, { type: 'string', minLength: 1 }]);
  const isChange = url.includes(':collectionId') && method !== 'GET' && security.some(({ token }) => token);
  const condition = isChange ? { ...ifMatch, ...prefer } : response?.['304'] === undefined ? null : ifNoneMatch;
  return {
    ...convertRouteSchemas({ ...others, response: addSharedResponses(schema, url) }, schemas),
    security,
    ...(names.length === 0 ? {} : { params: { type: 'object', properties: Object.fromEntries(names) } }),
    ...(condition === null ? {} : { headers: { type: 'object', properties: condition } }),
  };
}

const ifMatch = {
  'If-Match': { type: 'string', description: 'Makes the change only if the collection still has this ETag' },
};
const prefer = {
  Prefer: { type: 'string', description: '`return=minimal` returns only the change, whatever the length of the lists' },
};
const ifNoneMatch = {
  'If-None-Match': { type: 'string', description: 'Returns 304 if the response still has this ETag' },
};

function addSharedResponses({ security, body, response = {} }: RouteSchema, url: string) {
  const shared: Record<string, ResponseSchema> = {
    400: errorResponse.describe('VALIDATION_ERROR with details.fields, or BAD_REQUEST'),
    421: errorResponse.describe('MISDIRECTED_REQUEST: a Host that this service does not serve'),
    503: errorResponse.describe('SERVICE_UNAVAILABLE'),
  };
  for (const { key, token } of security ?? []) {
    if (key !== undefined) {
      shared['401'] = errorResponse.describe('MISSING_API_KEY or INVALID_API_KEY');
      shared['502'] = errorResponse.describe('BAD_GATEWAY');
    }
    if (token !== undefined) shared['401'] = errorResponse.describe('MISSING_TOKEN or INVALID_TOKEN');
  }
  if (body !== undefined) {
    shared['413'] = errorResponse.describe('PAYLOAD_TOO_LARGE');
    shared['415'] = errorResponse.describe('UNSUPPORTED_MEDIA_TYPE');
  }
  if (!url.includes(':organisation')) return { ...shared, ...response };
  const { 404: own } = response;
  const notFound = own === undefined ? 'ORGANISATION_NOT_FOUND' : `${own.description}, or ORGANISATION_NOT_FOUND`;
  return { ...shared, ...response, 404: errorResponse.describe(notFound) };
}

function describeDelivery(schemas: Record<string, unknown>): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: 'collectionUpdated',
    summary: 'A collection changed',
    description: 'Sent to each webhook after each change, in the order of the changes.',
    parameters: [
      header('X-Webhook-Event', 'COLLECTION_UPDATED'),
      header('X-Webhook-Delivery-Timestamp', 'Time of this try, ISO 8601'),
      header(
        'X-Webhook-Signature',
        'sha256= and the hex HMAC-SHA256 of the signed text: by default the body, see `signing`',
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(webhookPayload, 'output', schemas) } },
    },
    responses: {
      '2XX': { description: 'Delivered' },
      '429': { description: 'Retried after a delay that doubles each time' },
      '4XX': { description: 'Failed permanently' },
      '5XX': { description: 'Retried, as after a timeout or a failed connection' },
    },
  };
}
