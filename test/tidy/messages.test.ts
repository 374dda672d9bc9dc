/** Checks the catalogue of messages: complete in every language, and used by everything that people read. */
import { describe, expect, test } from 'vitest';
import { areaNames } from '../../scripts/messages/areas.ts';
import { checkTranslations, collectMessages, renderAreas, renderMessages } from '../../scripts/messages/catalogue.ts';
import { extractMessages } from '../../scripts/messages/extract.ts';
import {
  folder,
  listSources,
  pathOfArea,
  readMessages,
  readSource,
  readTranslations,
  tableMessages,
  translatedLanguages,
} from '../../scripts/messages/readCatalogue.ts';
import { findUnsaid } from '../../scripts/messages/unsaid.ts';
import { forPrograms, isListed } from './forPrograms.ts';

const unsaidIn = (path: string): readonly string[] =>
  listSources(path).flatMap((file) =>
    findUnsaid(file, readSource(file), tableMessages).map(({ line, text }) => `${file}:${line}: ${text}`),
  );

describe('the catalogue of messages', () => {
  const { messages, faults } = readMessages();

  test('each call passes one message and the values that it needs', () => {
    expect(faults).toEqual([]);
    expect(messages.size).toBeGreaterThan(100);
  });

  test('the list of messages is up to date', () => {
    expect(readSource(`${folder}/messages.json`), 'run npm run messages').toBe(renderMessages(messages));
  });

  test.each(translatedLanguages)('%s has a valid translation of each message and no other', (language) => {
    const nothing = { missing: [], unused: [], wrong: [] };
    expect(checkTranslations(messages, readTranslations(language))).toEqual(nothing);
  });

  test.each(translatedLanguages)('each translation of %s is in the file of its area', (language) => {
    const expected = renderAreas(language, messages, readTranslations(language));
    for (const { area, text } of expected)
      expect(readSource(pathOfArea(language, area)), `${language}/${area}: run npm run messages`).toBe(text);
  });

  test.each([
    ['de', /\bon air\b/iu],
    ['es', /\bal aire\b|en emisión/iu],
  ] as const)('%s says “on air” with the word of docs/translating.md only', (language, other) => {
    const texts = Object.entries(readTranslations(language));
    expect(texts.filter(([, text]) => other.test(text))).toEqual([]);
  });

  test.each(translatedLanguages)('the module of %s joins every area', (language) => {
    const joined = readSource(`${folder}/catalogue/${language}.ts`);
    expect(areaNames.filter((area) => !joined.includes(`  ...${area},\n`))).toEqual([]);
  });
});

describe('what people read', () => {
  test('is said in the current language in every file', () => {
    const forPeople = listSources('src').filter((path) => !isListed(path, forPrograms));
    expect(forPeople.length).toBeGreaterThan(300);
    expect(forPeople.flatMap(unsaidIn)).toEqual([]);
  });
});

describe('the checks find a planted fault', () => {
  const check = (translated: Readonly<Record<string, string>>) =>
    checkTranslations(collectMessages([{ path: 'src/a.ts', messages: ['Held by {who}', 'Set `a.b`'] }]), translated);

  test('a missing, an unused, an empty and an invalid translation', () => {
    expect(check({ 'Set `a.b`': ' ', Other: 'Andere' })).toEqual({
      missing: ['Held by {who}'],
      unused: ['Other'],
      wrong: ['Set `a.b` →  : is empty'],
    });
    expect(check({ 'Held by {who}': 'Gehalten von {who', 'Set `a.b`': '`a.b` setzen' }).wrong).toHaveLength(1);
  });

  test('other arguments or another setting than in English', () => {
    const { wrong } = check({ 'Held by {who}': 'Gehalten von {wer}', 'Set `a.b`': '`a.c` setzen' });
    expect(wrong).toEqual([
      'Held by {who} → Gehalten von {wer}: has the arguments wer: text instead of who: text',
      'Set `a.b` → `a.c` setzen: has other texts in backticks',
    ]);
  });

  test.each([
    ["say('Held by {who}')", 'needs {who}'],
    ["say('Held by {who}', { name })", 'needs {who}'],
    ["say('Held', { who })", 'has no {who}'],
    ["say('Held by {who')", 'is not a valid ICU message'],
    ["say(isHeld ? 'Held' : 'Live')", 'the message must be one text'],
    ["say('Held by ' + who)", 'the message must be one text'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the text of the fault
    ['say(`Held by ${who}`)', 'the message must be one text'],
  ])('the call %s', (call, fault) => {
    expect(extractMessages('a.tsx', `const a = ${call};`).faults.join()).toContain(fault);
  });

  test.each([
    ['<p>Held</p>', 'Held'],
    ['<p title="held" />', 'held'],
    ["<p title={isHeld ? 'held' : null} />", 'held'],
    ["<Lamp text={isHeld ? 'held' : 'live'} />", 'held'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the text of the fault
    ['`${name} is held`', '{} is held'],
    ["['a', 'Held']", 'Held'],
    ["say('Held by {who}', { who: who ?? 'another desk' })", 'another desk'],
  ])('the text %s', (code, text) => {
    const found = findUnsaid('a.tsx', `const a = ${code};`, new Set());
    expect(found.map((unsaid) => unsaid.text)).toContain(text);
  });

  test('but no text that a program reads', () => {
    const code = [
      "import { a } from './Some thing.ts';",
      "const b = <p className='is-on is-off' id='Main Part'>{say('Held')}</p>;",
      "const c = key === 'Shift' || ['Shift', 'Alt'].includes(key);",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the text of the code
      'const d = `${seconds} s`;',
      "ports.log('warn', 'CODE', { what: 'the disk is full' });",
      "throw new Error('no feed has been received');",
    ].join('\n');
    expect(findUnsaid('a.tsx', code, new Set())).toEqual([]);
  });
});
