/** Writes the reference of `live.json` from its published JSON Schema. */

export type FieldSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
};

const head = `# live.json, field by field

After reading this page you can read every field of \`live.json\` in a template or a script.
The socket’s \`state\` frame and the \`events\` stream carry the same document.

\`\`\`sh
curl http://127.0.0.1:7411/feeds/main/live.json
\`\`\`

Written by \`npm run docs\` from [resources/live.schema.json](../resources/live.schema.json), which a validator can use too.
New fields may be added. The fields below are never removed and never change type.

| field | type | meaning |
|---|---|---|
`;

const tail = `
The body changes only with the posts, the play head, the gate, the freshness or the readiness of on-air media.
Addresses in it use the host of your request, so another machine gets addresses that it can reach.
`;

/** The whole page as Markdown. */
export function liveJsonPage(schema: FieldSchema): string {
  return `${head}${rowsOf(schema, '').join('\n')}\n${tail}`;
}

/** One table row for each field, a parent before its children. Fields of list entries are written \`items[].id\`. */
function rowsOf(schema: FieldSchema, path: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const row = `| \`${own}\` | ${typeOf(field)} | ${field.description ?? ''} |`;
    const inside = field.items === undefined ? rowsOf(field, own) : rowsOf(field.items, `${own}[]`);
    return [row, ...inside];
  });
}

function typeOf({ type, enum: values }: FieldSchema): string {
  if (values !== undefined) return values.map((value) => `\`"${value}"\``).join(', ');
  return [type ?? []].flat().join(' or ');
}
