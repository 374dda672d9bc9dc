/** The tables whose texts are messages, said where they are used. Documentation and APIs use them in English. */
import { feedCommands, takeRemovals } from '../../src/core/commands/feedCommands.ts';
import { rehearsalCommands } from '../../src/core/commands/rehearsalCommands.ts';
import { setupCommands } from '../../src/core/commands/setupCommands.ts';
import { diskProblems } from '../../src/core/problems/disk.ts';
import type { CatalogueEntries } from '../../src/core/problems/entry.ts';
import { mediaProblems } from '../../src/core/problems/media.ts';
import { updateProblems } from '../../src/core/problems/update.ts';
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
  problemTable('disk', diskProblems),
  problemTable('media', mediaProblems),
  problemTable('update', updateProblems),
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
