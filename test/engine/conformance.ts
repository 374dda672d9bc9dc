/** Checks answers of the control API against its OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};

type DocumentedOperation = {
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, object>> }>>;
};

type Answer = { readonly method: string; readonly path: string; readonly status: number; readonly body: unknown };

/** Returns a function that finds the faults of an answer; it returns an empty list if the document describes the answer. */
export function createConformanceCheck(document: ApiDocument): (answer: Answer) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const validatorAt = (pointer: readonly string[]) => {
    const escaped = pointer.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `document#/${escaped.join('/')}`;
    return ajv.getSchema($ref) ?? ajv.compile({ $ref });
  };
  const faultsAt = (pointer: readonly string[], value: unknown): readonly string[] => {
    const validator = validatorAt(pointer);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
  };
  return ({ method, path, status, body }) => {
    const template = findTemplate(document, method.toLowerCase(), path.split('?', 1)[0] ?? '');
    if (template === null)
      return status === 404 ? faultsAt(['components', 'schemas', 'ErrorResponse'], body) : ['undocumented route'];
    const { responses } = document.paths[template]?.[method.toLowerCase()] ?? {};
    if (responses?.[status]?.content['application/json'] === undefined) return [`undocumented status ${status}`];
    const operation = ['paths', template, method.toLowerCase()];
    return faultsAt([...operation, 'responses', String(status), 'content', 'application/json', 'schema'], body);
  };
}

function findTemplate(document: ApiDocument, method: string, path: string): string | null {
  const templates = Object.keys(document.paths).filter((template) => {
    const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return document.paths[template]?.[method] !== undefined && new RegExp(`^${pattern}$`).test(path);
  });
  return templates.find((template) => template === path) ?? templates[0] ?? null;
}
