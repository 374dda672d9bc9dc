import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { toAirText } from '../../../src/core/feed/airText.ts';
import { formatCurrent, formatNext } from '../../../src/core/feed/liveJson.ts';
import { shorten, toPlainText } from '../../../src/core/feed/plainText.ts';
import { createListHash, isSameBody, type Publication } from '../../../src/core/feed/publication.ts';
import { formatAtom, formatRss } from '../../../src/core/feed/syndication.ts';
import { formatCsv, formatField, formatXml, linesParts } from '../../../src/core/feed/tables.ts';
import { formatVmixCurrent, vmixColumns } from '../../../src/core/feed/vmix.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import { runAllSteps } from '../../../src/core/steps.ts';
import { assembleLive, assembleVmix, createRowWriters } from '../../../src/engine/feed/assemble.ts';
import { base, everything, hostile, publicationOf, sample } from './samples.ts';
import { formatLive, formatVmix, joinParts } from './wholeDocuments.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/feed');
/** The published schema. */
const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../resources/live.schema.json'), 'utf8'));

const readGolden = (name: string): string => readFileSync(join(fixtures, name), 'utf8');

const writers: Readonly<Record<string, (publication: Publication) => string>> = {
  'live.json': (publication) => formatLive(publication, base),
  'vmix.json': (publication) => formatVmix(publication, base, 4),
  'vmix-current.json': (publication) => formatVmixCurrent(publication, base),
  'current.json': (publication) => formatCurrent(publication, base),
  'next.json': (publication) => formatNext(publication, base),
  'live.xml': (publication) => joinParts(publication, formatXml(publication, base)),
  'live.csv': (publication) => joinParts(publication, formatCsv(publication, base)),
  'live.txt': (publication) => joinParts(publication, linesParts),
  'live.atom': (publication) => joinParts(publication, formatAtom(publication, base)),
  'live.rss': (publication) => joinParts(publication, formatRss(publication, base)),
};

describe('the output', () => {
  for (const [name, write] of Object.entries(writers)) {
    it(`of ${name} matches its golden file, which no test writes`, () => {
      expect(write(publicationOf(everything))).toBe(readGolden(name));
      expect(write(publicationOf([]))).toBe(readGolden(`empty.${name}`));
    });
  }
});

describe('a post whose username is spaces alone', () => {
  it.each([' ', '   ', '@', '@ ', '\t\u00a0'])('has no handle in any format: %j', (username) => {
    const named = publicationOf([sample({ fullName: 'Ada', username, message: 'Hello' })]);
    expect(joinParts(named, linesParts)).toBe('Ada: Hello\n');
    const nameless = publicationOf([sample({ fullName: null, username, message: 'Hello' })]);
    expect(joinParts(nameless, linesParts)).toBe('Hello\n');
    expect(joinParts(nameless, formatAtom(nameless, base))).toContain('<name>A viewer</name>');
    expect(formatField(named, base, 'handle', 0)).toBe('');
    expect(JSON.parse(formatLive(named, base)).items[0]).toMatchObject({ username, handle: null });
  });
});

