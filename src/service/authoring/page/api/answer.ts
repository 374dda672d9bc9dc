/** One question to the authoring API: the token goes with it, and what comes back is a value, never an exception. */

/** Why a request did not do what was asked. `status` 0: the service did not answer at all. */
export type Refused = {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The body as it came; a 412 carries the present collection in it. */
  readonly body: unknown;
};

export type Answer<T> = { readonly ok: true; readonly value: T; readonly etag: string | null } | Refused;

export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  sent: { readonly body: unknown; readonly ifMatch: string | null; readonly ifNoneMatch: string | null },
) => Promise<Answer<unknown>>;

export const nothingSent = { body: undefined, ifMatch: null, ifNoneMatch: null } as const;

/** A question answered after this long is counted as not answered. */
const patienceMs = 15_000;

export function createAsk(token: string): Ask {
  return async (method, path, { body, ifMatch, ifNoneMatch }) => {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (ifMatch !== null) headers.set('If-Match', ifMatch);
    if (ifNoneMatch !== null) headers.set('If-None-Match', ifNoneMatch);
    try {
      const answer = await fetch(path, {
        method,
        headers,
        cache: 'no-store',
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const value: unknown = text === '' ? null : JSON.parse(text);
      if (answer.ok) return { ok: true, value, etag: answer.headers.get('ETag') };
      return refusedFrom(answer.status, value);
    } catch {
      return {
        ok: false,
        status: 0,
        code: 'NO_ANSWER',
        message:
          'The service does not answer. Nothing was saved. Next: see whether it still runs; this page asks again by itself.',
        body: null,
      };
    }
  };
}

/** An ErrorResponse, read with care: an answer of something in between has another shape. */
export function refusedFrom(status: number, body: unknown): Refused {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = typeof error['code'] === 'string' ? error['code'] : `HTTP_${status}`;
  const message = typeof error['message'] === 'string' ? error['message'] : `The service answered ${status}.`;
  return { ok: false, status, code, message, body };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
