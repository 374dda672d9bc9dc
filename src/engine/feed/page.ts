/** Formats the page at `/`: every feed's state, addresses and setup steps. It works without scripts. */

import type { Consumer } from '../../contract/consumer.ts';
import { capitalise } from '../../core/capitalise.ts';
import { escapeMarkup } from '../../core/feed/markup.ts';
import type { Publication } from '../../core/feed/publication.ts';
import { gateNames } from '../../core/gateNames.ts';
import type { Freshness } from '../../core/source.ts';
import { formatClockTime, formatDuration } from '../../core/time.ts';
import type { Channel } from './channel.ts';
import { formatRecipes } from './formatRecipes.ts';

export type PageFacts = {
  readonly base: string;
  /** Wall clock, epoch milliseconds. */
  readonly now: number;
  /** Read token in the page's address, added to the addresses on the page; `null` without one. */
  readonly token: string | null;
  readonly isLoopback: boolean;
  /** Names of the overlays that were built. */
  readonly templates: readonly string[];
  /** True when the port plays a recorded show, which is never on air. */
  readonly isRehearsal: boolean;
};

/** Allows only our own style, script, fonts and overlays. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; font-src 'self'; connect-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

export function formatPage(channels: readonly Channel[], facts: PageFacts): string {
  const links = channels.map((channel) => {
    const { feed } = channel.documents.publication();
    return `<a href="#${feed.slug}">${feed.slug} ${formatTally(feed, facts)}</a>`;
  });
  const title = facts.isRehearsal ? 'Greenroom rehearsal' : 'Greenroom feed';
  const intro = facts.isRehearsal
    ? '<b>Not on air.</b> This port plays a recorded show. The on-air feed is on another port.'
    : '<b>Read-only.</b> You can’t change anything here, and only on-air posts appear.';
  const sections = channels.map((channel, index) => formatSection(channel, facts, index === 0));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page/feed.css">
<script type="module" src="/page/feed.js"></script>
</head>
<body>
<header class="head">
  <h1>${title}</h1>
  <p>${intro} As of <time datetime="${new Date(facts.now).toISOString()}">${formatClockTime(facts.now)}</time><noscript>; reload to update</noscript>.</p>
  <nav aria-label="Feeds">${links.join('')}</nav>
</header>
<main>
${sections.join('\n')}
</main>
<footer class="foot"><a href="${withToken('/feeds', facts)}">/feeds</a> all of this as JSON <a href="${withToken('/healthz', facts)}">/healthz</a> health check <a href="${withToken('/metrics', facts)}">/metrics</a> Prometheus metrics <span>${describeReach(facts)}</span></footer>
</body>
</html>
`;
}

function formatSection(channel: Channel, facts: PageFacts, isFirst: boolean): string {
  const publication = channel.documents.publication();
  const { feed } = publication;
  const content = `<div class="columns"><div>
${formatAddressLists(publication, facts, isFirst)}
</div><div>
<div class="preview" data-overlay="${facts.templates.includes('card') ? escapeMarkup(withToken(`/overlay/card?feed=${feed.slug}&preview=1`, facts)) : ''}" data-feed="${feed.slug}" data-posts="${feed.onAir.items.length}" data-templates="${facts.templates.join(' ')}"><noscript>The picture needs JavaScript. The addresses work without it.</noscript></div>
${isFirst ? formatRecipes({ feed: feed.slug, feedBase: facts.base, token: facts.token }) : ''}
</div></div>`;
  const body = isFirst ? content : `<details><summary>Addresses for ${feed.slug}</summary>\n${content}\n</details>`;
  return `<section class="feed is-${tallyKindOf(feed, facts)}" id="${feed.slug}" aria-label="Feed ${feed.slug}">
<header><h2>${feed.slug}</h2>${formatTally(feed, facts)}<p>${facts.isRehearsal ? describeRehearsal(channel) : describeFeed(channel, facts.now, isFirst)}</p></header>
${body}
</section>`;
}

function formatAddressLists({ feed }: Publication, facts: PageFacts, isFirst: boolean): string {
  const feedPath = `/feeds/${feed.slug}`;
  const { revision } = feed.onAir;
  const list = (title: string, rows: readonly (readonly [string, string])[]): string =>
    `<h3>${title}</h3>\n<ul class="addresses">${rows
      .map(([name, path]) => {
        const base = name === 'Socket' ? facts.base.replace(/^http/, 'ws') : facts.base;
        return `<li><span>${name}</span><code>${escapeMarkup(base + withToken(path, facts))}</code></li>`;
      })
      .join('\n')}</ul>`;
  const curl = (options: string, path: string): string => {
    const address = facts.base + withToken(path, facts);
    // Shells treat ? and & as special characters.
    return `curl ${options}${address.includes('?') ? `'${address}'` : address}`;
  };
  const terminal = [
    curl('', `${feedPath}/live.json`),
    curl('', `${feedPath}/live.json?after=${revision}&wait=30`),
    curl('-N ', `${feedPath}/events`),
  ].join('\n');
  return [
    list(
      'Overlays for OBS, vMix, CasparCG',
      facts.templates.map((name) => [capitalise(name), `/overlay/${name}?feed=${feed.slug}`]),
    ),
    list('List', [
      ['JSON', `${feedPath}/live.json`],
      ['vMix, 12 rows', `${feedPath}/vmix.json?rows=12`],
      ['XML', `${feedPath}/live.xml`],
      ['CSV', `${feedPath}/live.csv`],
      ['Text', `${feedPath}/live.txt`],
      ['Atom', `${feedPath}/live.atom`],
      ['RSS', `${feedPath}/live.rss`],
    ]),
    list('Current post', [
      ['JSON', `${feedPath}/current.json`],
      ['Next post', `${feedPath}/next.json`],
      ['vMix, one row', `${feedPath}/vmix-current.json`],
      ['Text only', `${feedPath}/text/message`],
    ]),
    list('Updates', [
      ['Socket', `${feedPath}/socket`],
      ['Events', `${feedPath}/events`],
      ['Long poll', `${feedPath}/live.json?after=${revision}&wait=30`],
    ]),
    isFirst ? `<h3>Try it in a terminal</h3>\n<pre class="curl">${escapeMarkup(terminal)}</pre>` : '',
  ].join('\n');
}

/** Writes the state as text, because colour alone is never enough. */
function formatTally(feed: Publication['feed'], facts: PageFacts): string {
  const count = feed.onAir.items.length;
  const words = {
    rehearsal: `REHEARSAL ${count}`,
    air: `ON AIR ${count}`,
    held: `${gateNames.held.toUpperCase()} ${count}`,
    cleared: gateNames.cleared.toUpperCase(),
    none: 'EMPTY',
  }[tallyKindOf(feed, facts)];
  return `<span class="tally is-${tallyKindOf(feed, facts)}">${words}</span>`;
}

