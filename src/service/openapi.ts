/** The OpenAPI 3.1 document, made from the very routes and schemas that answer. */
import { z } from 'zod';
import { errorResponse, webhookPayload } from './document.ts';
import { type AnswerShape, plainRoute, type Route } from './http/route.ts';

type Json = Readonly<Record<string, unknown>>;

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

/** The release of the service document that is answered here. */
const release = '1.2.0';

const tags = [
  { name: 'Reading', description: 'What readers get, by X-API-Key. The service document, to the letter.' },
  {
    name: 'Authoring',
    description: 'Collections, posts and media, by the token. If-Match makes a change conditional.',
  },
  { name: 'Webhooks', description: 'Who is told of changes, and what became of it.' },
  { name: 'Keys', description: 'Who may read.' },
  { name: 'Organisations', description: 'Each sees its own collections only.' },
  { name: 'Faults', description: 'Wrong answers on purpose; only when started with --faults.' },
  { name: 'Media', description: 'Pictures and films that the service keeps.' },
  { name: 'Pages', description: 'For people.' },
];

export function describeService(routes: readonly Route[], base: string): OpenApi {
  const schemas: Record<string, unknown> = {};
  const shape = (schema: z.ZodType, io: 'input' | 'output'): unknown => shapeOf(schema, io, schemas);
  const error = { 'application/json': { schema: shape(errorResponse, 'output') } };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const one of routes) {
    const path = one.path.replace('+}', '}');
    const methods = paths[path] ?? {};
    paths[path] = methods;
    const operation = describeRoute(one, error, shape);
    methods[one.method.toLowerCase()] = operation;
    if (one.method === 'GET') methods['head'] = headOf(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Collections Service',
      version: release,
      description:
        'Greenroom’s own implementation: collections of posts with a staging and a live list, read by key, told by webhook.',
    },
    servers: [{ url: base }],
    tags,
    paths,
    webhooks: { collectionUpdated: { post: describeDelivery(shape) } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas,
    },
  };
}

export function openApiRoute(routes: () => readonly Route[]): Route {
  return plainRoute(
    {
      method: 'GET',
      path: '/openapi.json',
      asker: 'anyone',
      tag: 'Pages',
      summary: 'This document',
      answers: {
        200: { says: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }), type: 'application/json' },
      },
    },
    async ({ base }) => {
      const body = Buffer.from(JSON.stringify(describeService(routes(), base), null, 2));
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        body,
        wire: null,
      };
    },
  );
}

function describeRoute(
  one: Route,
  error: Json,
  shape: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Operation {
  const names = [...one.path.matchAll(/\{(\w+)\+?\}/g)].map((found) => found[1] ?? '');
  const parameters: Parameter[] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
  const isChange = one.path.includes('{collectionId}') && one.method !== 'GET' && one.asker === 'author';
  if (isChange) parameters.push({ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } });
  if (one.answers[304] !== undefined) {
    parameters.push({ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } });
  }
  const described: Operation = {
    operationId: operationIdOf(one),
    summary: one.summary,
    tags: [one.tag],
    security: one.asker === 'anyone' ? [] : [one.asker === 'reader' ? { key: [] } : { token: [] }],
    parameters: [...parameters, ...queryParameters(one, shape)],
    responses: describeAnswers(one, error, shape),
  };
  if (one.takesBytes) {
    const content = { 'application/octet-stream': { schema: {} } };
    return { ...described, requestBody: { required: true, content } };
  }
  if (one.body === null) return described;
  const isRequired = !one.body.safeParse({}).success;
  const content = { 'application/json': { schema: shape(one.body, 'input') } };
  return { ...described, requestBody: { required: isRequired, content } };
}

/** One name an operation: a path with a slash at its end is another than that without. */
function operationIdOf({ method, path }: Route): string {
  const words = path.replace(/\/$/, '/index').split(/[^A-Za-z0-9]+/);
  return `${method.toLowerCase()}${words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')}`;
}

function queryParameters(
  one: Route,
  shape: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): readonly Parameter[] {
  if (one.query === null) return [];
  return Object.entries(one.query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: shape(schema as z.ZodType, 'input'),
  }));
}

function describeAnswers(
  one: Route,
  error: Json,
  shape: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Operation['responses'] {
  const describe = ({ says, schema, type }: AnswerShape) => {
    if (type === '') return { description: says };
    if (type === 'error') return { description: says, content: error };
    return { description: says, content: { [type]: schema === null ? {} : { schema: shape(schema, 'output') } } };
  };
  const own = Object.entries(one.answers).map(([status, answer]) => [status, describe(answer)] as const);
  const refused = (description: string) => ({ description, content: error });
  const common: [string, ReturnType<typeof refused>][] = [
    ['400', refused('VALIDATION_ERROR with details.fields, or BAD_REQUEST')],
    ['421', refused('MISDIRECTED_REQUEST: a foreign Host')],
    ['503', refused('SERVICE_UNAVAILABLE')],
  ];
  if (one.asker === 'reader') {
    common.push(['401', refused('MISSING_API_KEY or INVALID_API_KEY')], ['502', refused('BAD_GATEWAY')]);
  }
  if (one.asker === 'author') common.push(['401', refused('MISSING_TOKEN or INVALID_TOKEN')]);
  if (one.asker === 'author') common.push(['404', refused('ORGANISATION_NOT_FOUND')]);
  if (one.body !== null || one.takesBytes) {
    common.push(['413', refused('PAYLOAD_TOO_LARGE')], ['415', refused('UNSUPPORTED_MEDIA_TYPE')]);
  }
  return Object.fromEntries([...common, ...own]);
}

function headOf(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => [status, { description }] as const,
  );
  return { ...operation, operationId: `head${operation.operationId}`, responses: Object.fromEntries(responses) };
}

function describeDelivery(shape: (schema: z.ZodType, io: 'input' | 'output') => unknown): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    summary: 'Sent to each registered endpoint after each change, in the order of the changes',
    parameters: [
      header('X-Webhook-Event', 'COLLECTION_UPDATED'),
      header('X-Webhook-Delivery-Timestamp', 'ISO 8601 moment of this try'),
      header(
        'X-Webhook-Signature',
        'sha256= and the HMAC-SHA256 of the body in hex, unless the endpoint signs otherwise',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: shape(webhookPayload, 'output') } } },
    responses: {
      '2XX': { description: 'Delivered' },
      '429': { description: 'Tried again, each time after twice as long' },
      '4XX': { description: 'Failed for good' },
      '5XX': { description: 'Tried again, as is no answer in time or no connection' },
    },
  };
}

/** A schema as JSON Schema; those with an id go to `schemas` once and are referred to. */
function shapeOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, unknown>): unknown {
  const { $schema: _, $defs = {}, ...plain } = z.toJSONSchema(schema, { io });
  for (const [id, definition] of Object.entries($defs)) schemas[id] = withoutId(pointed(definition));
  const id = schema.meta()?.id;
  if (id === undefined) return pointed(plain);
  if ($defs[id] === undefined) schemas[id] = withoutId(pointed(plain));
  return { $ref: `#/components/schemas/${id}` };
}

function withoutId(shape: unknown): unknown {
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'id' && name !== '$id'));
}

function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : pointed(inner),
    ]),
  );
}
