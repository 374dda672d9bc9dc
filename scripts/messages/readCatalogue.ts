/** Reads the messages of the code and the translations of each language from the project’s files. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../src/core/language/languages.ts';
import { root } from '../runTool.ts';
import { areaNames } from './areas.ts';
import { collectMessages, type Messages, type Translated } from './catalogue.ts';
import { type Extracted, extractMessages } from './extract.ts';
import { tables } from './tables.ts';

export const folder = 'src/core/language';

/** English is the language of the messages themselves. */
export const translatedLanguages = languages.filter(
  (language): language is Exclude<Language, 'en'> => language !== 'en',
);

/** The source files in a folder, or the file itself. */
export function listSources(under: string): readonly string[] {
  return globSync(/\.tsx?$/.test(under) ? under : `${under}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== `${folder}/say.ts` && path !== 'src/ui/sayNode.ts')
    .sort();
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export const tableMessages: ReadonlySet<string> = new Set(tables.flatMap(({ messages }) => messages()));

/** The messages of every file and table, and the faults of their calls. */
export function readMessages(): { readonly messages: Messages; readonly faults: Extracted['faults'] } {
  const files = listSources('src').map((path) => ({ path, ...extractMessages(path, readSource(path)) }));
  const fromTables = tables.map(({ path, messages }) => ({ path, messages: messages() }));
  return { messages: collectMessages([...files, ...fromTables]), faults: files.flatMap(({ faults }) => faults) };
}

export function pathOfArea(language: Language, area: string): string {
  return `${folder}/catalogue/${language}/${area}.json`;
}

/** Every translation of a language, whichever file it is in. */
export function readTranslations(language: Language): Translated {
  return Object.assign({}, ...areaNames.map((area) => JSON.parse(readSource(pathOfArea(language, area)))));
}
