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
