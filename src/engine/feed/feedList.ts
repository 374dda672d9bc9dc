/** `/feeds`: every feed with its state in figures and each of its addresses; and `/healthz`, the same in short. */

import type { Channel } from './channel.ts';
import { formats } from './formats.ts';

/** Every address of a feed, by the name that stands in it. */
export function addressesOf(
  slug: string,
  templates: readonly string[],
  base: string,
): Readonly<Record<string, string>> {
  const under = `${base}/feeds/${slug}`;
  return {
    ...Object.fromEntries(Object.keys(formats).map((name) => [name, `${under}/${name}`])),
    text: `${under}/text/message`,
    events: `${under}/events`,
    socket: `${base.replace(/^http/, 'ws')}/feeds/${slug}/socket`,
    ...Object.fromEntries(templates.map((name) => [`overlay/${name}`, `${base}/overlay/${name}?feed=${slug}`])),
  };
}

export function formatFeedList(channels: readonly Channel[], templates: readonly string[], base: string): string {
  const feeds = channels.map(({ board, consumers }) => {
    const { feed, freshness, contentHash } = board.publication();
    return {
      slug: feed.slug,
      revision: feed.onAir.revision,
      contentHash,
      gate: feed.gate,
      freshness,
      checkedAt: board.standing().checkedAt,
      onAirSince: feed.onAir.since,
      counts: { onAir: feed.onAir.items.length, consumers: consumers.list().length },
      addresses: addressesOf(feed.slug, templates, base),
    };
  });
  return JSON.stringify({ feeds });
}

/** Alive is always `ok`: a source in trouble takes nothing off air, so no watchdog may restart us for it. */
export function formatHealth(channels: readonly Channel[], version: string): string {
  const feeds = channels.map(({ board }) => ({ slug: board.slug, ...board.standing() }));
  return JSON.stringify({ status: 'ok', version, feeds });
}
