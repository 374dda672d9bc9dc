/** What a route answers, and the one shape of everything that went wrong. */
import type { ErrorResponse } from '../document.ts';

/** How the bytes go out when a fault is switched on; null everywhere else. */
export type WireFault = {
  readonly delayMs: number;
  /** Null: at once. */
  readonly bytesPerSecond: number | null;
  /** Bytes of the body after which it ends; null: all of it. */
  readonly cutAfterBytes: number | null;
  readonly cut: 'reset' | 'close';
};

export type FilePart = { readonly path: string; readonly start: number; readonly end: number };

/** Writes for as long as the asker listens; answers how to stop. */
export type Stream = (write: (text: string) => void) => () => void;

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | FilePart | Stream | null;
  readonly wire: WireFault | null;
};

/** A refusal anywhere below a route; the server answers it as an ErrorResponse. */
export class Refused extends Error {
  override readonly name = 'Refused';
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

export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = { 'Cache-Control': 'no-store' },
): Answer {
  return bytesAnswer(status, Buffer.from(JSON.stringify(value)), headers);
}

/** As `jsonAnswer`, of JSON that is bytes already. */
export function bytesAnswer(status: number, body: Buffer, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body, wire: null };
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null, wire: null };
}

export function errorBody(refused: Pick<Refused, 'code' | 'message' | 'details'>): ErrorResponse {
  const { code, message, details } = refused;
  return { error: details === null ? { code, message } : { code, message, details: { ...details } } };
}

export function refusalAnswer(refused: Refused): Answer {
  return jsonAnswer(refused.status, errorBody(refused), { 'Cache-Control': 'no-store', ...refused.headers });
}
