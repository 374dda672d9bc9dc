/** Checks the Host, Origin and read token of feed requests. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isOriginAllowed } from '../../http/hostGuard.ts';
import { createHostCheck } from '../http/hostCheck.ts';
import type { FeedServerSettings } from '../settings/settings.ts';
import type { RequestHead } from './requestHead.ts';

/** 421: unknown host name; 403: another site's page; 401: missing or wrong token; `null`: allowed. */
export type RefusalStatus = 421 | 403 | 401 | null;

export type ReadAccess = {
  /** `isPublic`: media, overlays and page assets need no token: they contain no list, and media names cannot be guessed. */
  readonly check: (head: RequestHead, query: string, isPublic: boolean) => RefusalStatus;
  /** Returns `http://` and the host; the same string each time, for use as a cache key. */
  readonly baseFor: (host: string | undefined) => string;
};

/** Stops a client that tries many hosts from filling memory. */
const maxHosts = 32;

export function createReadAccess(settings: FeedServerSettings): ReadAccess {
  const isOwnHost = createHostCheck(settings.host, {
    allowed: settings.allowedHosts,
    isOnNetwork: settings.interfaces.length > 0,
  });
  const token = settings.readToken === null ? null : digest(settings.readToken);
  /** Base addresses by accepted host. */
  const bases = new Map<string, string>();
  const isKnown = (host: string | undefined): boolean => {
    if (host === undefined) return false;
    if (bases.has(host)) return true;
    if (!isOwnHost(host)) return false;
    if (bases.size < maxHosts) bases.set(host, `http://${host}`);
    return true;
  };
  return {
    check: (head, query, isPublic) => {
      if (!isKnown(head.host) || head.hasMultipleHosts) return 421;
      if (!isOriginAllowed(head.origin, head.host, settings.allowedOrigins)) return 403;
      if (token === null || isPublic) return null;
      const sentToken = tokenOf(head, query);
      return sentToken !== null && timingSafeEqual(digest(sentToken), token) ? null : 401;
    },
    baseFor: (host = '') => bases.get(host) ?? `http://${host}`,
  };
}

const noHeaders: readonly string[] = [];

/** Returns the CORS headers; none without an Origin, which only browsers send. */
export function formatOriginHeaders({ origin }: RequestHead): readonly string[] {
  if (origin === undefined) return noHeaders;
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    'ETag, X-Feed-Revision, X-Feed-Gate, X-Feed-Freshness, X-Feed-Checked-At',
    'Vary',
    'Origin',
  ];
}

function tokenOf(head: RequestHead, query: string): string | null {
  const header = /^Bearer (.+)$/i.exec(head.authorization ?? '')?.[1];
  return header ?? new URLSearchParams(query).get('token');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
