import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { formatAtom, formatRss } from '../../../src/core/feed/syndication.ts';
import { formatCsv, formatField, formatXml, linesParts } from '../../../src/core/feed/tables.ts';
import { vmixColumns } from '../../../src/core/feed/vmix.ts';
import { seed } from '../../seed.ts';
import { createHostileTexts } from './hostileText.ts';
import { base, publicationOf, sample } from './samples.ts';
import { formatLive, formatVmix, joinParts } from './wholeDocuments.ts';

const texts = createHostileTexts(seed);
const publication = publicationOf(texts.map((text, index) => sample({ ...text, id: `p${index}`, media: [] })));

/** The text that a reader gets by docs/feed.md: line ends as `\n`, NFC, no controls or overrides, at most eight marks on a character. */
function safe(text: string): string {
  const lines = text.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n');
  const shown = Array.from(lines)
    .map((character) => (/\p{Cs}/u.test(character) ? '\ufffd' : character))
    .filter((character) => character === '\n' || character === '\t' || !isUnsafe(character.codePointAt(0) ?? 0))
    .join('')
    .normalize('NFC');
  return shown.replace(/(\p{M}{8})\p{M}+/gu, '$1');
}
const unsafeRanges = [
  ...[[0x00, 0x1f] as const, [0x7f, 0x9f] as const, [0x202a, 0x202e] as const, [0x2066, 0x206f] as const],
  ...[[0xfeff, 0xfeff] as const, [0xfff9, 0xfffb] as const, [0xfffe, 0xffff] as const],
];
const isUnsafe = (code: number): boolean => unsafeRanges.some(([first, last]) => code >= first && code <= last);

const handleOf = (name: string): string => (name === '' || name.startsWith('@') ? name : `@${name}`);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const wanted = texts.map(({ message, fullName, username }, index) => {
  const drawn = safe(username ?? '');
  const handle = /^@?\s*$/.test(drawn) ? '' : handleOf(drawn);
  return { id: `p${index}`, message: safe(message), fullName: safe(fullName ?? ''), handle };
});

type Row = Readonly<Record<string, string>>;
const pick = ({ id, message, fullName, handle }: Row) => ({ id, message, fullName, handle });

describe(`500 hostile texts of seed ${seed} are read back the same by another program’s parser`, () => {
  it('from vmix.json and live.json, with the original beside a text that had to change', () => {
    expect((JSON.parse(formatVmix(publication, base, 0)) as Row[]).map(pick)).toEqual(wanted);
    const { items } = JSON.parse(formatLive(publication, base)) as {
      items: (Record<string, string | null> & { raw?: { message?: string } })[];
    };
    expect(items.map(({ message }) => message)).toEqual(wanted.map(({ message }) => message));
    expect(items.map(({ fullName }) => fullName ?? '')).toEqual(wanted.map(({ fullName }) => fullName));
    expect(items.map(({ message, raw }) => raw?.message ?? message)).toEqual(texts.map(({ message }) => message));
  });

  it('from CSV, where an apostrophe stops a formula', () => {
    const rows: Row[] = parseCsv(joinParts(publication, formatCsv(publication, base)), {
      columns: true,
      relax_column_count: false,
    });
    const inert = (text: string) => (/^[=+\-@\t\n]/.test(text) ? `'${text}` : text);
    const cells = wanted.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, text]) => [name, inert(text)])),
    );
    expect(rows.map(pick)).toEqual(cells);
    for (const row of rows) expect(Object.keys(row)).toEqual([...vmixColumns]);
  });

  const parser = new XMLParser({
    ...{ ignoreAttributes: false, trimValues: false, parseTagValue: false, htmlEntities: true },
    processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 100_000_000 },
  });
  const readXml = (text: string) => {
    expect(XMLValidator.validate(text)).toBe(true);
    return parser.parse(text);
  };

  it('from XML', () => {
    expect(readXml(joinParts(publication, formatXml(publication, base))).feed.item.map(pick)).toEqual(wanted);
  });

  it('from Atom and RSS, whose descriptions are HTML', () => {
    type Entry = { content: { '#text'?: string }; author: { name: string }; id: string };
    const entries: Entry[] = readXml(joinParts(publication, formatAtom(publication, base))).feed.entry;
    expect(entries.map(({ content }) => content['#text'] ?? '')).toEqual(wanted.map(({ message }) => message));
    expect(entries.map(({ author }) => author.name)).toEqual(
      wanted.map(({ fullName, handle }) => fullName || handle || 'A viewer'),
    );
    const items: { description: string; guid: { '#text': string } }[] = readXml(
      joinParts(publication, formatRss(publication, base)),
    ).rss.channel.item;
    expect(items.map(({ description }) => textOfHtml(description))).toEqual(wanted.map(({ message }) => message));
    expect(items.map(({ guid }) => guid['#text'])).toEqual(wanted.map(({ id }) => `urn:greenroom:feed:main:${id}`));
  });

  it('from plain text: one line for each post, and each field', () => {
    const lines = joinParts(publication, linesParts).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(
      wanted.map(({ message, fullName, handle }) => {
        const author = handle === '' ? fullName : fullName === '' ? handle : `${fullName} (${handle})`;
        return oneLine(author === '' ? message : `${author}: ${message}`);
      }),
    );
    expect(wanted.map((_, index) => formatField(publication, base, 'message', index))).toEqual(
      wanted.map(({ message }) => message),
    );
  });
});

/** The text of a piece of HTML without elements. */
const textOfHtml = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('version 1 of the schema of live.json', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8'));
  const first = read('test/fixtures/feed/live.v1.schema.json');

  it('only grows: each field keeps its type, its values and its promise to be there', () => {
    expect(listLosses(first, read('resources/live.schema.json'), '')).toEqual([]);
  });

  it('still describes the documents of today', () => {
    const validate = new Ajv2020({ allErrors: true }).compile(first);
    validate(JSON.parse(formatLive(publication, base)));
    expect(validate.errors).toBeNull();
  });

  it('notices a field that is removed, optional or of another type', () => {
    const lose = (change: (schema: typeof first) => void): readonly string[] => {
      const now = structuredClone(first);
      change(now);
      return listLosses(first, now, '');
    };
    expect(lose((now) => delete now.properties.items.items.properties.handle)).toEqual(['items[].handle is missing']);
    expect(lose((now) => now.required.shift())).toEqual(['feed is no longer required']);
    expect(lose((now) => Object.assign(now.properties.revision, { type: 'string' }))).toEqual([
      'revision has another type',
    ]);
    expect(lose((now) => now.properties.gate.enum.push('closed'))).toEqual(['gate has another type']);
    expect(lose((now) => Object.assign(now.properties, { later: { type: 'string' } }))).toEqual([]);
  });
});

type Schema = {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** The promises of the first schema that the other does not keep. */
function listLosses(first: Schema, now: Schema, path: string): readonly string[] {
  const inner = (name: string) => (path === '' ? name : `${path}.${name}`);
  return [
    ...(JSON.stringify([first.type, first.enum]) === JSON.stringify([now.type, now.enum])
      ? []
      : [`${path} has another type`]),
    ...(first.required ?? [])
      .filter((name) => now.required?.includes(name) !== true && now.properties?.[name] !== undefined)
      .map((name) => `${inner(name)} is no longer required`),
    ...Object.entries(first.properties ?? {}).flatMap(([name, schema]) => {
      const found = now.properties?.[name];
      return found === undefined ? [`${inner(name)} is missing`] : listLosses(schema, found, inner(name));
    }),
    ...(first.items === undefined ? [] : listLosses(first.items, now.items ?? {}, `${path}[]`)),
  ];
}
