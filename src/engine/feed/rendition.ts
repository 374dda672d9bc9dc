/** Prepares a document's bytes, ETag and headers once for all readers. */
import type { Gate } from '../../core/feedState.ts';
import type { Freshness } from '../../core/source.ts';

export type Rendition = {
  readonly body: Buffer;
  /** Strong ETag, in quotes. */
  readonly etag: string;
  /** Alternating names and values, for a response with the body and for a 304. */
  headers: string[];
  notModifiedHeaders: string[];
  /** Confirmation time that the headers contain. */
  checkedAt: string | null;
};

/** The feed's status in response headers and `/healthz`. */
export type FeedStatus = {
  readonly revision: number;
  readonly gate: Gate;
  readonly freshness: Freshness;
  /** When the service last confirmed our copy, ISO 8601; `null` if never. */
  readonly checkedAt: string | null;
};

/** `etagText` has no quotes and must differ whenever the body at the same address differs. */
export function createRendition(
  content: string | Buffer,
  contentType: string,
  etagText: string,
  status: FeedStatus,
): Rendition {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const etag = `"${etagText}"`;
  const notModifiedHeaders = [
    ...['ETag', etag, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ...formatStatusHeaders(status),
  ];
  const headers = ['Content-Type', contentType, 'Content-Length', String(body.length), ...notModifiedHeaders];
  return { body, etag, headers, notModifiedHeaders, checkedAt: status.checkedAt };
}

/** Updates the confirmation time, the only header that changes. */
export function updateHeaders(rendition: Rendition, status: FeedStatus): void {
  if (rendition.checkedAt === status.checkedAt) return;
  const update = (headers: readonly string[]): string[] => [
    ...headers.slice(0, headers.indexOf('X-Feed-Revision')),
    ...formatStatusHeaders(status),
  ];
  rendition.headers = update(rendition.headers);
  rendition.notModifiedHeaders = update(rendition.notModifiedHeaders);
  rendition.checkedAt = status.checkedAt;
}

export function formatStatusHeaders({ revision, gate, freshness, checkedAt }: FeedStatus): string[] {
  const headers = ['X-Feed-Revision', String(revision), 'X-Feed-Gate', gate, 'X-Feed-Freshness', freshness];
  return checkedAt === null ? headers : [...headers, 'X-Feed-Checked-At', checkedAt];
}