describe('another program reads in the golden file', () => {
  // From docs/feed.md and docs/live-json.md, not from the program’s output.
  const message = 'أجمل ليلة على الميناء 💃\nsecond line, "quoted" & <b>bold</b>';
  const oneLine = 'أجمل ليلة على الميناء 💃 second line, "quoted" & <b>bold</b>';
  const video = 'http://127.0.0.1:7411/media/bbbb.mp4';
  const pending = 'https://pics.example/coming.png?a=1&b=2';
  const columns = {
    ...{ index: '1', id: 'p2 & <two>', fullName: '', username: '@omar', handle: '@omar', source: 'MASTODON' },
    ...{ message, messageShort: oneLine, profileImage: '', mediaUrl: video, mediaType: 'video/mp4' },
    ...{ posterUrl: '', mediaCount: '5', media2Url: pending },
    ...{ publishedAt: '2026-11-20T17:55:00Z', publishedTime: '17:55' },
  };
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });

  it('of live.json: each field of a post, and media that are not ready under the service’s address', () => {
    const { items, revision, gate, playHead } = JSON.parse(readGolden('live.json'));
    expect({ revision, gate, playHead }).toEqual({
      ...{
        revision: 42,
        gate: 'following',
        playHead: { index: 0, itemId: 'p1', pinned: false, nextItemId: 'p2 & <two>' },
      },
    });
    const { index, id, fullName, username, handle, profileImage, extra, media } = items[1];
    expect({ index, id, fullName, username, handle, profileImage, extra, message: items[1].message }).toEqual({
      ...{ index: 1, id: 'p2 & <two>', fullName: null, username: '@omar', handle: '@omar' },
      ...{ profileImage: null, extra: { likes: 3 }, message },
    });
    expect(media.slice(0, 2)).toMatchObject([
      { url: video, posterUrl: null, width: 1920, height: 1080, ready: true },
      { url: pending, posterUrl: null, width: null, height: null, ready: false },
    ]);
    expect(JSON.parse(readGolden('current.json')).item).toEqual(items[0]);
    expect(JSON.parse(readGolden('next.json')).item).toEqual(items[1]);
  });

  it('of vmix.json, live.xml and live.csv: the same text columns', () => {
    const rows = JSON.parse(readGolden('vmix.json'));
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatchObject(columns);
    expect(JSON.parse(readGolden('vmix-current.json'))).toEqual([rows[0]]);
    expect(parser.parse(readGolden('live.xml')).feed.item[1]).toMatchObject(columns);
    const [names = [], ...lines] = readCsv(readGolden('live.csv'));
    const cells = Object.fromEntries(names.map((name, index) => [name, lines[1]?.[index]]));
    // A quote stops a spreadsheet from reading a formula.
    expect(cells).toMatchObject({ ...columns, username: "'@omar", handle: "'@omar" });
  });

  it('of live.atom, live.rss and live.txt: title, text, dates and enclosures', () => {
    const entry = parser.parse(readGolden('live.atom')).feed.entry[1];
    expect(entry).toMatchObject({ title: `@omar: ${oneLine}`, author: { name: '@omar' } });
    expect(entry.content['#text']).toBe(message);
    expect(entry.published).toBe('2026-11-20T17:55:00.000Z');
    expect(entry.link.map((link: Record<string, string>) => link['@_href']).slice(0, 2)).toEqual([video, pending]);
    const item = parser.parse(readGolden('live.rss')).rss.channel.item[1];
    expect(item).toMatchObject({ title: `@omar: ${oneLine}`, pubDate: 'Fri, 20 Nov 2026 17:55:00 GMT' });
    // RSS descriptions are HTML.
    expect(item.description).toBe(message.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expect(item.enclosure['@_url']).toBe(video);
    expect(readGolden('live.txt').split('\n')[1]).toBe(`@omar: ${oneLine}`);
  });
});

