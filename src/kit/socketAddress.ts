/** Builds the address of a feed's socket, in which a page introduces itself. */
import type { PageIdentity } from './pageIdentity.ts';
import type { FeedOptions } from './publicTypes.ts';

/** How the page introduces itself to the feed. A preview does not. */
export type PageIntroduction = PageIdentity & {
  /** The number of this connection of the page, from 1. */
  readonly connection: number;
  /** The state on screen; `null` before the first. */
  readonly painted: PaintedRevision | null;
};

/** A revision on screen, and the run of Greenroom that counted it. */
export type PaintedRevision = { readonly revision: number; readonly run: string | null };

export type SocketOptions = Pick<FeedOptions, 'token' | 'program' | 'isPreview' | 'list'>;

export function createSocketAddress(
  base: string,
  feed: string,
  { token, program, isPreview, list }: SocketOptions,
  { client, page, connection, painted }: PageIntroduction,
): string {
  const url = new URL(`/feeds/${feed}/socket`, base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (list === 'current') url.searchParams.set('items', 'current');
  else url.searchParams.set('mode', 'changes');
  if (isPreview === true) url.searchParams.set('preview', '1');
  else {
    url.searchParams.set('client', client);
    url.searchParams.set('page', page);
    url.searchParams.set('connection', String(connection));
    url.searchParams.set('alive', '1');
    if (program !== undefined) url.searchParams.set('program', program);
    if (painted !== null) url.searchParams.set('painted', String(painted.revision));
    if (painted !== null && painted.run !== null) url.searchParams.set('run', painted.run);
  }
  if (token !== undefined) url.searchParams.set('token', token);
  return url.href;
}
