/** The value of a schema as Greenroom passes it on: read-only in depth. */
import type { z } from 'zod';

export type ReadonlyOutput<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

export type DeepReadonly<Value> = Value extends readonly (infer Entry)[]
  ? readonly DeepReadonly<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value;
