/** Builds the address of a feed's socket, in which a page introduces itself. */
import type { PageIdentity } from './pageIdentity.ts';
import type { FeedOptions } from './publicTypes.ts';

/** How the page introduces itself to the feed. A preview does not. */
export type PageIntroduction = PageIdentity & {
  /** The revision that is on screen; `null` before the first. */
  readonly painted: number | null;
};

export type SocketOptions = Pick<FeedOptions, 'token' | 'program' | 'isPreview' | 'list'>;

export function createSocketAddress(
  base: string,
  feed: string,
  { token, program, isPreview, list }: SocketOptions,
  { client, page, painted }: PageIntroduction,
): string {
  const url = new URL(`/feeds/${feed}/socket`, base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (list === 'current') url.searchParams.set('items', 'current');
  else url.searchParams.set('mode', 'changes');
  if (isPreview === true) url.searchParams.set('preview', '1');
  else {
    url.searchParams.set('client', client);
    url.searchParams.set('page', page);
    if (program !== undefined) url.searchParams.set('program', program);
    if (painted !== null) url.searchParams.set('painted', String(painted));
  }
  if (token !== undefined) url.searchParams.set('token', token);
  return url.href;
}
