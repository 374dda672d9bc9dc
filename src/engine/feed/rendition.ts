/** One document made ready to send: its bytes, their validator and the headers, made once and sent to everybody. */
import type { Gate } from '../../core/feedState.ts';
import type { Freshness } from '../../core/source.ts';

export type Rendition = {
  readonly body: Buffer;
  /** Strong validator, in quotes. */
  readonly etag: string;
  /** Headers of the answer as a flat list; `checkedAt` is for which confirmation of the service they were made. */
  headers: string[];
  checkedAt: string | null;
};

/** What the headers say of the feed. */
export type Standing = {
  readonly revision: number;
  readonly gate: Gate;
  readonly freshness: Freshness;
  /** When the service last confirmed what we hold. ISO 8601; null: never. */
  readonly checkedAt: string | null;
};

/** `etagText` without its quotes; it must be another one for each other body under one address. */
export function makeRendition(
  content: string | Buffer,
  contentType: string,
  etagText: string,
  standing: Standing,
): Rendition {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const etag = `"${etagText}"`;
  const headers = [
    'Content-Type',
    contentType,
    'Content-Length',
    String(body.length),
    'ETag',
    etag,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...standingHeaders(standing),
  ];
  return { body, etag, headers, checkedAt: standing.checkedAt };
}

/** The headers with that confirmation time in them; the rest of them never changes. */
export function headersAsOf(rendition: Rendition, standing: Standing): string[] {
  if (rendition.checkedAt === standing.checkedAt) return rendition.headers;
  const place = rendition.headers.indexOf('X-Feed-Revision');
  rendition.headers = [...rendition.headers.slice(0, place), ...standingHeaders(standing)];
  rendition.checkedAt = standing.checkedAt;
  return rendition.headers;
}

export function standingHeaders({ revision, gate, freshness, checkedAt }: Standing): string[] {
  const headers = ['X-Feed-Revision', String(revision), 'X-Feed-Gate', gate, 'X-Feed-Freshness', freshness];
  return checkedAt === null ? headers : [...headers, 'X-Feed-Checked-At', checkedAt];
}
