/** Adds the control API routes that detect the signature format of the service's deliveries. */
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { describeFirstFault } from '../commandSchemas.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Source } from '../source.ts';
import { sendCode } from './refusal.ts';

const startBody = z.strictObject({ secret: z.string().min(1).max(512) });
const notRunning = 'it is not running';
const noMatchYet = 'no signature format matches yet';

const tryBody = z.strictObject({ template: z.string().min(1).max(200) });

/** The secret is used only for matching; it is never returned, logged or saved. */
export function addDetectApi(
  app: FastifyInstance,
  detector: Source['signatureDetector'],
  settings: Pick<SettingsService, 'change'>,
  bearerName: (request: FastifyRequest) => string | null,
  forDesk: { readonly preHandler: preHandlerAsyncHookHandler },
): void {
  app.get('/api/source/detect', forDesk, async () => ({ detection: detector.state() }));
  app.post('/api/source/detect', forDesk, async (request, reply) => {
    const read = startBody.safeParse(request.body, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: describeFirstFault(read.error) });
    return reply.send({ detection: detector.start(read.data.secret) });
  });
  app.delete('/api/source/detect', forDesk, async () => {
    detector.stop();
    return { detection: null };
  });
  app.post('/api/source/detect/try', forDesk, async (request, reply) => {
    const read = tryBody.safeParse(request.body, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: describeFirstFault(read.error) });
    const fits = await detector.trySigning(read.data.template);
    return fits === null ? sendCode(reply, 'DETECT_NONE', { what: notRunning }) : reply.send({ fits });
  });
  app.post('/api/source/detect/lock', forDesk, async (request, reply) => {
    const lock = await detector.lock();
    switch (lock.kind) {
      case 'notFound':
        return sendCode(reply, 'DETECT_NONE', { what: detector.state() === null ? notRunning : noMatchYet });
      case 'secretNotSet':
        return sendCode(reply, 'DETECT_SECRET_NOT_SET', {});
      case 'locked':
        // Saved, so the next start does not have to detect it again.
        await settings.change({ source: { push: { signing: lock.signing } } }, bearerName(request));
        return reply.send({ signing: lock.signing });
      default: {
        const unreachable: never = lock;
        return unreachable;
      }
    }
  });
}
