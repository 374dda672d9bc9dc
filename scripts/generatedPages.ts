/** Lists every page of `docs` that is generated from code or from a published schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { renderKeysPage } from './keysPage.ts';
import { renderLiveJsonPage } from './liveJsonPage.ts';
import { renderProblemsPage } from './problemsPage.ts';
import { root } from './runTool.ts';
import { renderSettingsPage } from './settingsPage.ts';

const readSchema = (file: string) => JSON.parse(readFileSync(join(root, 'resources', file), 'utf8'));

export function renderGeneratedPages(): readonly { readonly name: string; readonly text: string }[] {
  return [
    { name: 'problems.md', text: renderProblemsPage(catalogue) },
    { name: 'settings.md', text: renderSettingsPage(readSchema('config.schema.json')) },
    { name: 'keys.md', text: renderKeysPage() },
    { name: 'live-json.md', text: renderLiveJsonPage(readSchema('live.schema.json')) },
  ];
}