describe('live.json', () => {
  it('matches the published schema for any post', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    const odd = hostile.map((text, index) =>
      sample({ id: `i${index}`, message: text, fullName: text, username: text }),
    );
    for (const items of [[], everything, odd]) {
      validate(JSON.parse(formatLive(publicationOf(items), base)));
      expect(validate.errors).toBeNull();
    }
  });

  it('passes on the undocumented fields of posts on air, and of nothing else', () => {
    const post = {
      ...{ id: 'p1', fullName: null, username: null, source: 'X', message: 'Hello', profileImageUrl: null, media: [] },
      ...{ publishedAt: '2026-11-20T17:55:00Z', lastModifiedDate: '2026-11-20T17:55:00Z' },
    };
    const { collection } = readCollection(
      {
        ...{ id: 'col_1', name: 'Posts', contentType: 'SOCIAL_POST', apiKey: 'collection-secret' },
        ...{ createdDate: '2026-11-20T17:00:00Z', lastModifiedDate: '2026-11-20T18:00:00Z' },
        stagingContents: [{ ...post, id: 's1', likes: 'staging-secret' }],
        liveContents: [
          { ...post, likes: 3, location: { name: 'Pier' } },
          { ...post, id: 'p2' },
        ],
      },
      'col_1',
      null,
    );
    const document = JSON.parse(formatLive(publicationOf(collection?.live ?? []), base));
    expect(document.items[0].extra).toEqual({ likes: 3, location: { name: 'Pier' } });
    expect(document.items[1]).not.toHaveProperty('extra');
    expect(JSON.stringify(document)).not.toContain('secret');
    expect(JSON.parse(formatCurrent(publicationOf(collection?.live ?? []), base)).item.extra).toEqual({
      likes: 3,
      location: { name: 'Pier' },
    });
  });

  it('contains every message unchanged, and the text that is safe to draw where that differs', () => {
    const items = hostile.map((message, index) => sample({ id: `i${index}`, message }));
    const { items: read } = JSON.parse(formatLive(publicationOf(items), base));
    type Read = { readonly message: string; readonly raw?: { readonly message: string } };
    expect(read.map(({ message, raw }: Read) => raw?.message ?? message)).toEqual(hostile);
    expect(read.map(({ message }: Read) => message)).toEqual(hostile.map(toAirText));
  });

  it('is the same when assembled from cached rows, after posts are moved or edited and media become ready', () => {
    const rowWriters = createRowWriters();
    const [first, second, third] = everything;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no samples');
    const later = new Map([
      ['https://pics.example/coming.png', { ...publicationOf([]).media.get('https://pics.example/one.jpg') }],
    ]);
    const many = Array.from({ length: 120 }, (_, index) => sample({ id: `post-${index}`, message: `ü${index}🎶` }));
    const states = [
      publicationOf(many),
      publicationOf([...many.slice(7, 110), first, ...many.slice(0, 5)]),
      publicationOf(many.with(60, second).with(119, third)),
      publicationOf(many.toReversed()),
      publicationOf(everything),
      publicationOf([third, first, second]),
      publicationOf([sample({ message: 'edited' }), second]),
      { ...publicationOf(everything), media: later as Publication['media'] },
      publicationOf([]),
      publicationOf(everything),
    ];
    for (const state of states) {
      expect(String(runAllSteps(assembleLive(state, base, rowWriters.live)))).toBe(formatLive(state, base));
      expect(String(runAllSteps(assembleVmix(state, base, 5, rowWriters.vmix)))).toBe(formatVmix(state, base, 5));
    }
  });
});

describe('500 hostile strings', () => {
  const items = hostile.map((text, index) =>
    sample({
      id: `${index}${text.slice(0, 40)}`,
      message: text,
      fullName: text.slice(0, 300),
      username: text.slice(0, 300),
    }),
  );
  const publication = publicationOf(items);

  it('really are 500', () => expect(hostile).toHaveLength(500));

  it('stay text in XML, Atom and RSS, which remain well formed', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      trimValues: false,
      parseTagValue: false,
      htmlEntities: true,
    });
    for (const [write, path] of [
      [formatXml, ['feed', 'item']],
      [formatAtom, ['feed', 'entry']],
      [formatRss, ['rss', 'channel', 'item']],
    ] as const) {
      const text = joinParts(publication, write(publication, base));
      expect(XMLValidator.validate(text)).toBe(true);
      let node: unknown = parser.parse(text, true);
      for (const name of path) node = (node as Record<string, unknown>)[name];
      expect(node).toHaveLength(500);
    }
    const rows = (
      parser.parse(joinParts(publication, formatXml(publication, base))) as { feed: { item: { message: string }[] } }
    ).feed.item;
    const script = hostile.indexOf('<script>alert(1)</script>');
    expect(rows[script]?.message).toBe('<script>alert(1)</script>');
    for (const row of rows) expect(Object.keys(row)).toEqual([...vmixColumns]);
  });

  it('give every CSV line the same number of cells, and none that starts a formula', () => {
    const lines = readCsv(joinParts(publication, formatCsv(publication, base)));
    expect(lines).toHaveLength(501);
    for (const cells of lines) {
      expect(cells).toHaveLength(vmixColumns.length);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }
    expect(lines[1 + hostile.indexOf('""","')]?.[6]).toBe('""","');
  });

  it('give vMix rows only text values, without control characters or unpaired surrogates', () => {
    for (const row of JSON.parse(formatVmix(publication, base, 0)) as Record<string, string>[]) {
      expect(Object.keys(row)).toEqual([...vmixColumns]);
      for (const value of Object.values(row)) {
        expect(value.isWellFormed()).toBe(true);
        expect(toPlainText(value)).toBe(value);
      }
      expect(row['messageShort']?.length).toBeLessThanOrEqual(141);
    }
  });

  it('give one line for each post in live.txt', () => {
    expect(joinParts(publication, linesParts).split('\n')).toHaveLength(501);
  });
});

