/** Formats the list as Atom and RSS. */
import { handleOf, type Item } from '../collection.ts';
import { parseInstant } from '../instant.ts';
import { toAirItem, toAirText } from './airText.ts';
import { type MediaLookup, resolveMediaAddress } from './item.ts';
import { escapeMarkup, formatElement } from './markup.ts';
import { shorten, toPlainText } from './plainText.ts';
import type { Publication } from './publication.ts';
import type { ListParts } from './tables.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const titleLength = 80;

export function formatAtom(publication: Publication, base: string): ListParts {
  const { feed } = publication;
  const lookup = { base, media: publication.media };
  const self = `${base}/feeds/${feed.slug}/live.atom`;
  const head =
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">\n${formatElement('id', feedId(feed.slug))}` +
    `${formatElement('title', titleOf(publication))}${formatElement('updated', feed.onAir.since)}` +
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}"/>` +
    '<generator>Greenroom</generator>\n';
  const formatRow = (item: Item): string => formatAtomEntry(toAirItem(item), feed.slug, feed.onAir.since, lookup);
  return { head, formatRow, end: '</feed>\n' };
}

export function formatRss(publication: Publication, base: string): ListParts {
  const { feed } = publication;
  const lookup = { base, media: publication.media };
  const head =
    `${declaration}<rss version="2.0"><channel>\n${formatElement('title', titleOf(publication))}${formatElement('link', `${base}/`)}` +
    `<description>Posts on air now</description>${formatElement('lastBuildDate', toRssDate(feed.onAir.since))}` +
    '<ttl>1</ttl><generator>Greenroom</generator>\n';
  const formatRow = (item: Item): string => formatRssItem(toAirItem(item), feed.slug, lookup);
  return { head, formatRow, end: '</channel></rss>\n' };
}

function formatAtomEntry(item: Item, slug: string, since: string, lookup: MediaLookup): string {
  // Most posts are never edited, and converting a date is slow.
  const isEdited = item.publishedAt !== item.lastModifiedDate;
  const modifiedAt = toIsoDate(item.lastModifiedDate);
  const publishedAt = isEdited ? toIsoDate(item.publishedAt) : modifiedAt;
  const published = publishedAt === null ? '' : formatElement('published', publishedAt);
  const links = item.media.map(({ mediaUrl, mediaType }) => {
    const address = resolveMediaAddress(mediaUrl, lookup);
    if (address === '') return '';
    return `<link rel="enclosure" type="${escapeMarkup(mediaType)}" href="${escapeMarkup(address)}"/>`;
  });
  return (
    `<entry>${formatElement('id', itemId(slug, item))}${formatElement('title', itemTitle(item))}${formatElement('updated', modifiedAt ?? since)}` +
    `${published}<author>${formatElement('name', authorOf(item))}</author><category term="${escapeMarkup(item.source)}"/>` +
    `${links.join('')}<content type="text">${escapeMarkup(item.message)}</content></entry>\n`
  );
}

function formatRssItem(item: Item, slug: string, lookup: MediaLookup): string {
  const [first] = item.media;
  // RSS requires a length for an enclosure; 0 means unknown.
  const address = first === undefined ? '' : resolveMediaAddress(first.mediaUrl, lookup);
  const enclosure =
    first === undefined || address === ''
      ? ''
      : `<enclosure url="${escapeMarkup(address)}" length="0" type="${escapeMarkup(first.mediaType)}"/>`;
  const date = toRssDate(item.publishedAt);
  // RSS readers treat the description as HTML, so the text is escaped for HTML and again for XML.
  return (
    `<item>${formatElement('title', itemTitle(item))}${formatElement('description', escapeHtml(item.message))}` +
    `<guid isPermaLink="false">${escapeMarkup(itemId(slug, item))}</guid>${formatElement('category', item.source)}` +
    `${date === '' ? '' : formatElement('pubDate', date)}${enclosure}</item>\n`
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function titleOf({ feed }: Publication): string {
  return toAirText(feed.onAir.header?.name ?? feed.slug);
}

function itemTitle(item: Item): string {
  return shorten(toPlainText(`${authorOf(item)}: ${item.message}`), titleLength);
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

/** Converts the service's date to the form Atom requires; `null` if it can't be read. */
function toIsoDate(date: string): string | null {
  const instant = parseInstant(date);
  return instant === null ? null : new Date(instant.seconds * 1000).toISOString();
}

function toRssDate(date: string): string {
  const instant = parseInstant(date);
  return instant === null ? '' : new Date(instant.seconds * 1000).toUTCString();
}
