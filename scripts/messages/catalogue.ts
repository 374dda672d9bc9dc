/** Compares the messages of the code with the catalogue, and renders the catalogue’s files. */
import { areaNames, areaOf } from './areas.ts';
import { readArguments } from './icu.ts';

/** The files that use each message. */
export type Messages = ReadonlyMap<string, readonly string[]>;

export type Translated = Readonly<Record<string, string>>;

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Collects the messages of each file in one list, sorted. */
export function collectMessages(
  files: readonly { readonly path: string; readonly messages: readonly string[] }[],
): Messages {
  const users = new Map<string, Set<string>>();
  for (const { path, messages } of files)
    for (const message of messages) users.set(message, (users.get(message) ?? new Set()).add(path));
  return new Map([...users].sort(([a], [b]) => byCode(a, b)).map(([message, paths]) => [message, [...paths].sort()]));
}

/** The English list: each message with the files that use it. */
export function renderMessages(messages: Messages): string {
  return toJson([...messages].map(([message, paths]) => [message, paths.join(' ')]));
}

/** Each area’s file of one language. A translation that no file uses is left out. */
export function renderAreas(
  language: string,
  messages: Messages,
  translated: Translated,
): readonly { readonly area: string; readonly text: string }[] {
  return areaNames.map((area) => {
    const own = [...messages].flatMap(([message, paths]) => {
      const translation = translated[message];
      return translation === undefined || areaOf(paths) !== area
        ? []
        : [[message, keepSpaces(language, translation)] as const];
    });
    return { area, text: toJson(own) };
  });
}

/** French has a space before some marks, at which no line may break. */
function keepSpaces(language: string, text: string): string {
  return language === 'fr' ? text.replace(/ (?=[:;?!»](?:\s|$))|(?<=«) /g, '\u00a0') : text;
}

export type CatalogueFaults = {
  readonly missing: readonly string[];
  readonly unused: readonly string[];
  /** Translations that are not valid, are empty, or have other arguments than the English message. */
  readonly wrong: readonly string[];
};

export function checkTranslations(messages: Messages, translated: Translated): CatalogueFaults {
  return {
    missing: [...messages.keys()].filter((message) => !Object.hasOwn(translated, message)),
    unused: Object.keys(translated).filter((message) => !messages.has(message)),
    wrong: Object.entries(translated).flatMap(([message, translation]) => {
      const fault = messages.has(message) ? findFault(message, translation) : null;
      return fault === null ? [] : [`${message} → ${translation}: ${fault}`];
    }),
  };
}

function findFault(message: string, translation: string): string | null {
  if (translation.trim() === '') return 'is empty';
  if (translation.includes('||')) return 'keeps the context, which is for translators';
  const marks = (text: string): string => (text.match(/`[^`]*`/g) ?? []).sort(byCode).join(' ');
  if (marks(message) !== marks(translation)) return 'has other texts in backticks';
  try {
    const [expected, actual] = [readArguments(message).join(', '), readArguments(translation).join(', ')];
    return expected === actual ? null : `has the arguments ${actual || 'none'} instead of ${expected || 'none'}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function toJson(entries: readonly (readonly [string, string])[]): string {
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
