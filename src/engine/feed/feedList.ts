/** Formats `/feeds` (state, counts and addresses of every feed) and `/healthz`. */
import type { Channel } from './channel.ts';
import { formats } from './formats.ts';

/** Returns every address of a feed, by its name under the feed. */
export function addressesOf(
  slug: string,
  templates: readonly string[],
  base: string,
): Readonly<Record<string, string>> {
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
  const feeds = channels.map(({ documents: board, consumers }) => {
    const { feed, freshness, contentHash } = board.publication();
    return {
      slug: feed.slug,
      revision: feed.onAir.revision,
      contentHash,
      gate: feed.gate,
      freshness,
      checkedAt: board.status().checkedAt,
      onAirSince: feed.onAir.since,
      counts: { onAir: feed.onAir.items.length, consumers: consumers.list().length },
      addresses: addressesOf(feed.slug, templates, base),
    };
  });
  return JSON.stringify({ feeds });
}

/** Always `ok`, because a watchdog must not restart Greenroom for a source problem, which takes nothing off air. */
export function formatHealth(channels: readonly Channel[], version: string): string {
  const feeds = channels.map(({ documents: board }) => ({ slug: board.slug, ...board.status() }));
  return JSON.stringify({ status: 'ok', version, feeds });
}
