/** Adds the control API routes that read the settings and their backups. */
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { SettingsService } from '../settings/settingsService.ts';
import { sendCode } from './refusal.ts';

export function addSettingsApi(
  app: FastifyInstance,
  settings: Pick<SettingsService, 'view' | 'listBackups' | 'findBackup'>,
  forDesk: { readonly preHandler: preHandlerAsyncHookHandler },
): void {
  app.get('/api/settings', forDesk, async () => settings.view());
  app.get('/api/settings/backups', forDesk, async () => ({ backups: await settings.listBackups() }));
  app.get<{ Params: { id: string } }>('/api/settings/backups/:id', forDesk, async (request, reply) => {
    const backup = await settings.findBackup(request.params.id);
    return backup === null ? sendCode(reply, 'SETTINGS_BACKUP_UNKNOWN', {}) : reply.send(backup);
  });
}
