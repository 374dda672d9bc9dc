import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/engine/ports.ts';
import { readSettings } from '../../src/engine/settings/settings.ts';
import { createMemoryStorage } from '../../src/engine/settings/settingsStorage.ts';
import { type Demo, startDemo } from '../../src/start/demo.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let demo: Demo | null = null;
afterEach(() => demo?.service.stop());

it('gives the address of its authoring page with the token that the page needs', async () => {
  const { settings } = readSettings({});
  if (settings === null) throw new Error('the default settings are not valid');
  const secrets = { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => 'token' };
  const ports = { clock: systemClock, log: () => undefined, secrets };
  const paths = { resources: join(import.meta.dirname, '../../resources'), built: null, renderer: null, version: '0' };
  demo = await startDemo(createMemoryStorage(settings), createTemporaryFolder('demo'), paths, ports, null);
  const { origin, hash } = new URL(demo.authoringUrl);
  const readOrganisations = (token: string) =>
    fetch(`${origin}/authoring/v1`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await readOrganisations(hash.replace('#token=', ''))).status).toBe(200);
  expect((await readOrganisations('wrong')).status).toBe(401);
});
