/** From a path to an answer. The split is by hand: a feed is read many times a second by every renderer. */
import { hostName, isLoopbackName } from '../door/hostGuard.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Clock } from '../ports.ts';
import type { AiredMedia } from './aired.ts';
import { refuse, sendText } from './answer.ts';
import type { Channel } from './channel.ts';
import { type Asked, answerDocument } from './documents.ts';
import { formatFeedList, formatHealth } from './feedList.ts';
import { formatMetrics } from './metrics.ts';
import { listTemplates, serveOverlay } from './overlayFiles.ts';
import { formatPage, pagePolicy } from './page.ts';
import { pageScript, pageStyle } from './pageFiles.ts';
import { standingHeaders } from './rendition.ts';

export type Rooms = {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly aired: AiredMedia;
  readonly media: MediaCache;
  readonly overlayDir: string | null;
  readonly version: string;
  readonly isRehearsal: boolean;
  readonly clock: Clock;
};

const mediaPrefix = '/media/';
const overlayPrefix = '/overlay/';
const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
const json = 'application/json; charset=utf-8';

export function createRouter(rooms: Rooms): (asked: Asked) => void {
  const templates = listTemplates(rooms.overlayDir);
  return (asked) => {
    const { request, response, address } = asked;
    const { path, slug } = address;
    if (slug !== null) return answerFeed(rooms, asked, slug);
    if (path.startsWith(mediaPrefix)) {
      const name = path.slice(mediaPrefix.length);
      if (!rooms.aired.mayServe(name)) return refuse(response, 'FEED_NOT_FOUND');
      return void rooms.media.handle(request, response, name).catch(() => response.destroy());
    }
    if (path.startsWith(overlayPrefix)) {
      const rest = path.slice(overlayPrefix.length);
      return void serveOverlay(request, response, rooms.overlayDir, rest).catch(() => response.destroy());
    }
    const channels = [...rooms.channels.values()];
    if (path === '/feeds')
      return sendText(response, json, formatFeedList(channels, templates, asked.base), asked.headers);
    if (path === '/healthz') return sendText(response, json, formatHealth(channels, rooms.version), asked.headers);
    if (path === '/metrics')
      return sendText(response, metricsType, formatMetrics(channels, rooms.version, rooms.clock), asked.headers);
    if (path === '/') return sendPage(rooms, templates, asked, channels);
    if (path === '/page/feed.css') return sendText(response, 'text/css; charset=utf-8', pageStyle, asked.headers);
    if (path === '/page/feed.js')
      return sendText(response, 'text/javascript; charset=utf-8', pageScript, asked.headers);
    return refuse(response, 'FEED_NOT_FOUND');
  };
}

function sendPage(rooms: Rooms, templates: readonly string[], asked: Asked, channels: readonly Channel[]): void {
  const { response, head, address, base, headers } = asked;
  const html = formatPage(channels, {
    base,
    now: rooms.clock.now(),
    token: address.query.get('token'),
    isLoopback: isLoopbackName(hostName(head.host) ?? ''),
    templates,
    isRehearsal: rooms.isRehearsal,
  });
  const policy = ['Content-Security-Policy', pagePolicy, 'Referrer-Policy', 'no-referrer'];
  sendText(response, 'text/html; charset=utf-8', html, [...policy, ...headers]);
}

function answerFeed(rooms: Rooms, asked: Asked, slug: string) {
  const channel = rooms.channels.get(slug);
  if (channel === undefined) return refuse(asked.response, 'FEED_UNKNOWN');
  const { name, format } = asked.address;
  if (format !== null) return answerDocument(channel, format, asked);
  if (name === 'events') {
    const headers = [...standingHeaders(channel.board.standing()), ...asked.headers];
    if (asked.request.method === 'HEAD')
      return sendText(asked.response, 'text/event-stream; charset=utf-8', '', headers);
    return channel.stream.acceptEvents(asked.request, asked.response, asked.base, asked.address.query, headers);
  }
  return refuse(asked.response, 'FEED_NOT_FOUND');
}
