/** Says a message in the language of this process. The English ICU message in the code is the key of its translations. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages.ts';

/** Translations by English message. */
export type Translations = Readonly<Record<string, string>>;

/** Returns a text in the current language. */
export type Phrase = () => string;

export type MessageValues = Readonly<Record<string, string | number>>;

/** Values of a message that is said later. */
export type LaterValues = Readonly<Record<string, string | number | Phrase>>;

/** Values of a message with parts that are no text, such as elements. A function receives what is between the tags of its name. */
export type PartValues<Part> = Readonly<
  Record<string, string | number | Part | ((inner: readonly (string | Part)[]) => Part)>
>;

/** `say`, or a function that says messages in another language. */
export type Say = (message: string, values?: MessageValues) => string;

/** A text, or the raw text of a message that is not valid. */
type Compiled = string | IntlMessageFormat;

/** English dates have the day before the month. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', es: 'es', fr: 'fr' };

/** Far more than there are messages; a bound in case a text with a value in it is used as a message. */
const maxCompiled = 10_000;

let language: Language = 'en';
let translations: Translations = {};
let changes = 0;
const compiled = new Map<string, Compiled>();
/** Messages without values, which need no parser. */
const plain = new Map<string, string>();

/** Sets the language of this process. Earlier texts stay in their language. */
export function setLanguage(next: Language, texts: Translations): void {
  language = next;
  translations = texts;
  changes += 1;
  compiled.clear();
  plain.clear();
}

export function currentLanguage(): Language {
  return language;
}

/** Returns a function that creates a value for the current language, such as a number format, once for each language. */
export function createPerLanguage<Value>(create: (locale: string) => Value): () => Value {
  let kept: { readonly value: Value; readonly change: number } | null = null;
  return () => {
    if (kept?.change !== changes) kept = { value: create(locales[language]), change: changes };
    return kept.value;
  };
}

/**
 * Returns the message in the current language, or in English if it has no translation. Without values, it is shown as it is written,
 * braces included. A missing value is shown as `?`. Backticks, which mark settings for the documentation, are left out, and so is the
 * context after `||`, which says which meaning of the words to translate.
 */
export function say(message: string, values?: MessageValues): string {
  if (values === undefined) return plain.get(message) ?? sayPlainly(message);
  const found = compiled.get(message) ?? compile(message);
  if (typeof found === 'string') return found;
  try {
    return String(found.format(values));
  } catch {
    return fillSimply(message, values);
  }
}

/**
 * Returns a phrase that says the message in the language in which it is spoken, for facts that are kept. A value can be such a phrase. Unlike
 * a closure, it keeps nothing around it alive, such as a response that could not be read.
 */
export function sayLater(message: string, values?: LaterValues): Phrase {
  return () => say(message, values === undefined ? undefined : speakPhrases(values));
}

/** The values with their phrases in the current language. */
export function speakPhrases(values: LaterValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
  );
}

/** The English message, for programs. */
export function sayInEnglish(message: string, values?: MessageValues): string {
  if (values === undefined) return removeMarks(message);
  const found = parse(message, locales.en);
  if (found === null || typeof found === 'string') return found ?? removeMarks(message);
  try {
    return String(found.format(values));
  } catch {
    return fillSimply(message, values);
  }
}

/** Returns the parts of a message in order, for values that are no text. */
export function sayParts<Part>(message: string, values: PartValues<Part>): readonly (string | Part)[] {
  const found = compiled.get(message) ?? compile(message);
  if (typeof found === 'string') return [found];
  try {
    const parts = found.format<Part>(values);
    return Array.isArray(parts) ? parts : [parts];
  } catch {
    return [fillSimply(message, {})];
  }
}

/** Marks the messages of a table, which are said where they are used, for the list of messages. */
export function markMessage<Message extends string>(message: Message): Message {
  return message;
}

function translationOf(message: string): string | null {
  return (Object.hasOwn(translations, message) ? translations[message] : null) ?? null;
}

function sayPlainly(message: string): string {
  if (plain.size >= maxCompiled) plain.clear();
  const text = removeMarks(translationOf(message) ?? message);
  plain.set(message, text);
  return text;
}

function compile(message: string): Compiled {
  if (compiled.size >= maxCompiled) compiled.clear();
  const translated = translationOf(message);
  const result =
    (translated === null ? null : parse(translated, locales[language])) ??
    parse(message, locales.en) ??
    removeMarks(message);
  compiled.set(message, result);
  return result;
}

/** Returns `null` for a message that is not valid; a test finds those. */
function parse(text: string, locale: string): Compiled | null {
  const shown = removeMarks(text);
  if (!/[{<']/.test(shown)) return shown;
  try {
    return new IntlMessageFormat(shown, locale);
  } catch {
    return null;
  }
}

function removeMarks(text: string): string {
  const contextAt = text.indexOf('||');
  return (contextAt < 0 ? text : text.slice(0, contextAt)).replaceAll('`', '');
}

/** The English message without plurals, because a sentence on air's state must never be lost for want of a value. */
function fillSimply(message: string, values: MessageValues): string {
  return removeMarks(message)
    .replace(/<\/?\w+>/g, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '?'));
}
