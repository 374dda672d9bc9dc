import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { formatCurrent, formatLive, formatNext } from '../../../src/core/feed/liveJson.ts';
import { plainText, shorten } from '../../../src/core/feed/plainText.ts';
import { createListHash, isSameBody, type Publication } from '../../../src/core/feed/publication.ts';
import { formatCsv, formatField, formatLines, formatXml } from '../../../src/core/feed/rows.ts';
import { formatAtom, formatRss } from '../../../src/core/feed/syndication.ts';
import { formatVmix, formatVmixCurrent, vmixColumns } from '../../../src/core/feed/vmix.ts';
import { assembleLive, assembleVmix, createRowWriters } from '../../../src/engine/feed/assemble.ts';
import { base, everything, hostile, publicationOf, sample } from './samples.ts';

// `publishedTime` is told on this machine's clock.
process.env['TZ'] = 'UTC';

const fixtures = join(import.meta.dirname, '../../fixtures/feed');
/** Version 1 of the promise, frozen. */
const schema: object = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../resources/live.schema.json'), 'utf8'),
);

const writers: Readonly<Record<string, (publication: Publication) => string>> = {
  'live.json': (publication) => formatLive(publication, base),
  'vmix.json': (publication) => formatVmix(publication, base, 4),
  'vmix-current.json': (publication) => formatVmixCurrent(publication, base),
  'current.json': (publication) => formatCurrent(publication, base),
  'next.json': (publication) => formatNext(publication, base),
  'live.xml': (publication) => formatXml(publication, base),
  'live.csv': (publication) => formatCsv(publication, base),
  'live.txt': (publication) => formatLines(publication),
  'live.atom': (publication) => formatAtom(publication, base),
  'live.rss': (publication) => formatRss(publication, base),
};

describe('each format', () => {
  for (const [name, write] of Object.entries(writers)) {
    it(`writes ${name} as it was promised`, async () => {
      await expect(write(publicationOf(everything))).toMatchFileSnapshot(join(fixtures, name));
      await expect(write(publicationOf([]))).toMatchFileSnapshot(join(fixtures, `empty.${name}`));
    });
  }
});

describe('live.json', () => {
  it('fits the frozen schema, whatever is in the posts', () => {
    const fits = new Ajv2020({ allErrors: true }).compile(schema);
    const odd = hostile.map((text, place) =>
      sample({ id: `i${place}`, message: text, fullName: text, username: text }),
    );
    for (const items of [[], everything, odd]) {
      fits(JSON.parse(formatLive(publicationOf(items), base)));
      expect(fits.errors).toBeNull();
    }
  });

  it('carries every text through unharmed', () => {
    const items = hostile.map((message, place) => sample({ id: `i${place}`, message }));
    const { items: read } = JSON.parse(formatLive(publicationOf(items), base));
    expect(read.map((item: { message: string }) => item.message)).toEqual(hostile);
  });

  it('put together from kept bytes is the same, also after posts moved, changed and got their media', () => {
    const memos = createRowWriters();
    const [first, second, third] = everything;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no samples');
    const later = new Map([
      ['https://pics.example/coming.png', { ...publicationOf([]).media.get('https://pics.example/one.jpg') }],
    ]);
    const many = Array.from({ length: 120 }, (_, place) => sample({ id: `post-${place}`, message: `ü${place}🎶` }));
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
      expect(String(assembleLive(state, base, memos.live))).toBe(formatLive(state, base));
      expect(String(assembleVmix(state, base, 5, memos.vmix))).toBe(formatVmix(state, base, 5));
    }
  });
});

