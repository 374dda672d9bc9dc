/** Adds the control API routes that read, change, undo, import and back up the settings. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { describeFirstFault } from '../commandSchemas.ts';
import { PortTaken } from '../http/listen.ts';
import type { SettingsRefusal } from '../settings/refusals.ts';
import type { SettingsResult, SettingsService } from '../settings/settingsService.ts';
import { bodyOf, sendCode, sendRefusal } from './refusal.ts';

const importQuery = z.strictObject({
  preview: z.enum(['0', '1']).default('0'),
  /** Paths of the changes to import, separated by commas. */
  only: z.string().max(20_000).nullable().default(null),
});

export function addSettingsApi(
  app: FastifyInstance,
  settings: SettingsService,
  bearerName: (request: FastifyRequest) => string | null,
  forDesk: { readonly preHandler: preHandlerAsyncHookHandler },
): void {
  app.get('/api/settings', forDesk, async () => settings.view());

  app.patch('/api/settings', forDesk, async (request, reply) => {
    const patch = request.body === null ? null : bodyOf(request.body);
    if (patch === null) return sendCode(reply, 'COMMAND_INVALID', { what: 'the body must be a JSON object' });
    return sendChange(reply, () => settings.change(patch, bearerName(request)));
  });

  app.post('/api/settings/undo', forDesk, async (request, reply) =>
    sendChange(reply, () => settings.undo(bearerName(request))),
  );

  app.post('/api/settings/import', forDesk, async (request, reply) => {
    const query = importQuery.safeParse(request.query, { reportInput: true });
    if (!query.success) return sendCode(reply, 'COMMAND_INVALID', { what: describeFirstFault(query.error) });
    const { preview, only } = query.data;
    const paths = only === null ? null : only.split(',').filter((path) => path !== '');
    return sendChange(reply, () =>
      preview === '1'
        ? settings.preview(request.body)
        : settings.importChanges(request.body, paths, bearerName(request)),
    );
  });

  app.get('/api/settings/backups', forDesk, async () => ({ backups: await settings.listBackups() }));

  app.get<{ Params: { id: string } }>('/api/settings/backups/:id', forDesk, async (request, reply) => {
    const backup = await settings.findBackup(request.params.id);
    return backup === null ? sendCode(reply, 'SETTINGS_BACKUP_UNKNOWN', {}) : reply.send(backup);
  });
}

async function sendChange(reply: FastifyReply, change: () => Promise<SettingsResult>): Promise<FastifyReply> {
  try {
    const result = await change();
    if (!result.ok) return sendFaults(reply, result);
    return reply.send({ ...result.view, changes: result.changes });
  } catch (error) {
    if (error instanceof PortTaken) return sendCode(reply, 'COMMAND_PORT_TAKEN', { port: error.port });
    // For example an address this machine does not have; nothing has changed.
    const systemCode = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (systemCode === null) throw error;
    return sendCode(
      reply,
      'SETTINGS_NOT_DONE',
      systemCode === 'DISK_WRITE_FAILED'
        ? { what: 'the feeds can’t be saved', check: 'the data directory’s free space and permissions' }
        : { what: systemCode, check: 'that this machine has the address and that the port is free' },
    );
  }
}

function sendFaults(reply: FastifyReply, { code, message, nextStep, faults }: SettingsRefusal): FastifyReply {
  return sendRefusal(reply, code, message, nextStep, faults.length === 0 ? {} : { faults });
}
