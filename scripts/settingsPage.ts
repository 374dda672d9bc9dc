/** Writes the settings reference from the published JSON Schema of the configuration. */

export type SettingSchema = {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly const?: unknown;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly anyOf?: readonly SettingSchema[];
  readonly items?: SettingSchema;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
};

/** One documented setting; `path` is its JSON path, with list entries written `feeds[].slug`. */
export type Setting = {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly defaultValue: string;
  readonly allowed: string;
};

const head = `# Settings

After reading this page you can change every setting of Greenroom. Use *Settings* (F8) on the desk, edit the configuration file, or use the control API.

The configuration is one JSON file. Every setting except a feed’s \`slug\` and \`collectionId\` has a default. This is a complete configuration:

\`\`\`json
{
  "source": { "baseUrl": "https://collections.example", "mode": "poll" },
  "feeds": [{ "slug": "main", "collectionId": "col_1" }]
}
\`\`\`

The API key, webhook secrets and desk token are never in it: see [set-up.md](set-up.md#secrets). The read token is.
If the file is invalid, Greenroom lists each fault with its JSON path, and the name that you probably meant. The file may name its schema for an editor in \`$schema\`.

The names are the ones that *Settings* shows.

Written by \`npm run docs\` from [resources/config.schema.json](../resources/config.schema.json), which an editor can use to check the file as you type.
`;

/** Returns the whole page as Markdown. */
export function renderSettingsPage(schema: SettingSchema): string {
  const groups = Object.entries(schema.properties ?? {}).map(([name, part]) => formatGroup(name, part));
  return `${head}${groups.join('')}`;
}

/** Returns every setting of the schema, leaves only. */
export function settingsOf(schema: SettingSchema, path: string): readonly Setting[] {
  const fields = schema.properties ?? schema.items?.properties;
  if (fields === undefined) return [settingOf(schema, path)];
  const base = schema.items === undefined ? path : `${path}[]`;
  return Object.entries(fields).flatMap(([name, part]) => settingsOf(part, base === '' ? name : `${base}.${name}`));
}

function formatGroup(name: string, part: SettingSchema): string {
  const rows = settingsOf(part, name).map(
    ({ path, title, description, defaultValue, allowed }) =>
      `| ${title} | \`${path}\` | ${defaultValue} | ${allowed} | ${description} |`,
  );
  const hasSubfields = (part.properties ?? part.items?.properties) !== undefined;
  const lead = hasSubfields ? `\n${part.description ?? ''}\n` : '';
  return `\n## ${part.title ?? name}\n${lead}\n| name on screen | setting | default | allowed | effect |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function settingOf(schema: SettingSchema, path: string): Setting {
  return {
    path,
    title: schema.title ?? '',
    description: schema.description ?? '',
    defaultValue: schema.default === undefined ? 'required' : `\`${JSON.stringify(schema.default)}\``,
    allowed: allowedOf(schema),
  };
}

function allowedOf({ type, enum: values, minimum, maximum, anyOf, items, ...rest }: SettingSchema): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (rest.const === '') return 'empty';
  if (rest.const !== undefined) return `\`${JSON.stringify(rest.const)}\``;
  if (anyOf !== undefined) return anyOf.map(allowedOf).join(' or ');
  if (rest.format === 'uri') return 'web address (http or https)';
  if (type === 'null') return '`null`';
  if (type === 'array') return items?.type === undefined ? 'empty list' : `list of ${allowedOf(items)}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'integer' || type === 'number') return `${minimum ?? ''} to ${maximum ?? ''}`;
  return 'text';
}