describe('five hundred hostile strings', () => {
  const items = hostile.map((text, place) =>
    sample({
      id: `${place}${text.slice(0, 40)}`,
      message: text,
      fullName: text.slice(0, 300),
      username: text.slice(0, 300),
    }),
  );
  const publication = publicationOf(items);

  it('are five hundred', () => expect(hostile).toHaveLength(500));

  it('leave XML, Atom and RSS well formed, with their words in them and no element of theirs', () => {
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
      const text = write(publication, base);
      expect(XMLValidator.validate(text)).toBe(true);
      let node: unknown = parser.parse(text, true);
      for (const name of path) node = (node as Record<string, unknown>)[name];
      expect(node).toHaveLength(500);
    }
    const rows = (parser.parse(formatXml(publication, base)) as { feed: { item: { message: string }[] } }).feed.item;
    const script = hostile.indexOf('<script>alert(1)</script>');
    expect(rows[script]?.message).toBe('<script>alert(1)</script>');
    for (const row of rows) expect(Object.keys(row)).toEqual([...vmixColumns]);
  });

  it('leave CSV with the same cells in every line, none of them a formula', () => {
    const lines = readCsv(formatCsv(publication, base));
    expect(lines).toHaveLength(501);
    for (const cells of lines) {
      expect(cells).toHaveLength(vmixColumns.length);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }
    expect(lines[1 + hostile.indexOf('""","')]?.[6]).toBe('""","');
  });

  it('leave vMix rows of text alone, without control characters and halves of characters', () => {
    for (const row of JSON.parse(formatVmix(publication, base, 0)) as Record<string, string>[]) {
      expect(Object.keys(row)).toEqual([...vmixColumns]);
      for (const value of Object.values(row)) {
        expect(value.isWellFormed()).toBe(true);
        expect(plainText(value)).toBe(value);
      }
      expect(row['messageShort']?.length).toBeLessThanOrEqual(141);
    }
  });

  it('leave one line a post in the text', () => {
    expect(formatLines(publication).split('\n')).toHaveLength(501);
  });
});

describe('one field', () => {
  it('is that of the play head or of the place named, and empty where nothing is', () => {
    const publication = publicationOf(everything, 1);
    expect(formatField(publication, base, 'handle', null)).toBe('@omar');
    expect(formatField(publication, base, 'handle', 0)).toBe('@ada');
    expect(formatField(publication, base, 'handle', 99)).toBe('');
    expect(formatField(publicationOf([]), base, 'message', null)).toBe('');
  });
});

describe('shortening', () => {
  const check = (text: string, length: number, wanted: string): void => expect(shorten(text, length)).toBe(wanted);
  it('cuts between words, else between characters, and never halves one', () => {
    check('short enough', 20, 'short enough');
    check('two\nlines', 20, 'two lines');
    check('some words that are too long', 16, 'some words that…');
    check('unbreakableunbreakable', 8, 'unbreak…');
    check('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 14, '👩‍👩‍👧‍👦…');
  });
});

describe('what counts as another body', () => {
  const before = publicationOf(everything);
  it('is items, gate, freshness, head or the look of a medium on air, and nothing else', () => {
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

  it('and two lists have one canonical text only when they are the same', () => {
    const text = createListHash((words) => words);
    const same = everything.map((item) => ({ ...item }));
    expect(text(same)).toBe(text(everything));
    expect(text([sample({ fullName: 'a', username: 'bc' })])).not.toBe(
      text([sample({ fullName: 'ab', username: 'c' })]),
    );
    expect(text([sample({ username: null })])).not.toBe(text([sample({ username: '' })]));
    expect(text([...everything].reverse())).not.toBe(text(everything));
  });

  it('and the hash of a long list is the same whatever was hashed before it', () => {
    const long = Array.from({ length: 200 }, (_, place) => sample({ id: `post-${place}` }));
    const edited = long.with(150, sample({ id: 'post-150', message: 'other words' }));
    const known = createListHash((words) => words);
    for (const list of [long, edited, long.slice(1), long.slice(0, 130), [], edited, long]) {
      expect(known(list)).toBe(createListHash((words) => words)(list));
    }
    expect(known(edited)).not.toBe(known(long));
  });
});

/** Reads RFC 4180 by the letter; throws for what is not. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let place = 0;
  while (place < text.length) {
    if (text[place] !== '"') throw new Error(`no quote at ${place}`);
    let cell = '';
    for (place += 1; ; place += 1) {
      if (place >= text.length) throw new Error('open quote');
      if (text[place] !== '"') cell += text[place];
      else if (text[place + 1] === '"') {
        cell += '"';
        place += 1;
      } else break;
    }
    cells.push(cell);
    place += 1;
    if (text[place] === ',') place += 1;
    else if (text.startsWith('\r\n', place)) {
      lines.push(cells);
      cells = [];
      place += 2;
    } else throw new Error(`nothing ends the cell at ${place}`);
  }
  return lines;
}
