/** Writes the key reference from the tables of the desk and of the service’s page. */
import { shortcuts } from '../src/authoring/state/shortcuts.ts';
import { say } from '../src/core/language/say.ts';
import { type ActionGroup, actionInfo, actionNames, fixedKeys } from '../src/renderer/model/actions.ts';
import { strokeLabel } from '../src/renderer/model/strokeLabel.ts';

const head = `# Keys

After reading this page you know every key on the desk and on the service’s page. [The operator’s guide](operator-guide.md) explains what the actions do.

Keys that take two presses need the second press within 2 seconds; any other key cancels. Letter keys are off while you type.
In a browser, which uses the F keys itself, hold Alt and press the number: Alt+4 for F4.
Press **?** on the desk to change keys or to switch the letter keys off. Written by \`npm run docs\`.
`;

const groups: readonly ActionGroup[] = ['Gate', 'Selected post', 'Play head', 'Navigation', 'Screens', 'Rehearsal'];

const servicePage = `
## On the service’s page

Press **?** there to see them.

| key | action |
|---|---|
${shortcuts
  .flatMap(({ keys }) => keys)
  .map(({ caps, label }) => `| ${caps.map((cap) => say(cap)).join(' ')} | ${label} |`)
  .join('\n')}
`;

/** Returns the whole page as Markdown. */
export function renderKeysPage(): string {
  return `${head}${groups.map(formatGroup).join('')}${servicePage}`;
}

function formatGroup(group: ActionGroup): string {
  const actionRows = actionNames
    .filter((name) => actionInfo[name].group === group)
    .map((name) => {
      const { key, label, needsSecondPress } = actionInfo[name];
      const keyLabel = strokeLabel(key);
      return `| ${needsSecondPress ? `**${keyLabel} ${keyLabel}**` : `**${keyLabel}**`} | ${label} | ${needsSecondPress ? 2 : 1} |`;
    });
  const fixedRows = (fixedKeys[group] ?? []).map(
    ([keyLabels, label]) => `| **${keyLabels.join(' ')}** | ${label} (cannot be changed) | 1 |`,
  );
  return `\n## ${group}\n\n| key | action | presses |\n|---|---|---|\n${[...actionRows, ...fixedRows].join('\n')}\n`;
}
