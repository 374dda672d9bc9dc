/** Reads the settings' JSON Schema into fields for the Settings screen, each with its title, description and place. */
import { formatDecimal, parseDecimal } from '../../core/formatNumber.ts';
import { markMessage } from '../../core/language/say.ts';
import { isJsonObject, type JsonObject, settingSchemaAt } from '../../core/settingNames.ts';

export type SettingField = {
  /** Such as `source.poll.intervalSeconds`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'list';
  /** Whether an empty text means none. */
  readonly isNullable: boolean;
  /** The values of a choice. */
  readonly choices: readonly string[];
};

export type SettingGroup = {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly SettingField[];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The parts of the screen in order, and the groups of the schema that each one shows. */
export const settingParts = [
  { id: 'source', title: markMessage('Source'), groups: ['source', 'source.poll', 'source.push'] },
  { id: 'feeds', title: markMessage('Feeds'), groups: [] },
  { id: 'feedServer', title: markMessage('Feed server'), groups: ['feedServer'] },
  { id: 'overlay', title: markMessage('Overlays'), groups: ['overlay'] },
  { id: 'media', title: markMessage('Media'), groups: ['media'] },
  { id: 'guard', title: markMessage('Word guard'), groups: [] },
  { id: 'history', title: markMessage('History'), groups: ['history'] },
  { id: 'control', title: markMessage('Control and tokens'), groups: ['desk', 'osc'] },
  { id: 'appearance', title: markMessage('Appearance and keys'), groups: [] },
  { id: 'updates', title: markMessage('App and updates'), groups: ['app', 'updates'] },
  { id: 'backup', title: markMessage('Backup and import'), groups: [] },
] as const;

export type SettingPart = (typeof settingParts)[number]['id'];

/** Shown by parts or screens of their own, or nothing to choose: the version of the file and the reserved outputs. */
const placedElsewhere: readonly string[] = [
  ...['language', 'source.mode', 'source.baseUrl', 'feedServer.readToken', 'feeds', 'version', 'outputs'],
  ...['preflight.showStarts', 'preflight.minutesBefore'],
];

/** The parts in order, without one whose groups this build does not have. */
export function listSettingParts(schema: unknown): readonly (typeof settingParts)[number][] {
  const paths = listSettingGroups(schema).map(({ path }) => path);
  return settingParts.filter(({ groups }) => groups.length === 0 || groups.some((group) => paths.includes(group)));
}

/** Every group that has fields, in the order of the schema. */
export function listSettingGroups(schema: unknown): readonly SettingGroup[] {
  return isJsonObject(schema) ? groupsOf(schema, '') : [];
}

/** The field at a path, for the settings with a part of their own. */
export function findSettingField(schema: unknown, path: string): SettingField {
  return fieldOf(path, settingSchemaAt(schema, path));
}

function groupsOf(schema: JsonObject, path: string): readonly SettingGroup[] {
  const properties = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).map(
    ([name, inner]) => [path === '' ? name : `${path}.${name}`, isJsonObject(inner) ? inner : {}] as const,
  );
  const fields = properties
    .filter(([inner, { properties: nested }]) => nested === undefined && !placedElsewhere.includes(inner))
    .map(([inner, field]) => fieldOf(inner, field));
  const own = { path, title: textOf(schema['title']), description: textOf(schema['description']), fields };
  return [...(fields.length > 0 ? [own] : []), ...properties.flatMap(([inner, field]) => groupsOf(field, inner))];
}

function fieldOf(path: string, schema: JsonObject): SettingField {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const { title, description, type } = schema;
  const kind =
    choices.length > 0
      ? 'choice'
      : type === 'boolean'
        ? 'switch'
        : type === 'number' || type === 'integer'
          ? 'number'
          : type === 'array'
            ? 'list'
            : 'text';
  const options = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  const isNullable = options.some((option) => isJsonObject(option) && option['type'] === 'null');
  return { path, title: textOf(title), description: textOf(description), kind, isNullable, choices };
}

/** The value at a path of the settings. */
export function settingAt(settings: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), settings);
}

/** A patch that sets one value. */
export function patchOf(path: string, value: unknown): Record<string, unknown> {
  return path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>;
}

/** A value as a person types it. */
export function formatSetting(value: unknown): string {
  if (typeof value === 'number') return formatDecimal(value);
  return Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value);
}

/** Reads the typed text as a value of the field. A number that can’t be read stays text, and the engine names the fault. */
export function parseSetting({ kind, isNullable }: Pick<SettingField, 'kind' | 'isNullable'>, text: string): unknown {
  const trimmed = text.trim();
  if (isNullable && trimmed === '') return null;
  if (kind === 'list') return trimmed === '' ? [] : trimmed.split(',').map((entry) => entry.trim());
  return kind === 'number' ? (parseDecimal(trimmed) ?? trimmed) : trimmed;
}
