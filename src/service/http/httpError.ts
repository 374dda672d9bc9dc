/** An error that becomes an ErrorResponse. */
import type { ErrorResponse } from '../../core/serviceDocument.ts';

/** Thrown anywhere below a route. */
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

export function encodeError({ code, message, details }: HttpError): Buffer {
  const body: ErrorResponse = { error: details === null ? { code, message } : { code, message, details } };
  return Buffer.from(JSON.stringify(body));
}
