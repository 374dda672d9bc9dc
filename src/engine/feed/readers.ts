/** Who may read the feed: the Host and Origin of a request, and the read token where one is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { isHostAllowed, isOriginAllowed } from '../door/hostGuard.ts';
import type { FeedServerSettings } from '../record/settings.ts';

/** 421 not our name, 403 a foreign page, 401 no or a wrong token; null: may read. */
export type Judgement = 421 | 403 | 401 | null;

/** `open` addresses (media, overlays) need no token: they hold no list, and names of media cannot be guessed. */
export type Readers = { readonly judge: (request: IncomingMessage, query: string, isOpen: boolean) => Judgement };

export function createReaders(settings: FeedServerSettings): Readers {
  const names = ownNames(settings.host);
  const token = settings.readToken === null ? null : digest(settings.readToken);
  return {
    judge: (request, query, isOpen) => {
      const { host, origin } = request.headers;
      if (!isHostAllowed(host, names) || hasTwoHosts(request.rawHeaders)) return 421;
      if (!isOriginAllowed(origin, host, settings.allowedOrigins)) return 403;
      if (token === null || isOpen) return null;
      const given = givenToken(request, query);
      return given !== null && timingSafeEqual(digest(given), token) ? null : 401;
    },
  };
}

/** Headers that let the page of that origin read the answer; none for programs that are not browsers. */
export function originHeaders(request: IncomingMessage): readonly string[] {
  const { origin } = request.headers;
  if (origin === undefined) return [];
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Expose-Headers',
    'ETag, X-Feed-Revision, X-Feed-Gate, X-Feed-Freshness, X-Feed-Checked-At',
    'Vary',
    'Origin',
  ];
}

/** Names and addresses under which this machine was asked to be reached, loopback left out: that is always ours. */
function ownNames(host: string): readonly string[] {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === '127.0.0.1' || bare === '::1' || bare === 'localhost') return [];
  const machine = hostname().toLowerCase();
  const named = [machine, `${machine}.local`];
  if (bare !== '0.0.0.0' && bare !== '::') return [bare, ...named];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...named, ...addresses.map(({ address }) => address.toLowerCase())];
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function givenToken(request: IncomingMessage, query: string): string | null {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return header ?? new URLSearchParams(query).get('token');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
