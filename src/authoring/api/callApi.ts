/** Sends one request to the authoring API. */
import { say } from '../../core/language/say.ts';
import { describeFailureCode } from './failureSentences.ts';

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
    const headers = new Headers({
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      // The page has the version that the change is based on, so the difference is enough.
      ...(ifMatch === null ? {} : { 'If-Match': ifMatch, Prefer: 'return=minimal' }),
      ...(ifNoneMatch === null ? {} : { 'If-None-Match': ifNoneMatch }),
    });
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
  const message = say('The service isn’t responding. Check that it is running; this page reconnects automatically.');
  return new ApiError(0, 'NO_RESPONSE', message, null);
}

/** Reads an ErrorResponse; accepts any body, because a proxy may return another shape. */
export function parseFailure(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = typeof error['code'] === 'string' ? error['code'] : null;
  const message =
    describeFailureCode(code, typeof error['message'] === 'string' ? error['message'] : null) ??
    say('The service returned {status}.', { status });
  return new ApiError(status, code ?? `HTTP_${status}`, message, body);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
