/** Sends refusals of the control API as ErrorResponses with a code, a message and a next step. */
import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../contract/commands.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import { refuse } from '../refuse.ts';

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
  COLLECTION_UNKNOWN: 404,
  SOURCE_COLLECTION_GONE: 404,
  COMMAND_UNKNOWN: 404,
  LIST_MOVED_ON: 409,
  REHEARSAL_NONE: 409,
  DETECT_NONE: 409,
  DETECT_SECRET_NOT_SET: 409,
  COMMAND_PORT_TAKEN: 409,
  SETTINGS_UNDO_NONE: 409,
  SETTINGS_FEED_READ: 409,
  SETTINGS_NOT_DONE: 409,
  SETTINGS_BACKUP_UNKNOWN: 404,
  COMMAND_TOO_MANY: 429,
  COMMAND_FAILED: 500,
  DISK_WRITE_FAILED: 503,
};

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

/** Sends the problem catalogue's message and next step for the code. */
export function sendCode(reply: FastifyReply, code: ProblemCode, facts: Facts): FastifyReply {
  return sendRefusal(reply, refuse(code, facts));
}

/** Returns a missing body as `{}`, and `null` for a body that is not an object. */
export function bodyOf(body: unknown): Readonly<Record<string, unknown>> | null {
  if (body === undefined || body === null) return {};
  return typeof body === 'object' && !Array.isArray(body) ? { ...body } : null;
}
