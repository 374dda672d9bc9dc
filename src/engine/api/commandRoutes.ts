/** Adds one route of the control API for each row of the table of commands. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CommandName, commandNames, isFeedCommand, routeOf } from '../../core/commandTable.ts';
import type { Dispatch } from '../dispatch.ts';
import { bearerOf } from './authentication.ts';
import { bodyOf, sendCode, sendRefusal } from './refusal.ts';

/** The field that is the whole body, where a command has one. Its other fields are in the query. */
export const wholeBodyFields: Readonly<Partial<Record<CommandName, string>>> = {
  changeSettings: 'patch',
  importSettings: 'file',
};

export function statusOf(name: CommandName): number {
  return name === 'createToken' ? 201 : 200;
}

type Request = FastifyRequest<{ Params: { slug?: string }; Querystring: Readonly<Record<string, string | undefined>> }>;

export function addCommandRoutes(app: FastifyInstance, dispatch: Dispatch): void {
  for (const name of commandNames) {
    const [method, path] = routeOf(name);
    app.route({
      method,
      url: path.replace('{slug}', ':slug'),
      handler: async (request: Request, reply) => {
        // Read after the body has arrived, because the token may have been revoked meanwhile.
        const bearer = bearerOf(request);
        if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
        const input = inputOf(name, request);
        if (input === null) return sendCode(reply, 'COMMAND_INVALID', { what: 'the body must be a JSON object' });
        const result = await dispatch(name, input, bearer);
        return result.ok ? reply.code(statusOf(name)).send(result.value) : sendRefusal(reply, result);
      },
    });
  }
}

/** Returns the input, not yet validated; `null` if the body is not an object. */
function inputOf(name: CommandName, { body, params, query }: Request): Readonly<Record<string, unknown>> | null {
  const field = wholeBodyFields[name];
  if (field !== undefined) return { ...(name === 'importSettings' && readImportQuery(query)), [field]: body };
  const fields = bodyOf(body);
  return fields !== null && isFeedCommand(name) ? { ...fields, feed: params.slug } : fields;
}

/** Keeps any other text and any other name unchanged, so that the schema reports the error. */
function readImportQuery({ preview, only, ...others }: Request['query']): Readonly<Record<string, unknown>> {
  return {
    ...others,
    ...(only !== undefined && { only: only.split(',').filter((path) => path !== '') }),
    ...(preview !== undefined && { preview: preview === '1' || (preview !== '0' && preview) }),
  };
}
