/** The OpenAPI document: references resolve, and every operation is complete and named for client generators. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { OpenApi, Operation } from '../../src/service/openapi.ts';
import { startForTest } from './runService.ts';

type Named = { readonly where: string; readonly operation: Operation };

async function readDocument(hasFaults: boolean): Promise<OpenApi> {
  const service = await startForTest({ hasFaultSwitches: hasFaults });
  return (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApi;
}

function operationsOf(document: OpenApi): readonly Named[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ where: `${method} ${path}`, operation })),
  );
}

type Occurrence = { readonly at: string; readonly found: unknown; readonly owner: object };

/** Finds every value with this property name and returns it with its path. */
function findAll(value: unknown, name: string, at: string): readonly Occurrence[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [{ at: `${at}/${key}`, found: inner, owner: value }] : []),
    ...findAll(inner, name, `${at}/${key}`),
  ]);
}

function follow(document: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
}

describe.each([false, true])('the OpenAPI document, with fault switches: %s,', (hasFaults) => {
  it('has no broken references', async () => {
    const document = await readDocument(hasFaults);
    const references = findAll(document, '$ref', '');
    expect(references.length).toBeGreaterThan(20);
    for (const { at, found } of references) {
      expect(found, at).toMatch(/^#\/components\//);
      expect(follow(document, String(found)), `${at}: ${found}`).toBeDefined();
    }
  });

  it('has a unique id, tags, security, path parameters and responses for every operation', async () => {
    const document = await readDocument(hasFaults);
    const operations = operationsOf(document);
    const tags = document.tags.map(({ name }) => name);
    const schemes = Object.keys((document.components as { securitySchemes?: object }).securitySchemes ?? {});
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { where, operation } of operations) {
      const { operationId, summary, description, parameters, responses, security } = operation;
      expect(operationId, where).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary, where).not.toBe('');
      expect(description, where).toMatch(/\.$/);
      for (const tag of operation.tags) expect(tags, where).toContain(tag);
      for (const scheme of security.flatMap(Object.keys)) expect(schemes, where).toContain(scheme);
      const inPath = [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parameters
        .filter((parameter) => parameter.in === 'path' && parameter.required)
        .map(({ name }) => name);
      expect(described, where).toEqual(inPath);
      const statuses = Object.keys(responses);
      expect(
        statuses.some((status) => /^[23]\d\d$/.test(status)),
        where,
      ).toBe(true);
      for (const [status, response] of Object.entries(responses)) {
        expect(status, where).toMatch(/^[1-5]\d\d$/);
        expect(response.description, `${where} ${status}`).not.toBe('');
      }
      for (const status of statuses.filter((status) => /^[45]/.test(status) && !where.startsWith('head '))) {
        const content = responses[status]?.content?.['application/json'];
        expect(content, `${where} ${status}`).toEqual({ schema: { $ref: '#/components/schemas/ErrorResponse' } });
      }
    }
  });

  it('has only valid schemas, with examples and defaults that match them', async () => {
    const document = await readDocument(hasFaults);
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
    addFormats.default(ajv);
    const local = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'));
    const $defs = local(document.components.schemas);
    const compile = (schema: unknown) => ajv.compile({ ...local(schema), $defs });
    const schemas = [...findAll(document.paths, 'schema', '#/paths'), ...findAll(document.webhooks, 'schema', '#')];
    for (const [at, found] of Object.entries(document.components.schemas)) schemas.push({ at, found, owner: document });
    expect(schemas.length).toBeGreaterThan(100);
    for (const { at, found } of schemas) expect(() => compile(found), at).not.toThrow();
    const shown = [...findAll(document, 'default', '#'), ...findAll(document, 'example', '#')];
    expect(shown.length).toBeGreaterThan(10);
    for (const { at, found, owner } of shown)
      expect(compile(owner)(found), `${at}: ${JSON.stringify(found)}`).toBe(true);
  });
});
