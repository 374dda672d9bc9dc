/** Renders every file that is generated from code: the configuration's JSON Schema and the reference pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { settingsJsonSchema } from '../src/engine/settings/settings.ts';
import { renderCommandsPage } from './commandsPage.ts';
import { renderKeysPage } from './keysPage.ts';
import { renderLiveJsonPage } from './liveJsonPage.ts';
import { renderProblemsPage } from './problemsPage.ts';
import { root } from './runTool.ts';
import { renderSettingsPage } from './settingsPage.ts';

export function renderGeneratedFiles(): readonly { readonly path: string; readonly text: string }[] {
  const configSchema = settingsJsonSchema();
  const liveSchema = JSON.parse(readFileSync(join(root, 'resources', 'live.schema.json'), 'utf8'));
  return [
    { path: 'resources/config.schema.json', text: `${JSON.stringify(configSchema, null, 2)}\n` },
    { path: 'docs/problems.md', text: renderProblemsPage(catalogue) },
    { path: 'docs/settings.md', text: renderSettingsPage(configSchema as Parameters<typeof renderSettingsPage>[0]) },
    { path: 'docs/commands.md', text: renderCommandsPage() },
    { path: 'docs/keys.md', text: renderKeysPage() },
    { path: 'docs/live-json.md', text: renderLiveJsonPage(liveSchema) },
  ];
}
