/** Sends one request to the authoring API and returns the result or the failure; never throws. */

/** A failed request; `status` is 0 when the service did not respond. */
export type ApiFailure = {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The parsed body; for a 412 it contains the current collection. */
  readonly body: unknown;
};

export type ApiResult<T> = { readonly ok: true; readonly value: T; readonly etag: string | null } | ApiFailure;

export type CallApi = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: { readonly body: unknown; readonly ifMatch: string | null; readonly ifNoneMatch: string | null },
) => Promise<ApiResult<unknown>>;

export const noOptions = { body: undefined, ifMatch: null, ifNoneMatch: null } as const;

const timeoutMs = 15_000;

export function createCallApi(token: string): CallApi {
  return async (method, path, { body, ifMatch, ifNoneMatch }) => {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (ifMatch !== null) headers.set('If-Match', ifMatch);
    if (ifNoneMatch !== null) headers.set('If-None-Match', ifNoneMatch);
    try {
      const response = await fetch(path, {
        method,
        headers,
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const value: unknown = text === '' ? null : JSON.parse(text);
      if (response.ok) return { ok: true, value, etag: response.headers.get('ETag') };
      return parseFailure(response.status, value);
    } catch {
      return {
        ok: false,
        status: 0,
        code: 'NO_RESPONSE',
        message: 'The service isn’t responding. Check that it is running; this page reconnects automatically.',
        body: null,
      };
    }
  };
}

/** Reads an ErrorResponse; accepts any body, because a proxy may return another shape. */
export function parseFailure(status: number, body: unknown): ApiFailure {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = typeof error['code'] === 'string' ? error['code'] : `HTTP_${status}`;
  const message = typeof error['message'] === 'string' ? error['message'] : `The service returned ${status}.`;
  return { ok: false, status, code, message, body };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
