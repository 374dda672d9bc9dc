/** Generates the OpenAPI 3.1 document from the route table and its schemas. */
import { z } from 'zod';
import { errorResponse, webhookPayload } from '../core/serviceDocument.ts';
import { createPlainRoute, type ResponseShape, type Route } from './http/route.ts';

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

export function describeService(routes: readonly Route[], base: string): OpenApi {
  const schemas: Record<string, unknown> = {};
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): unknown => jsonSchemaOf(schema, io, schemas);
  const error = { 'application/json': { schema: toSchema(errorResponse, 'output') } };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace('+}', '}');
    const methods = paths[path] ?? {};
    paths[path] = methods;
    const operation = describeRoute(route, error, toSchema);
    methods[route.method.toLowerCase()] = operation;
    if (route.method === 'GET') methods['head'] = toHeadOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Collections Service',
      version: documentVersion,
      description:
        'Greenroom’s built-in implementation. Readers fetch collections with an API key; webhooks report every change.',
    },
    servers: [{ url: base }],
    tags,
    paths,
    webhooks: { collectionUpdated: { post: describeDelivery(toSchema) } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas,
    },
  };
}

export function createOpenApiRoute(routes: () => readonly Route[]): Route {
  return createPlainRoute(
    {
      method: 'GET',
      path: '/openapi.json',
      caller: 'anyone',
      tag: 'Pages',
      operationId: 'getOpenApi',
      summary: 'Get this document',
      description: 'Generated from the running service’s own routes.',
      responses: {
        200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }), type: 'application/json' },
      },
    },
    async ({ base }) => {
      const body = Buffer.from(JSON.stringify(describeService(routes(), base), null, 2));
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        body,
        wireFault: null,
      };
    },
  );
}

function describeRoute(
  route: Route,
  error: Json,
  toSchema: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Operation {
  const names = [...route.path.matchAll(/\{(\w+)\+?\}/g)].map((found) => found[1] ?? '');
  const parameters: Parameter[] = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
  const isChange = route.path.includes('{collectionId}') && route.method !== 'GET' && route.caller === 'author';
  if (isChange)
    parameters.push(headerParameter('If-Match', 'Makes the change only if the collection still has this ETag'));
  if (route.responses[304] !== undefined) {
    parameters.push(headerParameter('If-None-Match', 'Returns 304 if the response still has this ETag'));
  }
  const described: Operation = {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: route.caller === 'anyone' ? [] : [route.caller === 'reader' ? { key: [] } : { token: [] }],
    parameters: [...parameters, ...describeQueryParameters(route, toSchema)],
    responses: describeResponses(route, error, toSchema),
  };
  if (route.hasRawBody) {
    const content = { 'application/octet-stream': { schema: {} } };
    return { ...described, requestBody: { required: true, content } };
  }
  if (route.body === null) return described;
  const isRequired = !route.body.safeParse({}).success;
  const content = { 'application/json': { schema: toSchema(route.body, 'input') } };
  return { ...described, requestBody: { required: isRequired, content } };
}

function headerParameter(name: string, description: string): Parameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function describeQueryParameters(
  route: Route,
  toSchema: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): readonly Parameter[] {
  if (route.query === null) return [];
  return Object.entries(route.query.shape).map(([name, schema]) => {
    const { description, ...plain } = toSchema(schema as z.ZodType, 'input') as { readonly description?: string };
    const parameter = { name, in: 'query', required: false, schema: plain } as const;
    return description === undefined ? parameter : { ...parameter, description };
  });
}

function describeResponses(
  route: Route,
  error: Json,
  toSchema: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Operation['responses'] {
  const describe = ({ description, schema, type }: ResponseShape) => {
    if (type === '') return { description };
    if (type === 'error') return { description, content: error };
    return { description, content: { [type]: schema === null ? {} : { schema: toSchema(schema, 'output') } } };
  };
  const isOrganisationNamed = route.caller === 'author' && route.path.includes('{organisation}');
  const own = Object.entries(route.responses).map(([status, response]) => {
    const isNotFound = isOrganisationNamed && status === '404';
    const description = isNotFound ? `${response.description}, or ORGANISATION_NOT_FOUND` : response.description;
    return [status, describe({ ...response, description })] as const;
  });
  const describeError = (description: string) => ({ description, content: error });
  const common: [string, ReturnType<typeof describeError>][] = [
    ['400', describeError('VALIDATION_ERROR with details.fields, or BAD_REQUEST')],
    ['421', describeError('MISDIRECTED_REQUEST: a Host that this service does not serve')],
    ['503', describeError('SERVICE_UNAVAILABLE')],
  ];
  if (route.caller === 'reader') {
    common.push(['401', describeError('MISSING_API_KEY or INVALID_API_KEY')], ['502', describeError('BAD_GATEWAY')]);
  }
  if (route.caller === 'author') common.push(['401', describeError('MISSING_TOKEN or INVALID_TOKEN')]);
  if (isOrganisationNamed) common.push(['404', describeError('ORGANISATION_NOT_FOUND')]);
  if (route.body !== null || route.hasRawBody) {
    common.push(['413', describeError('PAYLOAD_TOO_LARGE')], ['415', describeError('UNSUPPORTED_MEDIA_TYPE')]);
  }
  return Object.fromEntries([...common, ...own]);
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

function capitalise(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function describeDelivery(toSchema: (schema: z.ZodType, io: 'input' | 'output') => unknown): Json {
  const required = (name: string, description: string) => ({ ...headerParameter(name, description), required: true });
  return {
    operationId: 'collectionUpdated',
    summary: 'A collection changed',
    description: 'Sent to each webhook after each change, in the order of the changes.',
    parameters: [
      required('X-Webhook-Event', 'COLLECTION_UPDATED'),
      required('X-Webhook-Delivery-Timestamp', 'Time of this try, ISO 8601'),
      required(
        'X-Webhook-Signature',
        'sha256= and the hex HMAC-SHA256 of the signed text: by default the body, see `signing`',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: toSchema(webhookPayload, 'output') } } },
    responses: {
      '2XX': { description: 'Delivered' },
      '429': { description: 'Retried after a delay that doubles each time' },
      '4XX': { description: 'Failed permanently' },
      '5XX': { description: 'Retried, as after a timeout or a failed connection' },
    },
  };
}

/** Returns a JSON Schema. Schemas with an id are added to `schemas` once and referenced. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, unknown>): unknown {
  const { $schema: _, $defs = {}, ...plain } = z.toJSONSchema(schema, { io });
  for (const [id, definition] of Object.entries($defs)) schemas[id] = withoutId(withComponentRefs(definition));
  const id = schema.meta()?.id;
  if (id === undefined) return withComponentRefs(plain);
  if ($defs[id] === undefined) schemas[id] = withoutId(withComponentRefs(plain));
  return { $ref: `#/components/schemas/${id}` };
}

function withoutId(shape: unknown): unknown {
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'id' && name !== '$id'));
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withComponentRefs(inner),
    ]),
  );
}
