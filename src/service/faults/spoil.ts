/** Reading routes with the faults in them: each fault is one way that a real service, proxy or network has been wrong. */
import { isNoneMatchMet } from '../conditional.ts';
import { type Answer, bytesAnswer, emptyAnswer, Refused, refusalAnswer, type WireFault } from '../http/answer.ts';
import type { Asked, Route } from '../http/route.ts';
import { answerCollection } from '../readApi.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';
import type { FaultBoard } from './faultBoard.ts';
import type { Fault } from './faultShapes.ts';
import { oddBody, oddItems } from './oddBodies.ts';

const calm: WireFault = { delayMs: 0, bytesPerSecond: null, cutAfterBytes: null, cut: 'close' };

/** The same routes, spoiled while a fault is on. */
export function spoilRoutes(
  routes: readonly Route[],
  board: FaultBoard,
  store: Pick<Store, 'read'>,
  isVaryLiteral: boolean,
  random: () => number,
): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    handle: async (asked) => {
      const collectionId = asked.params['collectionId'] ?? null;
      const faults = board.strike(asked.organisation, collectionId);
      if (faults.length === 0) return route.handle(asked);
      const present = collectionId === null ? null : await store.read(asked.organisation, collectionId);
      let answer = await answerOrRefusal(() => route.handle(asked));
      for (const fault of faults) answer = spoil(answer, fault, { asked, present, board, isVaryLiteral, random });
      return answer;
    },
  }));
}

type Scene = {
  readonly asked: Asked<unknown, unknown>;
  /** Null on the list endpoint, and where there is no such collection. */
  readonly present: StoredCollection | null;
  readonly board: FaultBoard;
  readonly isVaryLiteral: boolean;
  readonly random: () => number;
};

function spoil(answer: Answer, fault: Fault, scene: Scene): Answer {
  const { asked, present, board, isVaryLiteral, random } = scene;
  const condition = asked.headers['if-none-match'];
  const version = (collection: StoredCollection): Answer =>
    answerCollection(collection, condition, asked.base, isVaryLiteral);
  const wire = (change: Partial<WireFault>): Answer => ({ ...answer, wire: { ...calm, ...answer.wire, ...change } });
  const edited = (edit: (body: Record<string, unknown>) => unknown): Answer => {
    // What is to be seen wrong has to be sent: a 304 would hide it.
    const full = present === null ? answer : answerCollection(present, undefined, asked.base, isVaryLiteral);
    if (!Buffer.isBuffer(full.body) || full.status !== 200) return full;
    return bytesAnswer(200, Buffer.from(JSON.stringify(edit(JSON.parse(full.body.toString())))), full.headers);
  };
  switch (fault.fault) {
    case 'unavailable':
      return failure(503, 'SERVICE_UNAVAILABLE', 'The service is unavailable.', fault.body, fault.retryAfter);
    case 'badGateway':
      return failure(502, 'BAD_GATEWAY', 'The service behind this one failed.', fault.body, null);
    case 'status':
      return failure(fault.status, fault.code, 'A fault that was switched on.', 'error', fault.retryAfter);
    case 'latency': {
      const longest = Math.max(fault.ms, fault.upToMs ?? fault.ms);
      return wire({ delayMs: fault.ms + Math.round((longest - fault.ms) * random()) });
    }
    case 'drip':
      return wire({ bytesPerSecond: fault.bytesPerSecond });
    case 'reset':
      return wire({ cutAfterBytes: fault.afterBytes, cut: 'reset' });
    case 'truncation': {
      const length = Buffer.isBuffer(answer.body) ? answer.body.length : 0;
      const cut = wire({ cutAfterBytes: Math.floor(length * fault.keep), cut: 'close' });
      if (fault.framing === 'length') return cut;
      if (fault.framing === 'chunked') return { ...cut, headers: { ...cut.headers, 'Transfer-Encoding': 'chunked' } };
      return { ...cut, headers: { ...cut.headers, 'Transfer-Encoding': 'identity', Connection: 'close' } };
    }
    case 'wrongEtag':
      return withWrongEtag(answer, fault.kind, random);
    case 'sameEtag': {
      if (present === null) return answer;
      const full = answerCollection(present, undefined, asked.base, isVaryLiteral);
      const etag = board.frozenEtag(present.id, full.headers['ETag'] ?? '');
      const headers = { ...full.headers, ETag: etag };
      return isNoneMatchMet(condition, etag) ? emptyAnswer(304, headers) : { ...full, headers };
    }
    case 'unexpected304':
      return emptyAnswer(304, answer.headers);
    case 'flapping':
      if (present === null) return answer;
      return version(board.isOddTurn(present.id) ? present : board.earlier(present, 1));
    case 'rewind':
      return present === null ? answer : version(board.earlier(present, fault.versions));
    case 'emptyWithCount':
      return edited((body) => ('liveContents' in body ? { ...body, liveContents: [] } : { ...body, collections: [] }));
    case 'html':
      return page(200);
    case 'redirect':
      return emptyAnswer(302, { Location: fault.location, 'Cache-Control': 'no-store' });
    case 'wrongId':
      return edited((body) => ('id' in body ? { ...body, id: `${String(body['id'])}-other` } : body));
    case 'oddBody':
      return oddBody(
        edited((body) => body),
        fault.kind,
      );
    case 'oddItems':
      return edited((body) => oddItems(body, fault.kind));
    default: {
      const unreachable: never = fault;
      return unreachable;
    }
  }
}

function withWrongEtag(
  answer: Answer,
  kind: Extract<Fault, { fault: 'wrongEtag' }>['kind'],
  random: () => number,
): Answer {
  const { ETag: etag = '""', ...others } = answer.headers;
  switch (kind) {
    case 'absent':
      return { ...answer, headers: others };
    case 'weak':
      return { ...answer, headers: { ...others, ETag: `W/${etag}` } };
    case 'unquoted':
      return { ...answer, headers: { ...others, ETag: etag.replaceAll('"', '') } };
    case 'constant':
      return { ...answer, headers: { ...others, ETag: '"constant"' } };
    case 'changing':
      return { ...answer, headers: { ...others, ETag: `"${random().toString(36).slice(2)}"` } };
    default: {
      const unreachable: never = kind;
      return unreachable;
    }
  }
}

function failure(
  status: number,
  code: string,
  message: string,
  body: 'error' | 'html' | 'empty',
  retryAfter: string | null,
): Answer {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter };
  if (body === 'error') return refusalAnswer(new Refused(status, code, message, null, headers));
  const answer = body === 'html' ? page(status) : emptyAnswer(status, { 'Cache-Control': 'no-store' });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function page(status: number): Answer {
  const body = Buffer.from(
    '<!doctype html><html><head><title>Log in</title></head><body>Log in to this network</body></html>',
  );
  return { status, headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }, body, wire: null };
}

async function answerOrRefusal(handle: () => Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refused) return refusalAnswer(error);
    throw error;
  }
}
