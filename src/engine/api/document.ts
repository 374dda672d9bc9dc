/** Validates requests with the routes’ schemas, and makes the OpenAPI 3.1 document from the same schemas. */
import type { Readable } from 'node:stream';
import swagger from '@fastify/swagger';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { z } from 'zod';
import { describeFirstFault } from '../../core/describeIssue.ts';
import { completeOperation, convertRouteSchemas, type RouteSchemas } from '../../core/jsonSchema.ts';
import type { ReadonlyOutput } from '../../core/readonlyOutput.ts';
import { errorResponse } from './refusal.ts';

/** Types a handler with its route's schemas. Unlike the provider of fastify-type-provider-zod, it accepts read-only responses. */
export interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  /** A response can also be streamed. */
  readonly serializer: this['schema'] extends z.ZodType ? ReadonlyOutput<this['schema']> | Readable : unknown;
}

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

type Part = { readonly schema: z.ZodType; readonly httpPart: string };

/** Replaces Ajv, which Fastify loads otherwise. The message of a validation error describes the first fault. */
export const compilersFactory = {
  buildValidator: () => (part: Part) => (value: unknown) => {
    const read = part.schema.safeParse(value, { reportInput: true });
    if (read.success) return { value: read.data };
    const fault = describeFirstFault(read.error);
    return { error: new Error(part.httpPart === 'body' && fault.startsWith('must be') ? `the body ${fault}` : fault) };
  },
  buildSerializer: () => () => JSON.stringify,
};

/** The path of a feed's route. The command or query checks that the feed exists. */
export const feedPath = z.object({ slug: z.string().describe('Name of the feed, for example `main`.') });

const refusals = Object.fromEntries(
  [400, 401, 403, 404, 409, 413, 415, 421, 422, 429, 500, 503].map((status) => [status, errorResponse]),
);

/** Records the routes that `api` adds from now on. The returned function describes them once `api` is ready. */
export async function recordOperations(api: Api, version: string): Promise<() => object> {
  const schemas: Record<string, unknown> = {};
  await api.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Greenroom control API',
        version,
        description: 'Controls the feeds and settings of this Greenroom. The API can do everything the desk can.',
      },
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The desk token, or a named token with a sufficient right. Create one with `POST /api/tokens`.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { response, body, ...others } = schema as RouteSchemas;
      const isBodyless =
        route.method === 'DELETE' && body instanceof z.ZodObject && Object.keys(body.shape).length === 0;
      const described = { ...others, ...(body !== undefined && !isBodyless && { body }) };
      return { url, schema: convertRouteSchemas({ ...described, response: { ...response, ...refusals } }, schemas) };
    },
  });
  return () => {
    const { paths = {}, components, ...others } = api.swagger() as { paths?: Paths; components?: object };
    const complete = Object.entries(paths).map(([path, operations]) => [path, completeOperations(operations)]);
    return { ...others, paths: Object.fromEntries(complete), components: { ...components, schemas } };
  };
}

type Operations = Readonly<Record<string, Parameters<typeof completeOperation>[0]>>;
type Paths = Readonly<Record<string, Operations>>;

function completeOperations(operations: Operations): Operations {
  return Object.fromEntries(Object.entries(operations).map(([name, one]) => [name, completeOperation(one)]));
}
