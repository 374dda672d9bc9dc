/** Adds one route of the control API for each row of the table of commands. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandResponses } from '../../contract/commandResponses.ts';
import { commandBodies } from '../../contract/commandSchemas.ts';
import { type CommandName, commandNames, commandTable, isFeedCommand, routeOf } from '../../core/commandTable.ts';
import type { RouteSchemas } from '../../core/jsonSchema.ts';
import type { Dispatch } from '../dispatch.ts';
import { bearerOf, requireRight } from './authentication.ts';
import { type Api, feedPath } from './document.ts';
import { sendCode, sendRefusal } from './refusal.ts';

/** The field that is the whole body, where a command has one. Its other fields are in the query. */
export const wholeBodyFields: Readonly<Partial<Record<CommandName, string>>> = {
  changeSettings: 'patch',
  importSettings: 'file',
};

const { only, preview, seen } = commandBodies.importSettings.shape;

const listOfTexts = z.string().transform((texts) => texts.split(',').filter((text) => text !== ''));
const seenQuery = listOfTexts.optional().describe(seen.description ?? '');

/** Keeps any other text, so that the schema reports the fault. */
const importQuery = z.strictObject({
  only: listOfTexts.optional().describe(only.description ?? ''),
  preview: z
    .enum(['0', '1'])
    .transform((text) => text === '1')
    .optional()
    .describe(preview.description ?? ''),
  seen: seenQuery,
});
const changeQuery = z.strictObject({ seen: seenQuery });

function requestSchemas(name: CommandName): RouteSchemas {
  if (name === 'changeSettings') return { querystring: changeQuery, body: commandBodies.changeSettings.shape.patch };
  if (name === 'importSettings') return { querystring: importQuery, body: commandBodies.importSettings.shape.file };
  return { body: commandBodies[name], ...(isFeedCommand(name) && { params: feedPath }) };
}

/** As the schemas have validated it. */
type Input = { readonly params: { readonly slug?: string }; readonly query: object; readonly body: object };

/** Reads a missing body as `{}`, except as a settings file, which must be sent. */
const readMissingBody = (name: CommandName) => async (request: FastifyRequest) => {
  if (name === 'importSettings' || (name === 'changeSettings' && request.body === null)) return;
  request.body ??= {};
};

export function addCommandRoutes(api: Api, dispatch: Dispatch): void {
  for (const name of commandNames) {
    const [method, path] = routeOf(name);
    const { right, operationId, label, description } = commandTable[name];
    const status = name === 'createToken' ? 201 : 200;
    const texts = { operationId, summary: label, description };
    api.route({
      method,
      url: path.replace('{slug}', ':slug'),
      schema: { ...texts, ...requestSchemas(name), response: { [status]: commandResponses[name] } },
      preValidation: [requireRight(right), readMissingBody(name)],
      handler: async (request, reply) => {
        // Read after the body has arrived, because the token may have been revoked meanwhile.
        const bearer = bearerOf(request);
        if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
        const result = await dispatch(name, inputOf(name, request as Input), bearer);
        return result.ok ? reply.code(status).send(result.value) : sendRefusal(reply, result);
      },
    });
  }
}

function inputOf(name: CommandName, { body, params, query }: Input): object {
  const field = wholeBodyFields[name];
  if (field !== undefined) return { ...query, [field]: body };
  return isFeedCommand(name) ? { ...body, feed: params.slug } : body;
}