function tallyKindOf(
  feed: Publication['feed'],
  { isRehearsal }: PageFacts,
): 'rehearsal' | ReturnType<typeof airStateOf> {
  return isRehearsal ? 'rehearsal' : airStateOf(feed);
}

function airStateOf(feed: Publication['feed']): 'air' | 'held' | 'cleared' | 'none' {
  if (feed.gate === 'cleared') return 'cleared';
  if (feed.gate === 'held') return 'held';
  return feed.onAir.items.length === 0 ? 'none' : 'air';
}

/** Names the service for the first feed only. Leaves out freshness if the service has confirmed an empty list. */
function describeFeed(channel: Channel, now: number, isFirst: boolean): string {
  const { feed, freshness } = channel.documents.publication();
  const { checkedAt, revision } = channel.documents.status();
  const since = formatClockTime(feed.onAir.since);
  const frozenSince = formatClockTime(Math.max(Date.parse(feed.onAir.since), Date.parse(channel.gateSince())));
  const emptyList = 'Consumers get an empty list, not an error.';
  const state = {
    air: `<b>${gateNames.following} live.</b> Revision ${revision} since ${since}.`,
    held: `<b>${gateNames.held}: on air frozen</b> since ${frozenSince}. Revision ${revision}.`,
    cleared: `<b>${gateNames.cleared}: nothing on air.</b> ${emptyList} Revision ${revision} since ${since}.`,
    none: `<b>Nothing on air.</b>${channel.isLiveEmpty() ? ' Its collection has no live posts.' : ''} ${emptyList}`,
  }[airStateOf(feed)];
  const ageMs = checkedAt === null ? null : now - Date.parse(checkedAt);
  const isConfirmedEmpty = airStateOf(feed) === 'none' && channel.isLiveEmpty() && freshness === 'fresh';
  const source = isConfirmedEmpty ? '' : ` ${describeFreshness(freshness, ageMs, isFirst)}.`;
  return `${state}${source} ${describeConsumers(channel.consumers.list(), revision)}`;
}

/** Leaves out freshness, because the recorded show has no contact with the service. */
function describeRehearsal(channel: Channel): string {
  const { feed } = channel.documents.publication();
  const { revision } = channel.documents.status();
  const consumers = describeConsumers(channel.consumers.list(), revision);
  return `<b>Not on air.</b> The recorded feed is ${feed.gate}, revision ${revision}. ${consumers}`;
}

function describeFreshness(freshness: Freshness, ageMs: number | null, isServiceNamed: boolean): string {
  const age = ageMs === null ? null : formatDuration(ageMs);
  switch (freshness) {
    case 'fresh':
      return `Fresh: confirmed${isServiceNamed ? ' by the service' : ''} ${age === null ? 'just now' : `${age} ago`}`;
    case 'stale':
      return age === null ? 'Late: not confirmed yet' : `Late: last confirmed ${age} ago`;
    case 'offline':
      return age === null ? 'Offline: the service hasn’t responded yet' : `Offline: last confirmed ${age} ago`;
    case 'demo':
      return 'Demo: built-in posts';
    default:
      return freshness satisfies never;
  }
}

function describeConsumers(consumers: readonly Consumer[], revision: number): string {
  if (consumers.length === 0) return 'No consumers.';
  const late = consumers.filter(({ state }) => state !== 'reading').length;
  const count = consumers.length === 1 ? '1 consumer' : `${consumers.length} consumers`;
  if (late > 0) return `${late} of ${count} ${late === 1 ? 'is' : 'are'} behind or silent.`;
  // Nothing was on air yet, so that nothing could be painted.
  if (revision === 0) return `${count}.`;
  const current = consumers.filter(({ confirmedRevision }) => confirmedRevision >= revision).length;
  if (current < consumers.length) return `${current} of ${count} confirmed on revision ${revision}.`;
  return consumers.length === 1 ? `${count}, on revision ${revision}.` : `${count}, all on revision ${revision}.`;
}

function withToken(path: string, { token }: PageFacts): string {
  if (token === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

function describeReach({ isLoopback, isRehearsal }: PageFacts): string {
  if (isRehearsal) return 'A rehearsal is open to this machine only. End it on the desk.';
  return isLoopback
    ? 'Can’t read this from another machine? The feed is open to this machine only. Change it on the desk: Settings, Feed server.'
    : 'This feed is open to other machines.';
}
