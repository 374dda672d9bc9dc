/** Valid and invalid requests generated from the OpenAPI document: each response matches the document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { generateSync, type JsonSchema } from 'json-schema-faker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApi, Operation } from '../../src/service/openapi.ts';
import { fc } from '../properties.ts';
import { type RunningService, startService, token } from './runService.ts';

const requestCount = 2200;
const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

type Target = { readonly path: string; readonly method: string; readonly operation: Operation };
type Plan = {
  readonly target: Target;
  readonly kind: 'valid' | 'oddQuery' | 'oddBody' | 'noAuth' | 'wrongAuth' | 'wrongMethod';
  readonly seed: number;
  readonly text: string;
  readonly value: unknown;
};

let service: RunningService;
let document: OpenApi;
let collectionIds: string[] = [];

beforeAll(async () => {
  service = await startService({});
  for (let n = 0; n < 12; n += 1) {
    const created = await (await service.author('POST', '/collections', { name: `show ${n}` })).json();
    for (const id of ['a', 'b', 'c']) {
      const list = id === 'a' ? 'live' : 'staging';
      await service.author('POST', `/collections/${created.id}/items`, {
        id,
        list,
        source: 'INSTAGRAM',
        message: 'text',
      });
    }
    collectionIds = [...collectionIds, created.id];
  }
  document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
}, 60_000);
afterAll(() => service.stop());

function listTargets(): Target[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      path.endsWith('/events') && method === 'get' ? [] : [{ path, method, operation }],
    ),
  );
}

function addressOf({ target: { path, operation }, kind, seed, text, value }: Plan): string {
  const known: Record<string, string> = {
    organisation: 'demo',
    collectionId: collectionIds[seed % collectionIds.length] ?? '',
    itemId: ['a', 'b', 'c', 'none'][seed % 4] ?? '',
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = seed % 5 === 0 || known[name] === undefined ? text || 'x' : known[name];
    return encodeURIComponent(word);
  });
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const written = query.flatMap(({ name, schema }) => {
    if (kind === 'oddQuery') return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    return seed % 2 === 0 ? [] : [[name, String(generateSync(schema as JsonSchema, { seed }))]];
  });
  return `${service.baseUrl}${filled}?${new URLSearchParams(written)}`;
}

function bodyOf({ target: { operation }, kind, seed, value }: Plan): string | null {
  if (operation.requestBody === undefined) return null;
  const json = operation.requestBody.content['application/json'] as { schema: JsonSchema } | undefined;
  if (json === undefined) return 'bytes that are not a picture';
  if (kind === 'oddBody') return seed % 3 === 0 ? '{"name": ' : JSON.stringify(value);
  const generated = generateSync(json.schema, { seed, optionalsProbability: 0.5, maxItems: 40 }) as Record<
    string,
    unknown
  >;
  // Deliveries must go to a closed port of this machine only.
  if (typeof generated['url'] === 'string') generated['url'] = 'http://127.0.0.1:9/hook';
  return JSON.stringify(generated);
}

async function send(plan: Plan): Promise<{ status: number; type: string; text: string; method: string }> {
  const { target, kind } = plan;
  const undocumented = methods.filter((method) => document.paths[target.path]?.[method] === undefined);
  const method = kind === 'wrongMethod' ? (undocumented[plan.seed % undocumented.length] ?? 'options') : target.method;
  const isReader = target.operation.security.some((scheme) => 'key' in scheme);
  const isWrongAuth = kind === 'wrongAuth';
  const auth = isReader
    ? { 'X-API-Key': isWrongAuth ? 'wrong' : 'demo' }
    : { Authorization: `Bearer ${isWrongAuth ? 'wrong' : token}` };
  const body = ['get', 'head', 'options'].includes(method) ? null : bodyOf(plan);
  const response = await fetch(addressOf(plan), {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(kind === 'noAuth' ? {} : auth), ...(body === null ? {} : { 'Content-Type': 'application/json' }) },
    body,
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
    method,
  };
}

describe('generated requests', () => {
  it(`get the documented response and never a 5xx (${requestCount} requests)`, { timeout: 600_000 }, async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const local = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'));
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const validator = (schema: unknown) => {
      const name = JSON.stringify(schema);
      const compiledSchema =
        compiled.get(name) ?? ajv.compile({ ...local(schema), $defs: local(document.components.schemas) });
      compiled.set(name, compiledSchema);
      return compiledSchema;
    };
    const isError = validator({ $ref: '#/components/schemas/ErrorResponse' });
    const seen = new Map<string, number>();

    const check = async (plan: Plan): Promise<void> => {
      const { path, operation } = plan.target;
      const { status, type, text, method } = await send(plan);
      const summary = `${method} ${path} (${plan.kind}) ${status} ${text.slice(0, 300)}`;
      seen.set(`${plan.kind} ${status}`, (seen.get(`${plan.kind} ${status}`) ?? 0) + 1);
      expect(status, summary).toBeLessThan(500);
      if (status >= 400 && method !== 'head') {
        expect(type, summary).toBe('application/json');
        expect(isError(JSON.parse(text)), summary).toBe(true);
      }
      if (plan.kind === 'wrongMethod') {
        expect(status, summary).toBe(405);
        return;
      }
      const isGuarded = operation.security.length > 0;
      if (isGuarded && (plan.kind === 'noAuth' || plan.kind === 'wrongAuth')) expect(status, summary).toBe(401);
      const described = operation.responses[String(status)];
      expect(described, summary).toBeDefined();
      const json = described?.content?.['application/json'] as { schema?: unknown } | undefined;
      if (json?.schema === undefined || method === 'head') return;
      const isValid = validator(json.schema);
      expect(isValid(JSON.parse(text)), `${summary} ${JSON.stringify(isValid.errors)}`).toBe(true);
    };

    const plans = fc.record({
      target: fc.constantFrom(...listTargets()),
      kind: fc.constantFrom<Plan['kind']>(
        'valid',
        'valid',
        'valid',
        'oddQuery',
        'oddBody',
        'noAuth',
        'wrongAuth',
        'wrongMethod',
      ),
      seed: fc.nat({ max: 1_000_000 }),
      // fetch resolves dot segments before sending, so other tests cover them.
      text: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 12 }).filter((word) => word !== '.' && word !== '..'),
        fc.constantFrom('...', '%', '__proto__', 'v1', '\u0000'),
      ),
      value: fc.jsonValue({ maxDepth: 3 }),
    });
    await fc.assert(fc.asyncProperty(plans, check), { numRuns: requestCount, endOnFailure: true });
    const statuses = new Set([...seen.keys()].map((key) => key.split(' ')[1]));
    for (const status of ['200', '201', '400', '401', '404', '405', '409']) expect(statuses).toContain(status);
  });
});
