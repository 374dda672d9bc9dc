import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/ports.ts';
import { openSettingsFile, parseConfiguration, readConfiguration } from '../../../src/engine/settings/settingsFile.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const ports = { clock: systemClock };
let directory = '';
let path = '';

beforeEach(async () => {
  directory = createTemporaryFolder('settings');
  path = join(directory, 'settings.json');
});

function settingsOf(text: string) {
  const { settings } = parseConfiguration(text);
  if (settings === null) throw new Error('the settings should be valid');
  return settings;
}

describe('settings on disk', () => {
  it('are null when there is no file', async () => {
    expect((await openSettingsFile(path, ports)).saved).toBeNull();
  });

  it('are read as they were saved', async () => {
    const settings = settingsOf('{"source":{"mode":"push"},"feeds":[{"slug":"wall","collectionId":"c"}]}');
    const { save } = await openSettingsFile(path, ports);
    await save(settings);
    expect(await openSettingsFile(path, ports)).toMatchObject({ saved: settings, problems: [] });
  });

  it('that cannot be read are quarantined, and the previous version is used', async () => {
    const { save } = await openSettingsFile(path, ports);
    await save(settingsOf('{"source":{"mode":"push"}}'));
    await save(settingsOf('{"source":{"mode":"hybrid"}}'));
    await writeFile(path, '{"source":');
    const { saved, problems } = await openSettingsFile(path, ports);
    expect(saved?.source.mode).toBe('push');
    expect(problems.map(({ code }) => code)).toEqual(['DISK_FILE_CORRUPT']);
    expect(await readFile(`${path}.corrupt`, 'utf8')).toBe('{"source":');
  });

  it('of a newer Greenroom are not changed', async () => {
    await writeFile(path, '{"version":99,"hologram":true}');
    const { saved, problems, save } = await openSettingsFile(path, ports);
    expect(saved).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(['DISK_FILE_NEWER']);
    await expect(save(settingsOf('{}'))).rejects.toThrow('newer');
    expect(await readFile(path, 'utf8')).toBe('{"version":99,"hologram":true}');
  });

  it('of version 1 are read by this version', async () => {
    const fixture = join(import.meta.dirname, '../../fixtures/record/settings-v1.json');
    expect((await readConfiguration(fixture)).settings).toMatchObject({
      source: { mode: 'hybrid', baseUrl: 'https://collections.example' },
      feeds: [
        { slug: 'main', collectionId: 'col_1' },
        { slug: 'wall', collectionId: null },
      ],
    });
  });
});

describe('a configuration that a person wrote', () => {
  it('is never changed, and each fault names its path', async () => {
    await writeFile(path, '{"source":{"mode":"pull","poll":{"intervalSeconds":0}},"feeds":[{"slug":"A B"}]}');
    const { faults } = await readConfiguration(path);
    expect(faults?.map((fault) => fault.path).toSorted()).toEqual([
      '$.feeds[0].collectionId',
      '$.feeds[0].slug',
      '$.source.mode',
      '$.source.poll.intervalSeconds',
    ]);
    expect(await readdir(directory)).toEqual(['settings.json']);
  });

  it('that is missing or not JSON has one fault', async () => {
    expect((await readConfiguration(path)).faults).toEqual([
      { path: '', message: 'does not exist. Name an existing file, or create it with {} for the defaults.' },
    ]);
    expect(parseConfiguration('{').faults?.map((fault) => fault.path)).toEqual(['']);
  });

  it('may begin with a byte order mark', () => {
    expect(parseConfiguration('\uFEFF{}').faults).toBeNull();
  });

  it.each(['a-key-of-theirs', '{"apiKey": a-key-of-theirs}', '{"feeds": [],}', '{\n'])(
    'that is not JSON (%j) is refused without quoting its text, which may be a key',
    (text) => {
      const message = 'is not valid JSON. Check it for a missing or extra comma, quotation mark or bracket.';
      expect(parseConfiguration(text).faults).toEqual([{ path: '', message }]);
    },
  );

  it.each(['', ' \n', '\uFEFF'])('that is empty (%j) is refused with the smallest valid content', (text) => {
    const faults = [{ path: '', message: 'is empty. Write {} for the defaults.' }];
    expect(parseConfiguration(text).faults).toEqual(faults);
  });

  it('is refused if the address, which is shown, has a user name, a password, a query or a fragment', () => {
    for (const rest of ['x:y@service.example', 'service.example/?key=x', 'service.example/#x'])
      expect(parseConfiguration(JSON.stringify({ source: { baseUrl: `https://${rest}` } })).faults).toHaveLength(1);
    expect(parseConfiguration('{"source":{"baseUrl":"https://service.example/api"}}').faults).toBeNull();
  });
});
