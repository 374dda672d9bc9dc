/** Writes the reference of every command from the table of commands. */
import { z } from 'zod';
import { commandBodies } from '../src/contract/commandSchemas.ts';
import { feedCommands } from '../src/core/commands/feedCommands.ts';
import { type CommandName, commandNames, commandTable, isFeedCommand, routeOf } from '../src/core/commandTable.ts';
import { wholeBodyFields } from '../src/engine/api/commandRoutes.ts';

const head = `# Commands

After reading this page you know everything that a program can change through the control API or OSC. [companion.md](companion.md) explains how to wire a button panel.

Send each command with a token that has its right or a stronger one. The rights are, strongest first: \`desk\`, \`operate\`, \`present\`, \`view\`.
The fields of the body are described in \`GET /api/openapi.json\`; the ones in italics may be left out. Written by \`npm run docs\`.

## One feed

\`POST /api/feeds/{slug}/\` and the name of the command. By OSC, \`/greenroom/{slug}/\` and the name, where the last column says yes.

| command | right | body | effect | OSC |
|---|---|---|---|---|
`;

const otherHead = `
## The source, settings, tokens and rehearsals

| command | right | body | effect |
|---|---|---|---|
`;

/** Returns the whole page as Markdown. */
export function renderCommandsPage(): string {
  const feedRows = commandNames
    .filter(isFeedCommand)
    .map((name) => `${formatRow(`\`${name}\``, name)} ${feedCommands[name].osc === null ? 'no' : 'yes'} |\n`);
  const otherRows = commandNames
    .filter((name) => !isFeedCommand(name))
    .map((name) => `${formatRow(`\`${routeOf(name).join(' ')}\``, name)}\n`);
  return `${head}${feedRows.join('')}${otherHead}${otherRows.join('')}`;
}

function formatRow(title: string, name: CommandName): string {
  const { right, label, description } = commandTable[name];
  return `| ${title} | \`${right}\` | ${formatFields(name)} | **${label}.** ${description} |`;
}

function formatFields(name: CommandName): string {
  const { properties = {}, required = [] } = z.toJSONSchema(commandBodies[name], { io: 'input' });
  const wholeBody = wholeBodyFields[name];
  if (wholeBody !== undefined)
    return [
      'the settings',
      ...Object.keys(properties)
        .filter((field) => field !== wholeBody)
        .map((field) => `\`?${field}=\``),
    ].join(', ');
  const fields = Object.keys(properties).map((field) => (required.includes(field) ? `\`${field}\`` : `*\`${field}\`*`));
  return fields.length === 0 ? '`{}`' : fields.join(', ');
}
