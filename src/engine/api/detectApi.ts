/** Adds the control API routes that read the detection of the signature format and try a format; neither changes anything. */
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { describeFirstFault } from '../../core/describeIssue.ts';
import type { Source } from '../source.ts';
import { sendCode } from './refusal.ts';

const tryBody = z.strictObject({ template: z.string().min(1).max(200) });

export function addDetectApi(
  app: FastifyInstance,
  detector: Source['signatureDetector'],
  forDesk: { readonly preHandler: preHandlerAsyncHookHandler },
): void {
  app.get('/api/source/detect', forDesk, async () => ({ detection: detector.state() }));
  app.post('/api/source/detect/try', forDesk, async (request, reply) => {
    const read = tryBody.safeParse(request.body, { reportInput: true });
    if (!read.success) return sendCode(reply, 'COMMAND_INVALID', { what: describeFirstFault(read.error) });
    const fits = await detector.trySigning(read.data.template);
    return fits === null ? sendCode(reply, 'DETECT_NONE', { what: 'it is not running' }) : reply.send({ fits });
  });
}
