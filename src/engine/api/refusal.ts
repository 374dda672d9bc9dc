/** Sends refusals of the control API as ErrorResponses with a code, a message and a next step. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Refusal } from '../../contract/commands.ts';
import { describeInEnglish, type Facts, type ProblemCode } from '../../core/problem.ts';

/** Codes not listed are 503 if they begin with SOURCE_, otherwise 400. */
const statuses: Partial<Readonly<Record<ProblemCode, number>>> = {
  COMMAND_UNAUTHORISED: 401,
  COMMAND_FORBIDDEN: 403,
  COMMAND_ORIGIN_FOREIGN: 403,
  COMMAND_HOST_FOREIGN: 421,
  FEED_UNKNOWN: 404,
  ITEM_UNKNOWN: 404,
  REVISION_UNKNOWN: 404,
  RECORDING_UNKNOWN: 404,
  PREFLIGHT_NONE: 404,
  COLLECTION_UNKNOWN: 404,
  SOURCE_COLLECTION_GONE: 404,
  COLLECTION_NONE: 409,
  COMMAND_UNKNOWN: 404,
  LIST_MOVED_ON: 409,
  AIR_CHANGED: 409,
  HEAD_MOVED: 409,
  COMMAND_OVERTAKEN: 409,
  COMMAND_LATE: 409,
  LIVE_NOT_READ: 409,
  GUARDS_CHANGED: 409,
  POST_CHANGED: 409,
  REHEARSAL_NONE: 409,
  DETECT_NONE: 409,
  DETECT_SECRET_NOT_SET: 409,
  COMMAND_PORT_TAKEN: 409,
  SETTINGS_UNDO_NONE: 409,
  SETTINGS_UNDO_OTHER: 409,
  SETTINGS_UNDO_GATE: 409,
  SETTINGS_UNDO_COLLECTION: 409,
  SETTINGS_EFFECT_CHANGED: 409,
  SETTINGS_FEED_READ: 409,
  SETTINGS_FEED_UNCONFIRMED: 409,
  SETTINGS_NOT_DONE: 409,
  TOKEN_NOT_CREATED: 409,
  SETTING_FIXED: 409,
  SETUP_NO_DEMO: 409,
  SHOW_SWITCHING: 409,
  SHOW_UNCONFIRMED: 409,
  UPDATE_NOT_HERE: 409,
  UPDATE_OFF: 409,
  UPDATE_NONE: 409,
  UPDATE_ON_AIR: 409,
  UPDATE_ADDRESS_INSECURE: 409,
  UPDATE_FAILED: 502,
  SOURCE_KEY_REFUSED: 422,
  SOURCE_KEY_UNSENDABLE: 422,
  SETTINGS_BACKUP_UNKNOWN: 404,
  COMMAND_TOO_MANY: 429,
  COMMAND_FAILED: 500,
  SECRETS_UNREADABLE: 503,
  DISK_WRITE_FAILED: 503,
  DISK_NOT_RESPONDING: 503,
  ONLY_REMOVALS_DONE: 503,
};

export const errorResponse = z
  .strictObject({
    error: z
      .strictObject({
        code: z.string().describe('Problem code.'),
        message: z.string().describe('What happened.'),
        details: z
          .strictObject({
            nextStep: z.string().describe('What to do.'),
            faults: z
              .array(
                z.strictObject({
                  path: z.string().describe('JSON path of the setting; `$` is the whole document.'),
                  message: z.string().describe('The fault, and the valid values.'),
                }),
              )
              .optional()
              .describe('Each fault of refused settings.'),
          })
          .describe('What to do, and the faults of refused settings.'),
      })
      .describe('Why the request was refused.'),
  })
  .meta({ id: 'ErrorResponse', description: 'Refused. Nothing changed, except with `ONLY_REMOVALS_DONE`.' });

/** Sends the status, the code and the message, with the next step and any faults of settings in `details`. */
export function sendRefusal(
  reply: FastifyReply,
  { code, message, nextStep, faults = [] }: Omit<Refusal, 'ok'>,
): FastifyReply {
  const status = Object.entries(statuses).find(([known]) => known === code)?.[1];
  const fallback = code.startsWith('SOURCE_') ? 503 : 400;
  const details = faults.length === 0 ? { nextStep } : { nextStep, faults };
  return reply.code(status ?? fallback).send({ error: { code, message, details } });
}

/** Sends the problem catalogue's message and next step for the code, in English. */
export function sendCode(reply: FastifyReply, code: ProblemCode, facts: Facts): FastifyReply {
  return sendRefusal(reply, describeInEnglish(code, facts));
}
