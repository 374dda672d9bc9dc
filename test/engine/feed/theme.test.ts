import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyShow } from '../../../src/core/show.ts';
import { createTheme } from '../../../src/engine/feed/theme.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createStore } from '../../../src/engine/store.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';

const png = Buffer.from(`89504e470d0a1a0a${'00'.repeat(40)}`, 'hex');

function openTheme() {
  const folder = createTemporaryFolder('theme');
  const logged: string[] = [];
  const ports = {
    clock: systemClock,
    log: (...line: readonly unknown[]) => void logged.push(JSON.stringify(line)),
    secrets: { apiKey: async () => null, webhookSecrets: async () => [], deskToken: async () => '' },
  };
  const store = createStore(emptyShow, async () => undefined, ports);
  const overlay = settingsSchema.parse({}).overlay;
  const theme = createTheme(overlay, { store, ports });
  return { folder, logged, store, overlay, theme, problems: () => store.state().problems };
}

test('a logo or font that can’t be used is a problem with the file, why, and what to do', async () => {
  const { folder, theme, overlay, problems, logged } = openTheme();
  await writeFile(join(folder, 'text.png'), '<script>alert(1)</script>');
  theme.configure({ ...overlay, logoFile: join(folder, 'text.png'), fontFile: join(folder, 'none.woff2') });
  await waitUntil('both problems', () => problems().length === 2);
  expect(problems()).toMatchObject([
    {
      ...{ code: 'OVERLAY_FILE_UNUSABLE', about: 'overlay.logoFile', severity: 'warning' },
      message: expect.stringMatching(/^The logo file of the overlays .*: it is not a PNG, JPEG or WebP file\. /),
      nextStep: expect.stringContaining(join(folder, 'text.png')),
    },
    {
      ...{ code: 'OVERLAY_FILE_UNUSABLE', about: 'overlay.fontFile' },
      message: expect.stringMatching(/^The font file of the overlays .*: it does not exist\. /),
      nextStep: expect.stringContaining(join(folder, 'none.woff2')),
    },
  ]);
  expect(logged).toHaveLength(2);
  await theme.check();
  expect(logged).toHaveLength(2);
  theme.configure(overlay);
  await waitUntil('no problem is left', () => problems().length === 0);
});

test('a file that disappears and comes back is noticed, and overlays get a new address for it', async () => {
  const { folder, theme, overlay, problems } = openTheme();
  const logoFile = join(folder, 'logo.png');
  await writeFile(logoFile, png);
  theme.configure({ ...overlay, logoFile });
  await theme.check();
  const address = (): string => {
    const sent: string[] = [];
    const response = { writeHead: () => response, end: (bytes: Buffer) => void sent.push(String(bytes)) };
    theme.serve(response as never, 'theme.json');
    return JSON.parse(sent.join('')).logo;
  };
  const first = address();
  expect(problems()).toEqual([]);
  await rm(logoFile);
  // The overlays request the appearance every ten seconds.
  address();
  await waitUntil('it is missed', () => problems().length === 1);
  expect(address()).toBe(first);
  await writeFile(logoFile, png);
  address();
  await waitUntil('it is back', () => problems().length === 0);
  expect(address()).not.toBe(first);
});

test('the label has no characters that are unsafe to draw', () => {
  const { theme, overlay } = openTheme();
  theme.configure({ ...overlay, label: 'Har\u202ebour\u0001' });
  const sent: string[] = [];
  const response = { writeHead: () => response, end: (bytes: Buffer) => void sent.push(String(bytes)) };
  theme.serve(response as never, 'theme.json');
  expect(JSON.parse(String(sent[0])).label).toBe('Harbour');
});
