/** The tables whose texts are messages, said where they are used. Documentation and APIs use them in English. */
import { feedCommands, takeRemovals } from '../../src/core/commands/feedCommands.ts';
import { rehearsalCommands } from '../../src/core/commands/rehearsalCommands.ts';
import { setupCommands } from '../../src/core/commands/setupCommands.ts';
import { commandProblems } from '../../src/core/problems/command.ts';
import { diskProblems } from '../../src/core/problems/disk.ts';
import { engineProblems } from '../../src/core/problems/engine.ts';
import type { CatalogueEntries } from '../../src/core/problems/entry.ts';
import { feedProblems } from '../../src/core/problems/feed.ts';
import { mediaProblems } from '../../src/core/problems/media.ts';
import { overlayProblems } from '../../src/core/problems/overlay.ts';
import { settingsProblems } from '../../src/core/problems/settings.ts';
import { sourceProblems } from '../../src/core/problems/source.ts';
import { updateProblems } from '../../src/core/problems/update.ts';
import { webhookProblems } from '../../src/core/problems/webhook.ts';
import { accessFaults } from '../../src/disk/ownerOnly.ts';
import { settingsJsonSchema } from '../../src/engine/settings/settings.ts';
import { actionInfo, fixedKeys } from '../../src/renderer/model/actions.ts';

type Table = { readonly path: string; readonly messages: () => readonly string[] };

export const tables: readonly Table[] = [
  {
    path: 'src/renderer/model/actions.ts',
    messages: () => [
      ...Object.values(actionInfo).flatMap(({ group, title, label }) => [group, title, label]),
      ...Object.values(fixedKeys).flatMap((rows) => rows.map(([, label]) => label)),
    ],
  },
  commandWords('feed', { ...feedCommands, takeRemovals }),
  commandWords('rehearsal', rehearsalCommands),
  commandWords('setup', setupCommands),
  problemTable('source', sourceProblems),
  problemTable('webhook', webhookProblems),
  problemTable('feed', feedProblems),
  problemTable('media', mediaProblems),
  problemTable('overlay', overlayProblems),
  problemTable('disk', diskProblems),
  problemTable('command', commandProblems),
  problemTable('settings', settingsProblems),
  problemTable('engine', engineProblems),
  problemTable('update', updateProblems),
  { path: 'src/disk/ownerOnly.ts', messages: () => Object.values(accessFaults) },
  { path: 'src/engine/settings/settings.ts', messages: () => describedSettings(settingsJsonSchema()) },
];

function problemTable(file: string, problems: CatalogueEntries): Table {
  return {
    path: `src/core/problems/${file}.ts`,
    messages: () => Object.values(problems).flatMap(({ message, nextStep }) => [message, nextStep]),
  };
}

/** The descriptions of commands are for programs. */
function commandWords(file: string, rows: Readonly<Record<string, { label: string; done: string }>>): Table {
  return {
    path: `src/core/commands/${file}Commands.ts`,
    messages: () => Object.values(rows).flatMap(({ label, done }) => [label, done]),
  };
}

/** Settings that no desk shows. */
const hiddenSettings: readonly string[] = ['version', 'outputs', 'readToken'];

type Described = Readonly<Record<string, unknown>>;

/** The titles and descriptions of the settings and of their groups. */
function describedSettings({ properties = {} }: { readonly properties?: unknown }): readonly string[] {
  return Object.entries(properties as Readonly<Record<string, Described>>)
    .filter(([name]) => !hiddenSettings.includes(name))
    .flatMap(([, setting]) => [
      String(setting['title']),
      String(setting['description']),
      ...describedSettings(setting),
    ]);
}
