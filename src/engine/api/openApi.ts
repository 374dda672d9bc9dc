/** Builds the OpenAPI 3.1 description of the control API from the schemas that validate its input. */
import { z } from 'zod';
import { commandBodies } from '../../contract/commandSchemas.ts';
import { type CommandName, commandNames, commandTable, isFeedCommand, routeOf } from '../../core/commandTable.ts';
import { commandResponses } from './commandResponses.ts';
import { statusOf, wholeBodyFields } from './commandRoutes.ts';
import { type Operation, queryParameter, responseDescriptions, responseSchemas, slug } from './operation.ts';
import { setupOperations } from './setupOperations.ts';
import { showOperations } from './showOperations.ts';

const errorSchema = {
  type: 'object',
  required: ['error'],
  description: 'A refusal. Nothing changed.',
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      description: 'Why the request was refused.',
      properties: {
        code: { type: 'string', description: 'Problem code.' },
        message: { type: 'string', description: 'What happened.' },
        details: {
          type: 'object',
          description: 'What to do, and the faults of refused settings.',
          properties: {
            nextStep: { type: 'string', description: 'What to do.' },
            faults: {
              type: 'array',
              description: 'Each fault of refused settings.',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: { type: 'string', description: 'JSON path of the setting; `$` is the whole document.' },
                  message: { type: 'string', description: 'The fault, and the valid values.' },
                },
              },
            },
          },
        },
      },
    },
  },
};

export function buildOpenApi(version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, ...operation } of [
    ...commandNames.map(describeCommand),
    ...setupOperations,
    ...showOperations,
  ]) {
    const response =
      typeof operation.response === 'string'
        ? createReference(operation.response)
        : (operation.response ?? emptyResponse);
    const named = typeof operation.response === 'string' ? responseDescriptions[operation.response] : undefined;
    const result = operation.result ?? named ?? 'Done, or nothing to do.';
    paths[path] = { ...paths[path], [method]: describe({ ...operation, response, result }) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greenroom control API',
      version,
      description: 'Controls the feeds and settings of this Greenroom. The API can do everything the desk can.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The desk token, or a named token with a sufficient right. Create one with `POST /api/tokens`.',
        },
      },
      schemas: {
        ErrorResponse: errorSchema,
        ...Object.fromEntries(Object.entries(responseSchemas).map(([name, schema]) => [name, toPlainSchema(schema)])),
      },
    },
  };
}

const emptyResponse = { type: 'object', description: 'An empty object.' };

function createReference(name: keyof typeof responseSchemas): unknown {
  return { $ref: `#/components/schemas/${name}` };
}

function toPlainSchema(schema: z.ZodType): object {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'output' });
  return plain;
}

const components = Object.keys(responseSchemas) as readonly (keyof typeof responseSchemas)[];
const openApiMethods = { POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** Leaves out `feed`, which is in the path. */
function describeCommand(name: CommandName): Operation {
  const { operationId, label, description } = commandTable[name];
  const [method, path] = routeOf(name);
  const { $schema: _, ...schema } = z.toJSONSchema(commandBodies[name], { io: 'input' });
  const { [wholeBodyFields[name] ?? '']: wholeBody, ...fields } = schema.properties ?? {};
  const isBodyless = method === 'DELETE' && Object.keys(fields).length === 0;
  const query = Object.entries(wholeBody === undefined ? {} : fields);
  const response = commandResponses[name];
  return {
    method: openApiMethods[method],
    path,
    operationId,
    summary: label,
    description,
    parameters: [
      ...(isFeedCommand(name) ? [slug] : []),
      ...query.map(([field, part]) => queryParameter(field, (typeof part === 'object' && part.description) || '')),
    ],
    body: isBodyless ? undefined : (wholeBody ?? schema),
    response: components.find((component) => responseSchemas[component] === response) ?? toPlainSchema(response),
    status: statusOf(name),
  };
}

type Description = Omit<Operation, 'method' | 'path' | 'response' | 'result'> & {
  readonly response: unknown;
  readonly result: string;
};

function describe({
  operationId,
  summary,
  description,
  parameters,
  body,
  response,
  result,
  type,
  status,
}: Description): unknown {
  const error = {
    description: 'Refused; nothing changed.',
    content: json({ $ref: '#/components/schemas/ErrorResponse' }),
  };
  return {
    operationId,
    summary,
    description,
    parameters: parameters ?? [],
    ...(body === undefined ? {} : { requestBody: { required: hasRequiredField(body), content: json(body) } }),
    responses: {
      [status ?? 200]: {
        description: result,
        content: { [type ?? 'application/json']: { schema: response } },
      },
      ...Object.fromEntries([400, 401, 403, 404, 409, 413, 415, 421, 429, 500, 503].map((code) => [code, error])),
    },
  };
}

/** A body without required fields may be left out. */
function hasRequiredField(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('required' in body)) return false;
  return Array.isArray(body.required) && body.required.length > 0;
}

function json(schema: unknown): unknown {
  return { 'application/json': { schema } };
}
