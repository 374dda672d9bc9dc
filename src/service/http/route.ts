/** The table of routes: finds the handler, validates the request and is the source of the OpenAPI document. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { HttpResponse } from './response.ts';
import { validate } from './validate.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Required credentials: an API key for `reader`, the authoring token for `author`, none for `anyone`. */
export type Caller = 'reader' | 'author' | 'anyone';

export type RequestContext<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** Origin that the caller used, for addresses in the response: `http://127.0.0.1:7410`. */
  readonly base: string;
  /** From the API key or the path; empty when the route has neither. */
  readonly organisation: string;
  readonly request: IncomingMessage;
};

export type ResponseShape = { readonly description: string; readonly schema: z.ZodType | null; readonly type: string };

export type RouteInfo = {
  readonly method: Method;
  /** `{name}` is one segment; `{name+}` at the end is the rest of the path. */
  readonly path: string;
  readonly caller: Caller;
  /** Unique in the document; client generators turn it into a method name. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Section of the OpenAPI document. */
  readonly tag: string;
  /** By status; the document adds the responses that all routes share. */
  readonly responses: Readonly<Record<number, ResponseShape>>;
};

export type Route = RouteInfo & {
  readonly query: z.ZodObject | null;
  readonly body: z.ZodType | null;
  /** Takes raw bytes of any type instead of JSON; the route enforces its own limit. */
  readonly hasRawBody: boolean;
  readonly handle: (context: RequestContext<unknown, unknown>) => Promise<HttpResponse>;
};

export type RouteHandler<Query, Body> = {
  readonly query: (z.ZodObject & z.ZodType<Query>) | null;
  readonly body: z.ZodType<Body> | null;
  readonly handle: (context: RequestContext<Query, Body>) => Promise<HttpResponse>;
};

/** Creates a route whose handler receives a validated, typed query and JSON body. */
export function createRoute<Query, Body>(info: RouteInfo, handler: RouteHandler<Query, Body>): Route {
  const { query, body, handle } = handler;
  return {
    ...info,
    query,
    body,
    hasRawBody: false,
    handle: (context) =>
      handle({
        ...context,
        query: validate(query, context.query) as Query,
        body: validate(body, context.body) as Body,
      }),
  };
}

/** Creates a route that takes no query and no JSON body. */
export function createPlainRoute(
  info: RouteInfo,
  handle: (context: RequestContext<null, null>) => Promise<HttpResponse>,
): Route {
  return createRoute<null, null>(info, { query: null, body: null, handle });
}

export type RouteMatch = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** Returns the matching route, or the methods that the path allows: none if it is unknown. HEAD matches GET. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): RouteMatch | { readonly allowed: readonly string[] } {
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  const allowed = new Set<string>();
  for (const candidate of routes) {
    const params = matchPath(candidate.path, segments);
    if (params === null) continue;
    if (candidate.method === routeMethod) return { route: candidate, params };
    allowed.add(candidate.method);
    if (candidate.method === 'GET') allowed.add('HEAD');
  }
  return { allowed: [...allowed] };
}

function matchPath(path: string, segments: readonly string[]): Readonly<Record<string, string>> | null {
  const parts = path.slice(1).split('/');
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    if (segment === undefined) return null;
    const rest = /^\{(\w+)\+\}$/.exec(part)?.[1];
    if (rest !== undefined) {
      params[rest] = segments.slice(index).join('/');
      return params;
    }
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segment) return null;
    if (name !== undefined && segment === '') return null;
    if (name !== undefined) params[name] = segment;
  }
  return parts.length === segments.length ? params : null;
}

const integerFieldCache = new WeakMap<z.ZodObject, ReadonlySet<string>>();

/**
 * Returns the query as an object, with numbers where the schema expects integers. A repeated name becomes a list, which no
 * schema accepts.
 */
export function readQuery(
  schema: z.ZodObject | null,
  search: URLSearchParams,
): Readonly<Record<string, unknown>> | null {
  if (schema === null) return null;
  const integers = integerFieldCache.get(schema) ?? findIntegerFields(schema);
  integerFieldCache.set(schema, integers);
  const found: [string, unknown][] = [];
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const value = values.length === 1 ? values[0] : values;
    const isNumber = integers.has(name) && typeof value === 'string' && /^-?\d{1,17}$/.test(value);
    found.push([name, isNumber ? Number(value) : value]);
  }
  return Object.fromEntries(found);
}

function findIntegerFields(schema: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return new Set(
    Object.entries(properties).flatMap(([name, shape]) =>
      typeof shape === 'object' && shape.type === 'integer' ? [name] : [],
    ),
  );
}
