/** Routes feed requests; written without a router library because every renderer polls many times a second. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { hostName, isLoopbackName } from '../../http/hostGuard.ts';
import { refuse } from '../http/refuseRequest.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Clock } from '../ports.ts';
import { listTemplates, readBuiltText, serveBuiltFile } from './builtFiles.ts';
import type { Channel } from './channel.ts';
import { type FeedRequest, sendDocument } from './documents.ts';
import { formatFeedList, formatHealth } from './feedList.ts';
import { createMetrics, type MetricsDeps } from './metrics.ts';
import type { OnAirMedia } from './onAirMedia.ts';
import { formatPage, pagePolicy } from './page.ts';
import { formatStatusHeaders } from './rendition.ts';
import { sendText } from './responses.ts';
import { formatOgrafManifest, formatOgrafModule, formatSpxTemplate, isTemplate } from './templateFiles.ts';
import type { Theme } from './theme.ts';

export type RouterDeps = {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly onAirMedia: OnAirMedia;
  readonly media: MediaCache;
  readonly builtDir: string | null;
  readonly theme: Theme;
  readonly version: string;
  readonly isRehearsal: boolean;
  readonly clock: Clock;
  readonly state: MetricsDeps['state'];
  readonly problems: MetricsDeps['problems'];
  readonly problemCounts: MetricsDeps['problemCounts'];
  /** Logs an exception and ends the response. */
  readonly onFault: (response: ServerResponse, error: unknown) => void;
};

const mediaPrefix = '/media/';
const overlayPrefix = '/overlay/';
/** Prefixes of addresses, each with its folder of built files. */
const builtFolders = [
  [overlayPrefix, 'overlay'],
  ['/page/', 'feedPage'],
  ['/kit/', 'kit'],
] as const;
const json = 'application/json; charset=utf-8';

export function createRouter(deps: RouterDeps): (feedRequest: FeedRequest) => void {
  const templates = listTemplates(deps.builtDir);
  const metrics = createMetrics(deps);
  return (feedRequest) => {
    const { request, response, url } = feedRequest;
    const { path, slug } = url;
    const onFault = (error: unknown): void => deps.onFault(response, error);
    if (slug !== null) return routeFeed(deps, feedRequest, slug);
    if (path.startsWith(mediaPrefix)) {
      const name = path.slice(mediaPrefix.length);
      if (!deps.onAirMedia.mayServe(name)) return refuse(response, 'FEED_NOT_FOUND');
      return void deps.media.handle(request, response, name).catch(onFault);
    }
    if (path.startsWith(overlayPrefix) && serveTemplateFile(deps, feedRequest, path.slice(overlayPrefix.length)))
      return;
    if (path.startsWith(overlayPrefix) && deps.theme.serve(response, path.slice(overlayPrefix.length))) return;
    for (const [prefix, folder] of builtFolders) {
      if (!path.startsWith(prefix)) continue;
      const built = deps.builtDir === null ? null : join(deps.builtDir, folder);
      return void serveBuiltFile(request, response, built, path.slice(prefix.length), feedRequest.base).catch(onFault);
    }
    const channels = [...deps.channels.values()];
    if (path === '/feeds')
      return sendText(response, json, formatFeedList(channels, templates, feedRequest.base), feedRequest.headers);
    if (path === '/healthz') return sendText(response, json, formatHealth(channels, deps.version), feedRequest.headers);
    if (path === '/metrics')
      return void metrics
        .metrics()
        .then((text) => sendText(response, metrics.contentType, text, feedRequest.headers))
        .catch(onFault);
    if (path === '/') return sendPage(deps, templates, feedRequest, channels);
    return refuse(response, 'FEED_NOT_FOUND');
  };
}

function sendPage(
  deps: RouterDeps,
  templates: readonly string[],
  feedRequest: FeedRequest,
  channels: readonly Channel[],
): void {
  const { response, head, url, base, headers } = feedRequest;
  const html = formatPage(channels, {
    base,
    now: deps.clock.now(),
    token: url.query.get('token'),
    isLoopback: isLoopbackName(hostName(head.host) ?? ''),
    templates,
    isRehearsal: deps.isRehearsal,
  });
  const policy = ['Content-Security-Policy', pagePolicy, 'Referrer-Policy', 'no-referrer'];
  sendText(response, 'text/html; charset=utf-8', html, [...policy, ...headers]);
}

/** Serves an overlay as a file for another program; false for any other address. */
function serveTemplateFile(deps: RouterDeps, feedRequest: FeedRequest, rest: string): boolean {
  const [, template = '', kind = ''] = /^([a-z]+)\.(spx\.html|ograf\.json|ograf\.mjs)$/.exec(rest) ?? [];
  if (!isTemplate(template)) return false;
  const { response, base, url } = feedRequest;
  const feeds = [...deps.channels.keys()];
  const wanted = url.query.get('feed') ?? '';
  const feed = feeds.includes(wanted) ? wanted : (feeds[0] ?? 'main');
  const isFeedNamed = feed === wanted;
  const files = { base, feeds, feed, isFeedNamed, token: url.query.get('token'), version: deps.version };
  const open = ['Access-Control-Allow-Origin', '*', 'Cross-Origin-Resource-Policy', 'cross-origin'];
  if (kind === 'ograf.mjs')
    readBuiltText(deps.builtDir, 'kit/ograf.js')
      .then((built) => {
        if (built === null) return refuse(response, 'FEED_NOT_FOUND');
        sendText(response, 'text/javascript; charset=utf-8', formatOgrafModule(built, template, files), open);
      })
      .catch((error) => deps.onFault(response, error));
  else if (kind === 'ograf.json') sendText(response, json, formatOgrafManifest(template, files), open);
  else {
    const attachment = ['Content-Disposition', `attachment; filename="greenroom-${template}.html"`];
    sendText(response, 'text/html; charset=utf-8', formatSpxTemplate(template, files), [...attachment, ...open]);
  }
  return true;
}

function routeFeed(deps: RouterDeps, feedRequest: FeedRequest, slug: string) {
  const channel = deps.channels.get(slug);
  if (channel === undefined) return refuse(feedRequest.response, 'FEED_UNKNOWN');
  const { name, format } = feedRequest.url;
  if (format !== null)
    return sendDocument(channel, format, feedRequest, (error) => deps.onFault(feedRequest.response, error));
  if (name === 'events') {
    const headers = [...formatStatusHeaders(channel.documents.status()), ...feedRequest.headers];
    if (feedRequest.request.method === 'HEAD')
      return sendText(feedRequest.response, 'text/event-stream; charset=utf-8', '', headers);
    const { request, response, base, url, recheck } = feedRequest;
    return channel.stream.acceptEvents(request, response, { base, query: url.query, recheck }, headers);
  }
  return refuse(feedRequest.response, 'FEED_NOT_FOUND');
}