describe('a single field', () => {
  it('comes from the play head’s post or the requested index, and is empty if there is no such post', () => {
    const publication = publicationOf(everything, 1);
    expect(formatField(publication, base, 'handle', null)).toBe('@omar');
    expect(formatField(publication, base, 'handle', 0)).toBe('@ada');
    expect(formatField(publication, base, 'handle', 99)).toBe('');
    expect(formatField(publicationOf([]), base, 'message', null)).toBe('');
  });
});

describe('shortening text', () => {
  const check = (text: string, length: number, wanted: string): void => expect(shorten(text, length)).toBe(wanted);
  it('cuts between words, otherwise between characters, and never inside a character', () => {
    check('short enough', 20, 'short enough');
    check('two\nlines', 20, 'two lines');
    check('some words that are too long', 16, 'some words that…');
    check('unbreakableunbreakable', 8, 'unbreak…');
    check('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 14, '👩‍👩‍👧‍👦…');
  });
});

describe('comparing publications', () => {
  const before = publicationOf(everything);
  it('finds a different body only if the items, gate, freshness, play head or on-air media differ', () => {
    const unrelated = new Map([
      ...before.media,
      ['https://elsewhere.example/x.jpg', before.media.values().next().value],
    ]);
    const progressed = new Map(before.media);
    const coming = progressed.get('https://pics.example/coming.png');
    if (coming !== undefined) progressed.set('https://pics.example/coming.png', { ...coming, progress: 0.9 });
    const ready = new Map(progressed);
    if (coming !== undefined) ready.set('https://pics.example/coming.png', { ...coming, name: 'eeee.png' });
    const head = { ...before.feed.playHead, used: ['p1'], isLooping: true };
    expect(isSameBody(before, { ...before, media: unrelated as Publication['media'] })).toBe(true);
    expect(isSameBody(before, { ...before, media: progressed })).toBe(true);
    expect(isSameBody(before, { ...before, feed: { ...before.feed, playHead: head } })).toBe(true);
    expect(isSameBody(before, { ...before, media: ready })).toBe(false);
    expect(isSameBody(before, { ...before, freshness: 'stale' })).toBe(false);
    expect(isSameBody(before, { ...before, feed: { ...before.feed, gate: 'held' } })).toBe(false);
    expect(isSameBody(before, publicationOf(everything.slice(1)))).toBe(false);
  });

  it('gives two lists the same hash only if they are equal', () => {
    const { now: hash } = createListHash((text) => text);
    const same = everything.map((item) => ({ ...item }));
    expect(hash(same)).toBe(hash(everything));
    expect(hash([sample({ fullName: 'a', username: 'bc' })])).not.toBe(
      hash([sample({ fullName: 'ab', username: 'c' })]),
    );
    expect(hash([sample({ username: null })])).not.toBe(hash([sample({ username: '' })]));
    expect(hash([...everything].reverse())).not.toBe(hash(everything));
  });

  it('gives a long list the same hash after any previous list', () => {
    const long = Array.from({ length: 200 }, (_, index) => sample({ id: `post-${index}` }));
    const edited = long.with(150, sample({ id: 'post-150', message: 'other words' }));
    const { now: hash } = createListHash((text) => text);
    for (const list of [long, edited, long.slice(1), long.slice(0, 130), [], edited, long]) {
      expect(hash(list)).toBe(createListHash((text) => text).now(list));
    }
    expect(hash(edited)).not.toBe(hash(long));
  });
});

/** Parses CSV strictly by RFC 4180, and throws for anything else. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let index = 0;
  while (index < text.length) {
    if (text[index] !== '"') throw new Error(`no quote at ${index}`);
    let cell = '';
    for (index += 1; ; index += 1) {
      if (index >= text.length) throw new Error('open quote');
      if (text[index] !== '"') cell += text[index];
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else break;
    }
    cells.push(cell);
    index += 1;
    if (text[index] === ',') index += 1;
    else if (text.startsWith('\r\n', index)) {
      lines.push(cells);
      cells = [];
      index += 2;
    } else throw new Error(`nothing ends the cell at ${index}`);
  }
  return lines;
}
