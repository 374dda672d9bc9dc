/** Names settings as the Settings screen does, from the titles in their JSON Schema. */
import { isLanguage, languageNames } from './language/languages.ts';
import { currentLanguage, markMessage, say } from './language/say.ts';
import { ownValue } from './ownValue.ts';
import type { SecretName } from './secretNames.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of the schema at a path such as `source.poll`; empty if there is none. */
export function settingSchemaAt(schema: unknown, path: string): JsonObject {
  const found = path
    .split('.')
    .reduce<unknown>(
      (at, name) => (isJsonObject(at) && isJsonObject(at['properties']) ? at['properties'][name] : null),
      schema,
    );
  return isJsonObject(found) ? found : {};
}

export const secretTitles: Readonly<Record<SecretName, string>> = {
  apiKey: markMessage('API key'),
  webhookSecret: markMessage('Webhook secret'),
  webhookSecretNext: markMessage('Next webhook secret'),
  readToken: markMessage('Read token'),
};

const isSecretName = (name: string): name is SecretName => Object.hasOwn(secretTitles, name);

/** A setting’s title that is clear without its group: `Media limit`, `Feed main`. */
export function nameSetting(schema: unknown, path: string): string {
  const names = path.split('.');
  if (names[0] === 'feeds' && names[1] !== undefined) return say('Feed {feed}', { feed: names[1] });
  if (names[0] === 'secrets' && names[1] !== undefined && isSecretName(names[1])) return nameSecret(names[1]);
  const title = titleAt(schema, path);
  if (title === '') return path;
  if (title.includes(' ') || names.length < 2) return say(title);
  const group = titleAt(schema, names.slice(0, -1).join('.'));
  const inner = say(title);
  return say('{group} {title}', { group: say(group), title: currentLanguage() === 'en' ? inner.toLowerCase() : inner });
}

export function nameSecret(name: SecretName): string {
  const title = secretTitles[name];
  return say(title);
}

function titleAt(schema: unknown, path: string): string {
  const { title } = settingSchemaAt(schema, path);
  return typeof title === 'string' ? title : '';
}

const choiceNames: Readonly<Record<string, string>> = {
  system: markMessage('As the system'),
  'bottom-left': markMessage('bottom-left'),
  bottom: markMessage('bottom'),
  'bottom-right': markMessage('bottom-right'),
  'top-left': markMessage('top-left'),
  top: markMessage('top'),
  'top-right': markMessage('top-right'),
};

/** A choice as a person reads it. */
export function nameChoice(choice: string): string {
  if (isLanguage(choice)) return languageNames[choice];
  const name = ownValue(choiceNames, choice);
  return name === undefined ? choice : say(name);
}
