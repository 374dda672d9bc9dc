/** Who may read the feed: the Host and Origin of a request, and the read token where one is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isOriginAllowed } from '../door/hostGuard.ts';
import { createOwnHosts } from '../door/ownHosts.ts';
import type { FeedServerSettings } from '../record/settings.ts';
import type { Head } from './head.ts';

/** 421 not our name, 403 a foreign page, 401 no or a wrong token; null: may read. */
export type Judgement = 421 | 403 | 401 | null;

export type Readers = {
  /** `open` addresses (media, overlays) need no token: they hold no list, and names of media cannot be guessed. */
  readonly judge: (head: Head, query: string, isOpen: boolean) => Judgement;
  /** `http://` and the host that was asked for, the same text each time. */
  readonly baseFor: (host: string | undefined) => string;
};

/** Hosts under which the feed is read are few; a stranger trying many fills nothing. */
const mostHosts = 32;

export function createReaders(settings: FeedServerSettings): Readers {
  const isOurs = createOwnHosts(settings.host);
  const token = settings.readToken === null ? null : digest(settings.readToken);
  /** Hosts that were judged good, with the base address that each gives. */
  const bases = new Map<string, string>();
  const isKnown = (host: string | undefined): boolean => {
    if (host === undefined) return false;
    if (bases.has(host)) return true;
    if (!isOurs(host)) return false;
    if (bases.size < mostHosts) bases.set(host, `http://${host}`);
    return true;
  };
  return {
    judge: (head, query, isOpen) => {
      if (!isKnown(head.host) || head.hasTwoHosts) return 421;
      if (!isOriginAllowed(head.origin, head.host, settings.allowedOrigins)) return 403;
      if (token === null || isOpen) return null;
      const given = givenToken(head, query);
      return given !== null && timingSafeEqual(digest(given), token) ? null : 401;
    },
    baseFor: (host = '') => bases.get(host) ?? `http://${host}`,
  };
}

const none: readonly string[] = [];

/** Headers that let the page of that origin read the answer; none for programs that are not browsers. */
export function originHeaders({ origin }: Head): readonly string[] {
  if (origin === undefined) return none;
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    'ETag, X-Feed-Revision, X-Feed-Gate, X-Feed-Freshness, X-Feed-Checked-At',
    'Vary',
    'Origin',
  ];
}

function givenToken(head: Head, query: string): string | null {
  const header = /^Bearer (.+)$/i.exec(head.authorization ?? '')?.[1];
  return header ?? new URLSearchParams(query).get('token');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
