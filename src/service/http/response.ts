/** A route’s response, and the error that becomes an ErrorResponse. */
import type { ErrorResponse } from '../../core/serviceDocument.ts';

/** Deliberate transport faults; `null` in a response unless a fault is switched on. */
export type WireFault = {
  readonly delayMs: number;
  /** `null` for full speed. */
  readonly bytesPerSecond: number | null;
  /** Bytes of the body to send before cutting the connection; `null` to send all of it. */
  readonly cutAfterBytes: number | null;
  readonly cut: 'reset' | 'close';
};

export type FilePart = { readonly path: string; readonly start: number; readonly end: number };

/** Writes until the caller disconnects. Returns a function that stops it. */
export type Stream = (write: (text: string) => void) => () => void;

export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | FilePart | Stream | null;
  readonly wireFault: WireFault | null;
};

/** Thrown anywhere below a route; the server sends it as an ErrorResponse. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

export function createJsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = { 'Cache-Control': 'no-store' },
): HttpResponse {
  return createBytesResponse(status, Buffer.from(JSON.stringify(value)), headers);
}

/** Like `createJsonResponse`, for JSON that is already encoded. */
export function createBytesResponse(
  status: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body, wireFault: null };
}

export function createEmptyResponse(status: number, headers: Readonly<Record<string, string>>): HttpResponse {
  return { status, headers, body: null, wireFault: null };
}

export function createErrorBody(error: Pick<HttpError, 'code' | 'message' | 'details'>): ErrorResponse {
  const { code, message, details } = error;
  return { error: details === null ? { code, message } : { code, message, details: { ...details } } };
}

export function toErrorResponse(error: HttpError): HttpResponse {
  return createJsonResponse(error.status, createErrorBody(error), { 'Cache-Control': 'no-store', ...error.headers });
}
