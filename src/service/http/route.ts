/** One table of routes: it finds who answers, checks what came in, and is what the OpenAPI document is made from. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Answer } from './answer.ts';
import { readWith } from './readWith.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `reader`: an API key; `author`: the token. */
export type Asker = 'reader' | 'author' | 'anyone';

export type Asked<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly headers: IncomingHttpHeaders;
  /** Origin that the asker used, for addresses in the answer: `http://127.0.0.1:7410`. */
  readonly base: string;
  /** Of the key, or named in the path; empty where there is none. */
  readonly organisation: string;
  readonly request: IncomingMessage;
};

export type AnswerShape = { readonly says: string; readonly schema: z.ZodType | null; readonly type: string };

export type RouteFacts = {
  readonly method: Method;
  /** `{name}` is one segment; `{name+}` at the end is the rest of the path. */
  readonly path: string;
  readonly asker: Asker;
  readonly summary: string;
  /** Name of the section in the OpenAPI document. */
  readonly tag: string;
  /** By status; what every route may answer is added by the document. */
  readonly answers: Readonly<Record<number, AnswerShape>>;
};

export type Route = RouteFacts & {
  readonly query: z.ZodObject | null;
  readonly body: z.ZodType | null;
  /** Raw bytes of any type are taken instead of JSON, up to the route's own limit. */
  readonly takesBytes: boolean;
  readonly handle: (asked: Asked<unknown, unknown>) => Promise<Answer>;
};

export type Ways<Query, Body> = {
  readonly query: (z.ZodObject & z.ZodType<Query>) | null;
  readonly body: z.ZodType<Body> | null;
  readonly handle: (asked: Asked<Query, Body>) => Promise<Answer>;
};

/** A route whose handler gets its query and JSON body as its schemas read them. */
export function route<Query, Body>(facts: RouteFacts, ways: Ways<Query, Body>): Route {
  const { query, body, handle } = ways;
  return {
    ...facts,
    query,
    body,
    takesBytes: false,
    handle: (asked) =>
      handle({ ...asked, query: readWith(query, asked.query) as Query, body: readWith(body, asked.body) as Body }),
  };
}

/** A route that takes no query and no JSON body. */
export function plainRoute(facts: RouteFacts, handle: (asked: Asked<null, null>) => Promise<Answer>): Route {
  return route<null, null>(facts, { query: null, body: null, handle });
}

export type Found = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** The route, or the methods that the path knows (none: no such path). HEAD is found as GET. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): Found | { readonly allowed: readonly string[] } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed = new Set<string>();
  for (const candidate of routes) {
    const params = matchPath(candidate.path, segments);
    if (params === null) continue;
    if (candidate.method === wanted) return { route: candidate, params };
    allowed.add(candidate.method);
    if (candidate.method === 'GET') allowed.add('HEAD');
  }
  return { allowed: [...allowed] };
}

function matchPath(path: string, segments: readonly string[]): Readonly<Record<string, string>> | null {
  const parts = path.slice(1).split('/');
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const segment = segments[place];
    if (segment === undefined) return null;
    const rest = /^\{(\w+)\+\}$/.exec(part)?.[1];
    if (rest !== undefined) {
      params[rest] = segments.slice(place).join('/');
      return params;
    }
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segment) return null;
    if (name !== undefined && segment === '') return null;
    if (name !== undefined) params[name] = segment;
  }
  return parts.length === segments.length ? params : null;
}

const integerNames = new WeakMap<z.ZodObject, ReadonlySet<string>>();

/** The query as an object: integers as numbers where the schema wants them, names given twice as lists (which no schema takes). */
export function readQuery(
  schema: z.ZodObject | null,
  search: URLSearchParams,
): Readonly<Record<string, unknown>> | null {
  if (schema === null) return null;
  const integers = integerNames.get(schema) ?? namesOfIntegers(schema);
  integerNames.set(schema, integers);
  const found: [string, unknown][] = [];
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const only = values.length === 1 ? values[0] : values;
    const isNumber = integers.has(name) && typeof only === 'string' && /^-?\d{1,17}$/.test(only);
    found.push([name, isNumber ? Number(only) : only]);
  }
  return Object.fromEntries(found);
}

function namesOfIntegers(schema: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return new Set(
    Object.entries(properties).flatMap(([name, shape]) =>
      typeof shape === 'object' && shape.type === 'integer' ? [name] : [],
    ),
  );
}
