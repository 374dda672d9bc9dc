/** The page for people at `/`: every feed in a sentence, every address in full, and how to wire each program. Whole without scripts. */
import type { Consumer } from '../../contract/deskState.ts';
import { escapeMarkup } from '../../core/feed/markup.ts';
import type { Publication } from '../../core/feed/publication.ts';
import type { Freshness } from '../../core/source.ts';
import type { Channel } from './channel.ts';
import { pageRecipes } from './pageRecipes.ts';

export type PageFacts = {
  readonly base: string;
  /** Wall clock, epoch milliseconds. */
  readonly now: number;
  /** The read token with which the page was asked for; null: none. Its own addresses carry it on. */
  readonly token: string | null;
  readonly isLoopback: boolean;
  /** Names of the overlays that were built. */
  readonly templates: readonly string[];
  /** A recorded show is played here: nothing of it is on air. */
  readonly isRehearsal: boolean;
};

/** Nothing but our own style, script and overlays runs or loads here. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; font-src 'self'; connect-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

export function formatPage(channels: readonly Channel[], facts: PageFacts): string {
  const links = channels.map((channel) => {
    const { feed } = channel.board.publication();
    return `<a href="#${feed.slug}">${feed.slug} ${tally(feed, facts)}</a>`;
  });
  const title = facts.isRehearsal ? 'Greenroom rehearsal' : 'Greenroom feed';
  const lead = facts.isRehearsal
    ? '<b>Not on air.</b> A recorded show is played on this port of its own, to try graphics on. The show’s own feed is on another port.'
    : '<b>Reading only.</b> Nothing can be changed here, and what is not on air is not here.';
  const sections = channels.map((channel, place) => section(channel, facts, place === 0));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page/feed.css">
</head>
<body>
<header class="head">
  <h1>${title}</h1>
  <p>${lead} As it was at <time datetime="${new Date(facts.now).toISOString()}">${clockTime(facts.now)}</time><noscript>; load again for now</noscript>.</p>
  <nav aria-label="Feeds">${links.join('')}</nav>
</header>
<main>
${sections.join('\n')}
</main>
<footer class="foot"><a href="${carry('/feeds', facts)}">/feeds</a> all of this as JSON <a href="${carry('/healthz', facts)}">/healthz</a> is it well <a href="${carry('/metrics', facts)}">/metrics</a> figures for Prometheus <span>${reach(facts)}</span></footer>
<script src="/page/feed.js"></script>
</body>
</html>
`;
}

function section(channel: Channel, facts: PageFacts, isFirst: boolean): string {
  const publication = channel.board.publication();
  const { feed } = publication;
  const inside = `<div class="columns"><div>
${addressLists(publication, facts, isFirst)}
</div><div>
<div class="preview" data-overlay="${facts.templates.includes('card') ? escapeMarkup(carry(`/overlay/card?feed=${feed.slug}&preview=1`, facts)) : ''}" data-feed="${feed.slug}" data-templates="${facts.templates.join(' ')}"><noscript>The picture needs scripts. The addresses work without.</noscript></div>
${isFirst ? pageRecipes(feed.slug, (path) => escapeMarkup(facts.base + carry(path, facts))) : ''}
</div></div>`;
  const body = isFirst ? inside : `<details><summary>Addresses of ${feed.slug}</summary>\n${inside}\n</details>`;
  return `<section class="feed is-${mark(feed, facts)}" id="${feed.slug}" aria-label="Feed ${feed.slug}">
<header><h2>${feed.slug}</h2>${tally(feed, facts)}<p>${facts.isRehearsal ? rehearsedSentence(channel) : sentence(channel, facts.now)}</p></header>
${body}
</section>`;
}

function addressLists({ feed }: Publication, facts: PageFacts, isFirst: boolean): string {
  const under = `/feeds/${feed.slug}`;
  const { revision } = feed.onAir;
  const list = (title: string, rows: readonly (readonly [string, string])[]): string =>
    `<h3>${title}</h3>\n<ul class="addresses">${rows
      .map(([name, path]) => {
        const base = name === 'Socket' ? facts.base.replace(/^http/, 'ws') : facts.base;
        return `<li><span>${name}</span><code>${escapeMarkup(base + carry(path, facts))}</code></li>`;
      })
      .join('\n')}</ul>`;
  const terminal = [
    `curl '${facts.base}${carry(`${under}/live.json`, facts)}'`,
    `curl '${facts.base}${carry(`${under}/live.json?after=${revision}&wait=30`, facts)}'`,
    `curl -N '${facts.base}${carry(`${under}/events`, facts)}'`,
  ].join('\n');
  return [
    list(
      'Pictures, for OBS, vMix, CasparCG',
      facts.templates.map((name) => [
        `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
        `/overlay/${name}?feed=${feed.slug}`,
      ]),
    ),
    list('The list', [
      ['JSON', `${under}/live.json`],
      ['vMix, 12 rows', `${under}/vmix.json?rows=12`],
      ['XML', `${under}/live.xml`],
      ['CSV', `${under}/live.csv`],
      ['Text', `${under}/live.txt`],
      ['Atom', `${under}/live.atom`],
      ['RSS', `${under}/live.rss`],
    ]),
    list('The post that is now', [
      ['JSON', `${under}/current.json`],
      ['The next one', `${under}/next.json`],
      ['vMix, one row', `${under}/vmix-current.json`],
      ['Words alone', `${under}/text/message`],
    ]),
    list('As it changes', [
      ['Socket', `${under}/socket`],
      ['Events', `${under}/events`],
      ['Wait for the next', `${under}/live.json?after=${revision}&wait=30`],
    ]),
    isFirst ? `<h3>Try it in a terminal</h3>\n<pre class="curl">${escapeMarkup(terminal)}</pre>` : '',
  ].join('\n');
}

/** What is seen first: red, amber or nothing, always with the word and the number; hatched in a rehearsal. */
function tally(feed: Publication['feed'], facts: PageFacts): string {
  const count = feed.onAir.items.length;
  const words = {
    rehearsal: `REHEARSAL ${count}`,
    air: `ON AIR ${count}`,
    held: `HELD ${count}`,
    cleared: 'CLEARED',
    none: 'EMPTY',
  }[mark(feed, facts)];
  return `<span class="tally is-${mark(feed, facts)}">${words}</span>`;
}

