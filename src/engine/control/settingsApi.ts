/** The control API's routes for the settings: how they stand, changing them, undo, import and backups. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { PortTaken } from '../door/listen.ts';
import type { SettingsAnswer, SettingsBook } from '../settings/book.ts';
import type { SettingsRefusal } from '../settings/refusals.ts';
import { faultOf } from './commandSchemas.ts';
import { bodyOf, sendCode, sendRefusal } from './refusal.ts';

const importQuery = z.strictObject({
  preview: z.enum(['0', '1']).default('0'),
  /** Paths of changes, with commas between. */
  only: z.string().max(20_000).nullable().default(null),
});

/** Adds the routes under /api/settings. */
export function addSettingsApi(
  app: FastifyInstance,
  settings: SettingsBook,
  by: (request: FastifyRequest) => string | null,
  guarded: { readonly preHandler: preHandlerAsyncHookHandler },
): void {
  app.get('/api/settings', guarded, async () => settings.view());

  app.patch('/api/settings', guarded, async (request, reply) => {
    const patch = request.body === null ? null : bodyOf(request.body);
    if (patch === null) return sendCode(reply, 'COMMAND_INVALID', { what: 'the body must be a JSON object' });
    return answer(reply, () => settings.change(patch, by(request)));
  });

  app.post('/api/settings/undo', guarded, async (request, reply) => answer(reply, () => settings.undo(by(request))));

  app.post('/api/settings/import', guarded, async (request, reply) => {
    const query = importQuery.safeParse(request.query, { reportInput: true });
    if (!query.success) return sendCode(reply, 'COMMAND_INVALID', { what: faultOf(query.error) });
    const { preview, only } = query.data;
    const paths = only === null ? null : only.split(',').filter((path) => path !== '');
    return answer(reply, () =>
      preview === '1' ? settings.preview(request.body) : settings.take(request.body, paths, by(request)),
    );
  });

  app.get('/api/settings/backups', guarded, async () => ({ backups: await settings.backups() }));

  app.get<{ Params: { id: string } }>('/api/settings/backups/:id', guarded, async (request, reply) => {
    const backup = await settings.backup(request.params.id);
    return backup === null ? sendCode(reply, 'SETTINGS_BACKUP_UNKNOWN', {}) : reply.send(backup);
  });
}

async function answer(reply: FastifyReply, ask: () => Promise<SettingsAnswer>): Promise<FastifyReply> {
  try {
    const given = await ask();
    if (!given.ok) return sendFaults(reply, given);
    return reply.send({ ...given.view, changes: given.changes });
  } catch (error) {
    if (error instanceof PortTaken) return sendCode(reply, 'COMMAND_PORT_TAKEN', { port: error.port });
    // An address that this machine does not have, say: the engine is as it was.
    const what = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (what === null) throw error;
    return sendCode(reply, 'SETTINGS_NOT_DONE', { what });
  }
}

function sendFaults(reply: FastifyReply, { code, message, nextStep, faults }: SettingsRefusal): FastifyReply {
  return sendRefusal(reply, code, message, nextStep, faults.length === 0 ? {} : { faults });
}
