import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { readSettings, settingsJsonSchema } from '../../../src/engine/settings/settings.ts';
import { isHostAllowed } from '../../../src/http/hostGuard.ts';

const example = {
  source: {
    baseUrl: 'https://collections.example',
    mode: 'poll',
    poll: { intervalSeconds: 5, fullEverySeconds: 60 },
    push: {
      host: '0.0.0.0',
      port: 7412,
      path: '/webhooks/collections',
      allowedHosts: [],
      signing: 'body',
      toleranceSeconds: 300,
      reconcileSeconds: 60,
    },
  },
  feeds: [{ slug: 'main', collectionId: 'col_1' }],
  feedServer: {
    host: '127.0.0.1',
    port: 7411,
    readToken: null,
    allowedOrigins: [],
    allowedHosts: [],
    interfaces: [],
    allowWithoutToken: false,
  },
  desk: { host: '127.0.0.1', port: 7413 },
  media: { quotaMegabytes: 2048, allowHttp: false, allowPrivateHosts: [] },
  outputs: [],
};

describe('the configuration', () => {
  it('accepts the documented example unchanged', () => {
    expect(readSettings(example).settings).toMatchObject(example);
  });

  it('has a default for everything', () => {
    expect(readSettings({}).settings).toMatchObject({
      feeds: [{ slug: 'main' }],
      feedServer: { port: 7411 },
      history: { maxRevisions: 5000, maxMegabytes: 200 },
    });
  });

  it.each([
    [{ source: { mode: 'psychic' } }, '$.source.mode'],
    [{ source: { poll: { intervalSeconds: 0.5 } } }, '$.source.poll.intervalSeconds'],
    [{ source: { poll: { intervalSeconds: 3601 } } }, '$.source.poll.intervalSeconds'],
    [{ source: { baseUrl: 'ftp://x' } }, '$.source.baseUrl'],
    [{ source: { push: { signing: 'nothing' } } }, '$.source.push.signing'],
    [
      { source: { push: { allowedHosts: ['hooks.example', 'https://hooks.example'] } } },
      '$.source.push.allowedHosts[1]',
    ],
    [{ source: { push: { allowedHosts: ['*.example.org'] } } }, '$.source.push.allowedHosts[0]'],
    [{ source: { push: { allowedHosts: ['hooks.example/in'] } } }, '$.source.push.allowedHosts[0]'],
    [{ source: { push: { allowedHosts: [''] } } }, '$.source.push.allowedHosts[0]'],
    [{ source: { allowHttpHosts: ['http://graphics'] } }, '$.source.allowHttpHosts[0]'],
    [{ feeds: [{ slug: 'Main Feed', collectionId: 'x' }] }, '$.feeds[0].slug'],
    [
      {
        feeds: [
          { slug: 'a', collectionId: 'x' },
          { slug: 'a', collectionId: 'y' },
        ],
      },
      '$.feeds',
    ],
    [{ feeds: [] }, '$.feeds'],
    [{ feedServer: { port: 70000 } }, '$.feedServer.port'],
    [{ history: { maxRevisions: 0 } }, '$.history.maxRevisions'],
    [{ history: { maxMegabytes: 0 } }, '$.history.maxMegabytes'],
    [{ apiKey: 'x' }, '$.apiKey'],
    [null, '$'],
  ])('names the path of the fault in %j', (input, path) => {
    const { settings, faults } = readSettings(input);
    expect(settings).toBeNull();
    expect(faults?.map((fault) => fault.path)).toContain(path);
    for (const fault of faults ?? []) expect(fault.message).not.toBe('');
  });

  it.each([
    [{ source: { mode: 'psychic' } }, 'must be "poll", "push" or "hybrid"'],
    [{ source: { baseUrl: 'ftp://x' } }, 'must be an address that begins with http:// or https://'],
    [{ source: { baseUrl: 7 } }, 'must be a string'],
    [{ source: { poll: { intervalSeconds: 0.5 } } }, 'must be 1 or more'],
    [{ feedServer: { port: 1.5 } }, 'must be a whole number'],
    [{ apiKey: 'x' }, 'is unknown; remove it'],
    [{ source: { pol: {} } }, 'is unknown; use poll, or remove it'],
    [{ source: { intervalSeconds: 5 } }, 'is unknown; use $.source.poll.intervalSeconds, or remove it'],
    [{ feeds: [{ slug: 'main', colectionId: null }] }, 'is missing'],
    [{ feedServer: { hsot: '127.0.0.1' } }, 'is unknown; use host, or remove it'],
    [{ feedServer: { readToken: '' } }, 'must not be empty'],
    [{ feeds: [] }, 'must not be empty'],
    [{ $schema: 7 }, 'is unknown; remove it'],
    [[], 'must be an object'],
    [{ preflight: { showStarts: ['19:30', '25:99'] } }, 'must be a time such as 19:30, not “25:99”'],
    [{ preflight: { showStarts: ['x'.repeat(50)] } }, `not “${'x'.repeat(40)}”`],
  ])('names what is valid instead of %j', (input, words) => {
    expect(readSettings(input).faults?.[0]?.message).toContain(words);
  });

  it.each(['hooks.example', 'hooks.example:8443', 'Hooks_2', '10.0.0.5:80', 'fd00::5', '[fd00::5]:7412', 'x.example.'])(
    'accepts %s as an allowed host, and recognises it in a request',
    (host) => {
      expect(readSettings({ source: { push: { allowedHosts: [host] } } }).faults).toBeNull();
      const requested = host === 'fd00::5' ? '[fd00::5]' : host;
      expect(isHostAllowed(requested, [host])).toBe(true);
      expect(isHostAllowed(`${requested.replace(/:\d+$/, '')}:9`, [host])).toBe(true);
    },
  );

  it('lists each unknown name with its own path', () => {
    const { faults } = readSettings({
      secret: 'x',
      feeds: [{ slug: 'a', collectionId: null, colectionId: 'x', port: 1 }],
    });
    expect(faults).toEqual([
      { path: '$.feeds[0].colectionId', message: 'is unknown; use collectionId, or remove it' },
      { path: '$.feeds[0].port', message: 'is unknown; remove it' },
      { path: '$.secret', message: 'is unknown; remove it' },
    ]);
  });

  it('may name its schema for an editor', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const named = { $schema: './config.schema.json' };
    expect(ajv.compile(JSON.parse(JSON.stringify(settingsJsonSchema())))(named)).toBe(true);
    expect(readSettings(named)).toEqual(readSettings({}));
  });

  it('is published as the same JSON Schema that the code uses', () => {
    const published = JSON.parse(readFileSync('resources/config.schema.json', 'utf8'));
    expect(published).toEqual(settingsJsonSchema());
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(published);
    expect(isValid(example)).toBe(true);
    expect(isValid({ source: { mode: 'psychic' } })).toBe(false);
  });

  it('has a title, a description and a default for every setting', () => {
    const missing = (schema: SettingSchema, path: string): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, setting]) => [
        ...(setting.title && setting.description && 'default' in setting ? [] : [`${path}${name}`]),
        ...missing(setting, `${path}${name}.`),
      ]);
    expect(missing(settingsJsonSchema() as SettingSchema, '')).toEqual([]);
  });
});

type SettingSchema = {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
};
