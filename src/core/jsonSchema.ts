/** Converts schemas to JSON Schemas for an OpenAPI document. */
import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Returns a JSON Schema. Schemas with an id are added to `schemas` once and referenced. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, unknown>): Json {
  const { $schema: _, $defs = {}, ...plain } = z.toJSONSchema(schema, { io });
  for (const [id, definition] of Object.entries($defs)) schemas[id] = withoutId(withComponentRefs(definition));
  const id = schema.meta()?.id;
  if (id === undefined) return withComponentRefs(plain) as Json;
  if ($defs[id] === undefined) schemas[id] = withoutId(withComponentRefs(plain));
  return { $ref: `#/components/schemas/${id}` };
}

/** The schemas of a route: they validate its requests and describe its responses. */
export type RouteSchemas = {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response?: Readonly<Record<string, ResponseSchema>>;
};

/** JSON, or another media type. */
export type ResponseSchema =
  | z.ZodType
  | { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>> };

/** Returns a route’s schemas as JSON Schemas for `@fastify/swagger`, and its other fields unchanged. */
export function convertRouteSchemas(
  { params, querystring, body, response = {}, ...others }: RouteSchemas,
  schemas: Record<string, unknown>,
): Json {
  const convert = (part: z.ZodType) => toJsonSchema(part, 'input', schemas);
  const responses = Object.entries(response).map(
    ([status, shape]) => [status, convertResponse(shape, schemas)] as const,
  );
  return {
    ...others,
    ...(params === undefined ? {} : { params: convert(params) }),
    ...(querystring === undefined ? {} : { querystring: convert(querystring) }),
    ...(body === undefined ? {} : { body: convert(body) }),
    response: Object.fromEntries(responses),
  };
}

function convertResponse(response: ResponseSchema, schemas: Record<string, unknown>): Json {
  const { description = '' } = response;
  if (response instanceof z.ZodNull) return { type: 'null', description };
  const content = response instanceof z.ZodType ? { 'application/json': { schema: response } } : response.content;
  const converted = Object.entries(content).map(
    ([type, { schema }]) => [type, { schema: withoutDescription(toJsonSchema(schema, 'output', schemas)) }] as const,
  );
  return { description, content: Object.fromEntries(converted) };
}

/** Removes the description, which the response already has. */
function withoutDescription({ description: _, ...schema }: Json): Json {
  return schema;
}

type OperationShape = {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Json };
};

/** Adds what `@fastify/swagger` leaves out: empty lists of parameters, and marks bodies without required fields as optional. */
export function completeOperation<Operation extends OperationShape>(operation: Operation): Operation {
  const { requestBody, parameters = [] } = operation;
  const json = requestBody?.content['application/json'] as
    | { readonly schema: { readonly required?: unknown } }
    | undefined;
  const isOptional = json !== undefined && json.schema.required === undefined;
  const body = requestBody === undefined ? {} : { requestBody: { ...requestBody, required: !isOptional } };
  return { ...operation, parameters, ...body };
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
