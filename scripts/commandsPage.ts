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

\`POST /api/feeds/{slug}/\` and the name of the command. By OSC, \`/greenroom/{slug}/\` and the name, where the last column says yes; [companion.md](companion.md#osc) lists its arguments.

| command | right | body | effect | OSC |
|---|---|---|---|---|
`;

const otherHead = `
### If two people press at the same time

Without these fields a command runs whatever anybody has just changed. Send back what your program showed when its user pressed. If that has changed since, nothing happens and the response is 409.
A command overtaken only by your own last one is not refused. A command with nothing to do is not refused either, except a take, a release, Back or a restore after somebody else has just done the same. OSC has no response, so it can’t send them.

| command | fields | value | code |
|---|---|---|---|
| \`take\`, \`release\`, \`back\` | \`gate\`, \`revision\` | those of the panel object | \`AIR_CHANGED\` |
| \`take\` | \`gateSince\` | that of the feed in \`GET /api/state\`, because a take of only a blocked post’s change does not raise the revision | \`AIR_CHANGED\` |
| \`rollback\` | \`gate\`, \`onAirRevision\` | its \`gate\` and \`revision\` | \`AIR_CHANGED\` |
| \`point\` | \`gate\` | its \`gate\`; not needed with \`hold: true\` | \`AIR_CHANGED\` |
| \`take\`, \`release\` | \`liveVersion\` | \`pending.liveVersion\` of the feed in \`GET /api/state\` | \`LIST_MOVED_ON\` |
| \`guards\` | \`version\` | \`guards.version\` of the feed in \`GET /api/state\` | \`GUARDS_CHANGED\` |
| \`next\`, \`previous\`, \`pin\` | \`seenItemId\` | \`playHead.itemId\` of the last response, or of the feed in \`GET /api/state\` | \`HEAD_MOVED\` |
| \`allow\`, \`unblock\` | \`seenText\` | only a desk knows it; other programs leave it out | \`POST_CHANGED\` |
| \`PATCH /api/settings\`, \`POST /api/settings/import\` | \`?seen=\` | the \`effect\` of each change in the response to an import with \`?preview=1\`, separated by commas | \`SETTINGS_EFFECT_CHANGED\` |
| \`POST /api/setup/service\` | \`seen\` | the \`effect\` of each change in the response to the same with \`preview\` | \`SETTINGS_EFFECT_CHANGED\` |
| \`POST /api/settings/undo\` | \`id\` | \`undo.id\` in the response to the change | \`SETTINGS_UNDO_OTHER\` |

The panel object comes from \`GET /api/panel\`, from \`GET /api/events\`, and as the response to each of these commands. Here a release that does nothing if somebody has taken, cleared or restored since the hold:

\`\`\`sh
seen=$(curl -X POST http://127.0.0.1:7413/api/feeds/main/hold -d '{}' \\
  -H "Authorization: Bearer $GREENROOM_DESK_TOKEN" -H 'Content-Type: application/json' |
  sed 's/.*\\("gate":"[a-z]*"\\).*\\("revision":[0-9]*\\).*/{\\1,\\2}/')
curl -X POST http://127.0.0.1:7413/api/feeds/main/release -d "$seen" \\
  -H "Authorization: Bearer $GREENROOM_DESK_TOKEN" -H 'Content-Type: application/json'
\`\`\`

Compare \`error.code\` of a refusal, which is the same in every language. \`error.message\` and \`error.details.nextStep\` are for people, in the language of this Greenroom, as on its desks. A request that is refused before its command runs, for example for its token, is answered in English. \`Accept-Language\` changes neither.

A press from a desk that arrives more than three seconds late is refused with \`COMMAND_LATE\`. The control API does not know when its caller pressed, so a program gives up by itself, and reads the panel object before it tries again.

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
