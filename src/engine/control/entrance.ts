/** Who comes in by HTTP: the token is looked at before anything of the body is read, and requests are counted by token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../ports.ts';
import { createRateLimit } from './rateLimit.ts';
import { sendCode } from './refusal.ts';
import { type Bearer, isEnough, type Right, type Tokens } from './tokens.ts';

const rate = { perSecond: 100, burst: 200 } as const;

const bearers = new WeakMap<FastifyRequest, Bearer>();

/**
 * Lets nobody on under /api without a good token. Presses are counted by token; what comes without a good one is counted
 * by address, in buckets of its own, so that it cannot use up what a panel on the same machine may press.
 */
export function addEntrance(app: FastifyInstance, tokens: Pick<Tokens, 'bearerOf'>, clock: Clock): void {
  const mayPress = createRateLimit(clock, rate);
  const mayKnock = createRateLimit(clock, rate);
  app.addHook('onRequest', async (request, reply) => {
    const isLooking = request.method === 'GET' || request.method === 'HEAD';
    const isApi = isApiRequest(request);
    if (!isApi && isLooking) return undefined;
    const bearer = await tokens.bearerOf(bearerToken(request.headers.authorization));
    if (bearer === null) {
      if (!mayKnock(request.ip)) return sendCode(reply, 'COMMAND_TOO_MANY', {});
      return isApi ? sendCode(reply, 'COMMAND_UNAUTHORISED', {}) : undefined;
    }
    bearers.set(request, bearer);
    return isLooking || mayPress(bearer.id) ? undefined : sendCode(reply, 'COMMAND_TOO_MANY', {});
  });
}

/** Lets on only who has that right, and still has it now that the body is read. */
export function needs(
  right: Right,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const bearer = bearerOf(request);
    if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
    return isEnough(bearer.right, right) ? undefined : sendCode(reply, 'COMMAND_FORBIDDEN', {});
  };
}

/** Who asks; null for nobody, and for one whose token was revoked meanwhile. */
export function bearerOf(request: FastifyRequest): Bearer | null {
  const bearer = bearers.get(request);
  return bearer === undefined || bearer.isRevoked() ? null : bearer;
}

/** By the route that will answer, since a path can be written in more ways than one. */
export function isApiRequest(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith('/api/');
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w\-.~+/=]{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}
