/** Writes the list as Atom and RSS, for readers that know nothing else. */
import { handleOf, type Item } from '../collection.ts';
import { parseInstant } from '../instant.ts';
import { type Shelf, shelfAddress } from './item.ts';
import { element, escapeMarkup } from './markup.ts';
import { plainText, shorten } from './plainText.ts';
import type { Publication } from './publication.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const titleLength = 80;

export function formatAtom(publication: Publication, base: string): string {
  const { feed } = publication;
  const shelf = { base, media: publication.media };
  const self = `${base}/feeds/${feed.slug}/live.atom`;
  const entries = feed.onAir.items.map((item) => atomEntry(item, feed.slug, feed.onAir.since, shelf));
  return (
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">\n${element('id', feedId(feed.slug))}` +
    `${element('title', titleOf(publication))}${element('updated', feed.onAir.since)}` +
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}"/>` +
    `<generator>Greenroom</generator>\n${entries.join('')}</feed>\n`
  );
}

export function formatRss(publication: Publication, base: string): string {
  const { feed } = publication;
  const shelf = { base, media: publication.media };
  const items = feed.onAir.items.map((item) => rssItem(item, feed.slug, shelf));
  return (
    `${declaration}<rss version="2.0"><channel>\n${element('title', titleOf(publication))}${element('link', `${base}/`)}` +
    `<description>What is on air now</description>${element('lastBuildDate', rssDate(feed.onAir.since))}` +
    `<ttl>1</ttl><generator>Greenroom</generator>\n${items.join('')}</channel></rss>\n`
  );
}

function atomEntry(item: Item, slug: string, since: string, shelf: Shelf): string {
  const updated = isoDate(item.lastModifiedDate) ?? since;
  const publishedAt = isoDate(item.publishedAt);
  const published = publishedAt === null ? '' : element('published', publishedAt);
  const links = item.media.map(
    ({ mediaUrl, mediaType }) =>
      `<link rel="enclosure" type="${escapeMarkup(mediaType)}" href="${escapeMarkup(shelfAddress(mediaUrl, shelf))}"/>`,
  );
  return (
    `<entry>${element('id', itemId(slug, item))}${element('title', itemTitle(item))}${element('updated', updated)}` +
    `${published}<author>${element('name', authorOf(item))}</author><category term="${escapeMarkup(item.source)}"/>` +
    `${links.join('')}<content type="text">${escapeMarkup(item.message)}</content></entry>\n`
  );
}

function rssItem(item: Item, slug: string, shelf: Shelf): string {
  const [first] = item.media;
  // RSS wants the length of an enclosure and takes 0 for one that is not known.
  const enclosure =
    first === undefined
      ? ''
      : `<enclosure url="${escapeMarkup(shelfAddress(first.mediaUrl, shelf))}" length="0" type="${escapeMarkup(first.mediaType)}"/>`;
  const date = rssDate(item.publishedAt);
  // A description is read as HTML by those who read RSS: the words are escaped once for that and once for XML.
  return (
    `<item>${element('title', itemTitle(item))}${element('description', asHtml(item.message))}` +
    `<guid isPermaLink="false">${escapeMarkup(itemId(slug, item))}</guid>${element('category', item.source)}` +
    `${date === '' ? '' : element('pubDate', date)}${enclosure}</item>\n`
  );
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function titleOf({ feed }: Publication): string {
  return feed.onAir.header?.name ?? feed.slug;
}

function itemTitle(item: Item): string {
  return shorten(plainText(`${authorOf(item)}: ${item.message}`), titleLength);
}

function authorOf(item: Item): string {
  return item.fullName || handleOf(item.username) || 'A viewer';
}

function feedId(slug: string): string {
  return `urn:greenroom:feed:${slug}`;
}

function itemId(slug: string, item: Item): string {
  return `${feedId(slug)}:${encodeURIComponent(item.id.toWellFormed())}`;
}

/** As Atom wants it, whatever form the service's date has; null for one that cannot be read. */
function isoDate(date: string): string | null {
  const instant = parseInstant(date);
  return instant === null ? null : new Date(instant.seconds * 1000).toISOString();
}

function rssDate(date: string): string {
  const instant = parseInstant(date);
  return instant === null ? '' : new Date(instant.seconds * 1000).toUTCString();
}
