/** Sends one request to the authoring API. */

/** A failed request; `status` is 0 when the service did not respond. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The parsed body; for a 412 it contains the current collection. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** `value` is `null` for a 304. */
export type ApiResponse = { readonly value: unknown; readonly etag: string | null };

/** Rejects with an `ApiError`. */
export type CallApi = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: { readonly body: unknown; readonly ifMatch: string | null; readonly ifNoneMatch: string | null },
) => Promise<ApiResponse>;

export const noOptions = { body: undefined, ifMatch: null, ifNoneMatch: null } as const;

const timeoutMs = 15_000;

export function createCallApi(token: string): CallApi {
  return async (method, path, { body, ifMatch, ifNoneMatch }) => {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (ifMatch !== null) {
      headers.set('If-Match', ifMatch);
      // The page has the version that the change is based on, so the difference is enough.
      headers.set('Prefer', 'return=minimal');
    }
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
      if (!response.ok && response.status !== 304) throw parseFailure(response.status, value);
      return { value, etag: response.headers.get('ETag') };
    } catch (error) {
      throw error instanceof ApiError ? error : noResponse();
    }
  };
}

export function noResponse(): ApiError {
  const message = 'The service isn’t responding. Check that it is running; this page reconnects automatically.';
  return new ApiError(0, 'NO_RESPONSE', message, null);
}

/** Reads an ErrorResponse; accepts any body, because a proxy may return another shape. */
export function parseFailure(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = typeof error['code'] === 'string' ? error['code'] : `HTTP_${status}`;
  const message = typeof error['message'] === 'string' ? error['message'] : `The service returned ${status}.`;
  return new ApiError(status, code, message, body);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
