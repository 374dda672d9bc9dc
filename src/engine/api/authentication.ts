/** Authenticates and rate-limits API requests before their bodies are read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canReadStaging, includesRight, type Right } from '../../core/commands/commandRow.ts';
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { Clock } from '../ports.ts';
import type { Bearer, Tokens } from '../settings/tokens.ts';
import { sendCode } from './refusal.ts';

const rate = { perSecond: 100, burst: 200 } as const;

const bearers = new WeakMap<FastifyRequest, Bearer>();

/**
 * Requires a valid token under /api. Limits commands per token, and requests without a valid token per address. The two limits
 * are separate, so a client without a token can't block a panel on the same machine.
 */
export function addAuthentication(app: FastifyInstance, tokens: Pick<Tokens, 'bearerOf'>, clock: Clock): void {
  const mayRunCommand = createRateLimiter(clock, rate);
  const mayTryUnauthenticated = createRateLimiter(clock, rate);
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isApi = isApiRequest(request);
    if (!isApi && isRead) return undefined;
    const bearer = await tokens.bearerOf(readBearerToken(request.headers.authorization), request.ip);
    if (bearer === null) {
      if (!mayTryUnauthenticated(request.ip)) return sendCode(reply, 'COMMAND_TOO_MANY', {});
      return isApi ? sendCode(reply, 'COMMAND_UNAUTHORISED', {}) : undefined;
    }
    bearers.set(request, bearer);
    return isRead || mayRunCommand(bearer.id) ? undefined : sendCode(reply, 'COMMAND_TOO_MANY', {});
  });
}

/** Checks the right after the body has arrived, because the token may have been revoked meanwhile. */
export function requireRight(
  right: Right,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const bearer = bearerOf(request);
    if (bearer === null) return sendCode(reply, 'COMMAND_UNAUTHORISED', {});
    return includesRight(bearer.right, right)
      ? undefined
      : sendCode(reply, 'COMMAND_FORBIDDEN', { right: bearer.right, needed: right });
  };
}

/** For routes whose responses can contain posts in staging. Follows `requireRight`. */
export async function requireStaging(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const right = bearerOf(request)?.right;
  return right === undefined || canReadStaging(right)
    ? undefined
    : sendCode(reply, 'COMMAND_FORBIDDEN', { right, needed: 'view' });
}

/** Returns `null` without a valid token, also when it has been revoked during the request. */
export function bearerOf(request: FastifyRequest): Bearer | null {
  const bearer = bearers.get(request);
  return bearer === undefined || bearer.isRevoked() ? null : bearer;
}

/** Uses the matched route, because one path can be encoded in several ways. */
export function isApiRequest(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith('/api/');
}

function readBearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w\-.~+/=]{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}
