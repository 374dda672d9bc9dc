/** Formats the page at `/`: every feed's state, addresses and setup steps. It works without scripts. */

import { capitalise } from '../../core/capitalise.ts';
import { escapeMarkup } from '../../core/feed/markup.ts';
import type { Publication } from '../../core/feed/publication.ts';
import { currentLanguage, say } from '../../core/language/say.ts';
import { vmixCurrentPath, vmixRowsPath } from '../../core/recipes.ts';
import { formatClockTime } from '../../core/time.ts';
import type { Channel } from './channel.ts';
import { formatRecipes } from './formatRecipes.ts';
import {
  describeFeed,
  describeReach,
  describeRehearsal,
  namePageTexts,
  namePictureTexts,
  nameTally,
  type PageFacts,
  sayAsOf,
  sayStrong,
  tallyKindOf,
} from './pageWords.ts';

/** Allows only our own style, script, fonts and overlays. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; font-src 'self'; connect-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

export function formatPage(channels: readonly Channel[], facts: PageFacts): string {
  const links = channels.map((channel) => {
    const { feed } = channel.documents.publication();
    return `<a href="#${feed.slug}">${feed.slug} ${formatTally(channel, facts)}</a>`;
  });
  const title = facts.isRehearsal ? say('Greenroom rehearsal') : say('Greenroom feed');
  const intro = facts.isRehearsal
    ? sayStrong('<b>Not on air.</b> This port plays a recorded show. The on-air feed is on another port.')
    : sayStrong('<b>Read-only.</b> You can’t change anything here, and only on-air posts appear.');
  const time = `<time datetime="${new Date(facts.now).toISOString()}">${formatClockTime(facts.now)}</time>`;
  const sections = channels.map((channel, index) => formatSection(channel, facts, index === 0));
  const link = (path: string): string => `<a href="${withToken(path, facts)}">${path}</a>`;
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page/feed.css">
<script type="module" src="/page/feed.js"></script>
</head>
<body${formatData(namePageTexts())}>
<header class="head">
  <h1>${title}</h1>
  <p>${intro} ${sayAsOf(time)}</p>
  <nav aria-label="${say('Feeds')}">${links.join('')}</nav>
</header>
<main>
${sections.join('\n')}
</main>
<footer class="foot">${link('/feeds')} ${say('all of this as JSON')} ${link('/healthz')} ${say('health check')} ${link('/metrics')} ${say('Prometheus metrics')} <span>${describeReach(facts)}</span></footer>
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
<div class="preview" data-overlay="${facts.templates.includes('card') ? escapeMarkup(withToken(`/overlay/card?feed=${feed.slug}&preview=1`, facts)) : ''}" data-feed="${feed.slug}" data-posts="${feed.onAir.items.length}" data-templates="${facts.templates.join(' ')}"${formatData(namePictureTexts(feed.slug, channel.isServed()))}><noscript>${say('The picture needs JavaScript. The addresses work without it.')}</noscript></div>
${isFirst ? formatRecipes({ feed: feed.slug, feedBase: facts.base, token: facts.token }) : ''}
</div></div>`;
  const body = isFirst
    ? content
    : `<details><summary>${say('Addresses for {feed}', { feed: feed.slug })}</summary>\n${content}\n</details>`;
  return `<section class="feed is-${tallyKindOf(channel, facts.isRehearsal)}" id="${feed.slug}" aria-label="${say('Feed {feed}', { feed: feed.slug })}">
<header><h2>${feed.slug}</h2>${formatTally(channel, facts)}<p>${facts.isRehearsal ? describeRehearsal(channel) : describeFeed(channel, facts.now, isFirst)}</p></header>
${body}
</section>`;
}

function formatAddressLists({ feed }: Publication, facts: PageFacts, isFirst: boolean): string {
  const feedPath = `/feeds/${feed.slug}`;
  const { revision } = feed.onAir;
  const list = (title: string, rows: readonly (readonly [string, string])[]): string =>
    `<h3>${title}</h3>\n<ul class="addresses">${rows
      .map(([name, path]) => {
        const base = path.endsWith('/socket') ? facts.base.replace(/^http/, 'ws') : facts.base;
        return `<li><span>${name}</span><code>${escapeMarkup(base + withToken(path, facts))}</code></li>`;
      })
      .join('\n')}</ul>`;
  const curl = (options: readonly string[], path: string): string => {
    const address = facts.base + withToken(path, facts);
    // Shells treat ? and & as special characters.
    return ['curl', ...options, address.includes('?') ? `'${address}'` : address].join(' ');
  };
  const terminal = [
    curl([], `${feedPath}/live.json`),
    curl([], `${feedPath}/live.json?after=${revision}&wait=30`),
    curl(['-N'], `${feedPath}/events`),
  ].join('\n');
  return [
    list(
      say('Overlays for OBS, vMix, CasparCG'),
      facts.templates.map((name) => [capitalise(name), `/overlay/${name}?feed=${feed.slug}`]),
    ),
    list(say('List'), [
      ['JSON', `${feedPath}/live.json`],
      [say('vMix, 12 rows'), vmixRowsPath(feed.slug)],
      ['XML', `${feedPath}/live.xml`],
      ['CSV', `${feedPath}/live.csv`],
      [say('Text'), `${feedPath}/live.txt`],
      ['Atom', `${feedPath}/live.atom`],
      ['RSS', `${feedPath}/live.rss`],
    ]),
    list(say('Current post'), [
      ['JSON', `${feedPath}/current.json`],
      [say('Next post'), `${feedPath}/next.json`],
      [say('vMix, one row'), vmixCurrentPath(feed.slug)],
      [say('Text only'), `${feedPath}/text/message`],
    ]),
    list(say('Updates'), [
      [say('Socket'), `${feedPath}/socket`],
      [say('Events'), `${feedPath}/events`],
      [say('Long poll'), `${feedPath}/live.json?after=${revision}&wait=30`],
    ]),
    isFirst ? `<h3>${say('Try it in a terminal')}</h3>\n<pre class="curl">${escapeMarkup(terminal)}</pre>` : '',
  ].join('\n');
}

/** Writes the state as text, because colour alone is never enough. */
function formatTally(channel: Channel, { isRehearsal }: PageFacts): string {
  const { feed } = channel.documents.publication();
  const kind = tallyKindOf(channel, isRehearsal);
  return `<span class="tally is-${kind}">${escapeMarkup(nameTally(kind, feed.onAir.items.length))}</span>`;
}

/** Texts for the page’s script, as attributes. */
function formatData(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([name, text]) => ` data-${name}="${escapeMarkup(text)}"`)
    .join('');
}

function withToken(path: string, { token }: PageFacts): string {
  if (token === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}
