/** Formats `/feeds` (state, counts and addresses of every feed) and `/healthz`. */
import type { Channel } from './channel.ts';
import { formats } from './formats.ts';

/** Returns every address of a feed, by document name. */
function addressesOf(slug: string, templates: readonly string[], base: string): Readonly<Record<string, string>> {
  const feedBase = `${base}/feeds/${slug}`;
  return {
    ...Object.fromEntries(Object.keys(formats).map((name) => [name, `${feedBase}/${name}`])),
    text: `${feedBase}/text/message`,
    events: `${feedBase}/events`,
    socket: `${base.replace(/^http/, 'ws')}/feeds/${slug}/socket`,
    ...Object.fromEntries(templates.map((name) => [`overlay/${name}`, `${base}/overlay/${name}?feed=${slug}`])),
  };
}

export function formatFeedList(channels: readonly Channel[], templates: readonly string[], base: string): string {
  const feeds = channels.map(({ documents, consumers, isServed }) => {
    const { feed, freshness, contentHash } = documents.publication();
    return {
      slug: feed.slug,
      revision: feed.onAir.revision,
      contentHash,
      gate: feed.gate,
      served: isServed(),
      freshness,
      checkedAt: documents.status().checkedAt,
      onAirSince: feed.onAir.since,
      counts: { onAir: feed.onAir.items.length, consumers: consumers.list().length },
      addresses: addressesOf(feed.slug, templates, base),
    };
  });
  return JSON.stringify({ feeds });
}

/** Always `ok`: a source problem takes nothing off air, so no watchdog should restart Greenroom for it. */
export function formatHealth(channels: readonly Channel[], version: string): string {
  const feeds = channels.map(({ documents, isServed }) => ({
    slug: documents.slug,
    served: isServed(),
    ...documents.status(),
  }));
  return JSON.stringify({ status: 'ok', version, feeds });
}
