/** Every page of `docs` that is generated from code or from a published schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { keysPage } from './keysPage.ts';
import { liveJsonPage } from './liveJsonPage.ts';
import { problemsPage } from './problemsPage.ts';
import { root } from './runTool.ts';
import { settingsPage } from './settingsPage.ts';

const schemaIn = (file: string) => JSON.parse(readFileSync(join(root, 'resources', file), 'utf8'));

export function generatedPages(): readonly { readonly name: string; readonly text: string }[] {
  return [
    { name: 'problems.md', text: problemsPage(catalogue) },
    { name: 'settings.md', text: settingsPage(schemaIn('config.schema.json')) },
    { name: 'keys.md', text: keysPage() },
    { name: 'live-json.md', text: liveJsonPage(schemaIn('live.schema.json')) },
  ];
}