function mark(feed: Publication['feed'], { isRehearsal }: PageFacts): 'rehearsal' | ReturnType<typeof air> {
  return isRehearsal ? 'rehearsal' : air(feed);
}

function air(feed: Publication['feed']): 'air' | 'held' | 'cleared' | 'none' {
  if (feed.gate === 'cleared') return 'cleared';
  if (feed.gate === 'held') return 'held';
  return feed.onAir.items.length === 0 ? 'none' : 'air';
}

function sentence(channel: Channel, now: number): string {
  const { feed, freshness } = channel.board.publication();
  const { checkedAt, revision } = channel.board.standing();
  const since = clockTime(Date.parse(feed.onAir.since));
  const gate = {
    air: '<b>Following live.</b>',
    held: '<b>Held: on air stands still.</b>',
    cleared: '<b>Cleared: nothing is on air.</b>',
    none: '<b>Nothing on air.</b> Readers get an empty list, not an error.',
  }[air(feed)];
  const source = `${freshnessWords(freshness, checkedAt === null ? null : now - Date.parse(checkedAt))}.`;
  return `${gate} Revision ${revision} since ${since}. ${source} ${consumerWords(channel.consumers.list(), revision)}`;
}

/** What the recorded show stands at: its gate and its revision, and nothing of the service as it is now. */
function rehearsedSentence(channel: Channel): string {
  const { feed } = channel.board.publication();
  const { revision } = channel.board.standing();
  const gate = { following: 'following', held: 'held', cleared: 'cleared' }[feed.gate];
  const readers = consumerWords(channel.consumers.list(), revision);
  return `<b>Not on air.</b> In the recorded show the gate is ${gate}, at revision ${revision}. ${readers}`;
}

function freshnessWords(freshness: Freshness, ageMs: number | null): string {
  const age = ageMs === null ? null : inWords(ageMs);
  switch (freshness) {
    case 'fresh':
      return `Fresh: the service confirmed it ${age ?? 'just'} ago`;
    case 'stale':
      return `Late: last confirmed ${age ?? 'some time'} ago`;
    case 'offline':
      return age === null ? 'Offline: no word from the service yet' : `Offline: last confirmed ${age} ago`;
    case 'demo':
      return 'Demo: built-in posts';
    default: {
      const unreachable: never = freshness;
      return unreachable;
    }
  }
}

function consumerWords(consumers: readonly Consumer[], revision: number): string {
  if (consumers.length === 0) return 'No consumer.';
  const late = consumers.filter(({ state }) => state !== 'reading').length;
  const count = consumers.length === 1 ? '1 consumer' : `${consumers.length} consumers`;
  if (late > 0) return `${late} of ${count} behind or silent.`;
  const there = consumers.filter((one) => (one.paintedRevision ?? one.revision) >= revision).length;
  return there < consumers.length ? `${there} of ${count} on ${revision} so far.` : `${count}, all on ${revision}.`;
}

function inWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${Math.floor(seconds / 3600)} h`;
}

function clockTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function carry(path: string, { token }: PageFacts): string {
  if (token === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

function reach({ isLoopback, isRehearsal }: PageFacts): string {
  if (isRehearsal) return 'A rehearsal is open to its own machine only, and ends when the desk ends it.';
  return isLoopback
    ? 'Another machine cannot read this? The feed is open to this machine only: on the desk, Settings, Feed server.'
    : 'This feed is open to other machines.';
}
