/** Checks every page of the documentation against the code: commands, flags, links, ports, addresses, settings, keys and examples. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { dirname, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { settingsOf } from '../../scripts/settingsPage.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import { commandOf } from '../../src/engine/osc/osc.ts';
import { rehearsalAddress } from '../../src/engine/rehearsalAddress.ts';
import { readSettings, settingsJsonSchema } from '../../src/engine/settings/settings.ts';
import { serviceUsage } from '../../src/headless/serviceOptions.ts';
import { actionInfo, actionNames, fixedKeys } from '../../src/renderer/model/actions.ts';
import { usage } from '../../src/start/options.ts';
import { type RunningEngine, start } from '../headless/process.ts';
import { listFiles } from '../listFiles.ts';
import { startService } from '../service/runService.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import {
  findAnchors,
  findApiPaths,
  findBlocks,
  findBoldKeys,
  findCapitalCodes,
  findExitCodes,
  findFeedPaths,
  findFileNames,
  findFilePaths,
  findFlags,
  findHeaders,
  findKeyActions,
  findLinks,
  findNpmScripts,
  findNpxCommands,
  findOscMessages,
  findPorts,
  findServicePaths,
  findSettingPaths,
  findStatuses,
  findVariables,
} from './pageNames.ts';

const root = resolve(import.meta.dirname, '../..');
const pages = [...listFiles('*.md'), ...listFiles('docs/**/*.md')].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
/** All code except these tests, which deliberately name things that do not exist. */
const code = listFiles('{src,test,scripts}/**/*.{ts,tsx}')
  .filter((path) => !path.startsWith('test/docs'))
  .map(textOf)
  .join('\n');

/** Every port that Greenroom listens on by default. */
function listPorts(): readonly number[] {
  const { settings } = readSettings({});
  if (settings === null) throw new Error('the default settings are not valid');
  const { feedServer, source, desk, osc } = settings;
  const servicePort = Number(/--port N\D+(\d+)/.exec(serviceUsage)?.[1]);
  return [feedServer.port, source.push.port, desk.port, osc.port, rehearsalAddress.port, servicePort];
}

/** Returns each unknown name with the page it is on. */
const findUnknown = (
  findNames: (page: string) => readonly (string | number)[],
  isKnown: (name: never, path: string) => boolean,
) =>
  pages.flatMap(({ path, text }) =>
    findNames(text)
      .filter((name) => !isKnown(name as never, path))
      .map((name) => `${path}: ${name}`),
  );

describe('the documentation', () => {
  it('names only npm scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts);
    expect(findUnknown(findNpmScripts, (name: string) => scripts.includes(name))).toEqual([]);
  });

  it('names only flags that a command has, and every flag of both commands', () => {
    const commandFlags = [usage, serviceUsage].flatMap((text) => text.match(/--[a-z][a-z-]+/g) ?? []);
    /** Variables of the overlays’ styles look like flags. */
    const styles = readFileSync(join(root, 'src', 'overlay', 'stage.css'), 'utf8').match(/--[a-z][a-z-]+/g) ?? [];
    const toolFlags = [
      ...styles,
      ...['--check', '--ignore-missing', '--owner', '--permanent', '--add-port', '--reload', '--allow-downgrades'],
      ...['--seeds', '--quick', '--compressed', '--minutes', '--restart', '--name', '--rm', '--entrypoint'],
    ];
    expect(findUnknown(findFlags, (flag: string) => [...commandFlags, ...toolFlags].includes(flag))).toEqual([]);
    expect(
      (usage.match(/--[a-z][a-z-]+/g) ?? []).filter((flag) => !findFlags(textOf('docs/set-up.md')).includes(flag)),
    ).toEqual([]);
    expect(
      (serviceUsage.match(/--[a-z][a-z-]+/g) ?? []).filter(
        (flag) => !findFlags(textOf('docs/service.md')).includes(flag),
      ),
    ).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const isLinkTarget = (target: string, from: string): boolean => {
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? join(root, from) : join(root, dirname(from), file);
      if (!existsSync(path)) return false;
      return anchor === undefined || findAnchors(readFileSync(path, 'utf8')).includes(anchor);
    };
    expect(findUnknown(findLinks, isLinkTarget)).toEqual([]);
  });

  it('links to every page of docs from the README or from a page that the README links to', () => {
    const linked = ['README.md', ...findLinks(textOf('README.md')).filter((path) => path.endsWith('.md'))].flatMap(
      (path) => findLinks(textOf(path)).map((target) => posix.join(posix.dirname(path), target.split('#')[0] ?? '')),
    );
    expect(listFiles('docs/*.md').filter((path) => !linked.includes(path))).toEqual([]);
  });

  it('names only ports that Greenroom has', () => {
    const known = listPorts();
    const httpsPort = 443;
    const multicastDnsPort = 5353;
    expect(findUnknown(findPorts, (port: number) => [...known, multicastDnsPort, httpsPort].includes(port))).toEqual(
      [],
    );
  });

  it('has every port in the table of ports and in the table of the firewall', () => {
    const ports = listPorts();
    expect(ports.length).toBeGreaterThan(5);
    for (const page of ['docs/set-up.md', 'docs/installing.md'])
      expect(
        ports.filter((port) => !new RegExp(`^\\| ${port}\\b`, 'm').test(textOf(page))),
        page,
      ).toEqual([]);
  });

  it('has every environment variable that the product reads', () => {
    const product = listFiles('src/**/*.ts').map(textOf).join('\n');
    const variables = [...new Set(product.match(/\bGREENROOM_[A-Z_]+\b/g))];
    expect(variables.length).toBeGreaterThan(4);
    const documented = pages.flatMap(({ text }) => findVariables(text));
    expect(variables.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('names only environment variables that the code reads', () => {
    const reads = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
    expect(findUnknown(findVariables, reads)).toEqual([]);
  });

  it('names only files of the project and commands of its packages that exist', () => {
    const exists = (path: string): boolean => existsSync(join(root, path));
    expect(findUnknown(findFilePaths, exists)).toEqual([]);
    expect(findUnknown(findNpxCommands, (name: string) => exists(join('node_modules', '.bin', name)))).toEqual([]);
  });

  it('names only files and feed formats that the code knows', () => {
    const isKnown = (name: string): boolean =>
      Object.hasOwn(formats, name) || code.includes(name) || existsSync(join(root, name)) || name === 'greenroom.json';
    expect(findUnknown(findFileNames, isKnown)).toEqual([]);
  });

  it('names only codes, headers, HTTP statuses and exit codes that the code has', () => {
    const isCode = (name: string, page: string): boolean =>
      // The changelog also names what a code was called before.
      page === 'CHANGELOG.md' || new RegExp(`\\b${name}\\b`).test(code);
    expect(findUnknown(findCapitalCodes, isCode)).toEqual([]);
    expect(findUnknown(findHeaders, (name: string) => code.toLowerCase().includes(`'${name.toLowerCase()}'`))).toEqual(
      [],
    );
    expect(findUnknown(findStatuses, (status: string) => STATUS_CODES[status] !== undefined)).toEqual([]);
    for (const [page, text] of [
      ['docs/set-up.md', usage],
      ['docs/service.md', serviceUsage],
    ] as const) {
      const exitCodes = /Exit codes: (.*)/.exec(text)?.[1]?.match(/\b\d\b/g);
      expect(findExitCodes(textOf(page)), page).toEqual(exitCodes);
    }
  });

  it('names only OSC messages that are commands', () => {
    const isCommand = (text: string): boolean => {
      const [address = '', argument] = text.split(' ');
      return commandOf({ address, arguments: argument === undefined ? [] : [argument] }) !== null;
    };
    expect(findUnknown(findOscMessages, isCommand)).toEqual([]);
  });

  it('shows every picture of docs', () => {
    const shown = pages.flatMap(({ path, text }) =>
      findLinks(text).map((target) => posix.join(posix.dirname(path), target)),
    );
    expect(listFiles('docs/pictures/*.png').filter((path) => !shown.includes(path))).toEqual([]);
  });

  it('names only settings that exist, and the reference has every one with a name, a default and an effect', () => {
    const schema = settingsJsonSchema() as Parameters<typeof settingsOf>[0];
    const all = settingsOf(schema, '');
    const known = all.map(({ path }) => path);
    const groups = Object.keys(schema.properties ?? {});
    expect(
      findUnknown(
        (page) => findSettingPaths(page, groups),
        (path: string) => known.includes(path),
      ),
    ).toEqual([]);
    expect(all.filter(({ title, description }) => title === '' || description === '')).toEqual([]);
    const reference = textOf('docs/settings.md');
    expect(known.filter((path) => !reference.includes(`\`${path}\``))).toEqual([]);
  });

  it('names only keys that the desk has, with their actions', () => {
    const keyLabelOf = (name: (typeof actionNames)[number]) =>
      actionInfo[name].key.replace('Shift+', '⇧').toUpperCase();
    const fixed = Object.values(fixedKeys).flatMap((rows) => rows.flatMap(([keyLabels]) => keyLabels));
    const keyLabels = [...actionNames.map(keyLabelOf), ...fixed];
    const isDeskPage = ({ path }: { readonly path: string }) => path !== 'docs/produce.md';
    const names = pages.filter(isDeskPage).flatMap(({ text }) => findBoldKeys(text));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((key) => !keyLabels.includes(key))).toEqual([]);
    const wrong = pages.filter(isDeskPage).flatMap(({ path, text }) =>
      findKeyActions(text)
        .filter(({ key, action }) => {
          const name = actionNames.find((candidate) => keyLabelOf(candidate) === key);
          return name === undefined || !actionInfo[name].label.toLowerCase().startsWith(action.toLowerCase());
        })
        .map(({ key, action }) => `${path}: ${key} ${action}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names only keys that the service’s page has', () => {
    const pageCode = listFiles('src/authoring/**/*.{ts,tsx}').map(textOf).join('\n');
    const names: Readonly<Record<string, string>> = {
      '←': 'ArrowLeft',
      '→': 'ArrowRight',
      '↑': 'ArrowUp',
      '↓': 'ArrowDown',
    };
    const keys = findBoldKeys(textOf('docs/produce.md')).map((key) => key.split('+').at(-1) ?? '');
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter((key) => !pageCode.includes(`'${names[key] ?? key.toLowerCase()}'`))).toEqual([]);
  });

  it('shows only JSON that parses, and configurations that are valid', () => {
    for (const { path, text } of pages) {
      for (const block of findBlocks(text, 'json')) {
        const value: unknown = JSON.parse(block);
        if (typeof value === 'object' && value !== null && ('source' in value || 'feeds' in value))
          expect(readSettings(value).faults, path).toBeNull();
      }
    }
  });
});

describe('the documentation against a running Greenroom', () => {
  const folder = createTemporaryFolder('docs');
  let engine: RunningEngine;
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const ports = ['--feed-port', '0', '--control-port', '0'];
    engine = await start(['--demo', ...ports, '--data-dir', folder, '--log-level', 'error'], {});
    service = await startService({ fixtures: 'demo', hasFaultSwitches: true });
  });
  afterAll(async () => {
    await engine.kill('SIGTERM');
    await service.stop();
  });

  it('gives only addresses that the feed serves', async () => {
    const paths = [...new Set(pages.flatMap(({ text }) => findFeedPaths(text)))];
    expect(paths.length).toBeGreaterThan(12);
    for (const path of paths) {
      const template = /^\/overlay\/(\w+)(?![\w.])/.exec(path)?.[1];
      if (template !== undefined) {
        // Served from the built overlays, which this test does not need to build.
        expect(existsSync(join(root, 'src', 'overlay', `${template}.html`)), path).toBe(true);
        continue;
      }
      const url = `${engine.ready.feed}${path.replace('REV', '1').replace(/wait=\d+/, 'wait=1')}`;
      if (path.includes('/socket')) {
        const socket = new WebSocket(url.replace('http', 'ws'));
        await once(socket, 'message');
        socket.terminate();
        continue;
      }
      const abort = new AbortController();
      const response = await fetch(url, { signal: abort.signal });
      expect(response.status, path).toBe(200);
      abort.abort();
    }
  });

  it('gives only addresses and methods that the control API has', async () => {
    const { body } = await engine.request('GET', '/api/openapi.json');
    const known = new Map<string, readonly string[]>(
      Object.entries<object>(body.paths).map(([path, methods]) => [
        path.replace(/\{\w+\}/g, '{}'),
        Object.keys(methods),
      ]),
    );
    const faults = pages.flatMap(({ path: page, text }) =>
      findApiPaths(text).flatMap(({ methods, path }) => {
        const template = path.replace('/feeds/main', '/feeds/{slug}').replace(/\{\w+\}/g, '{}');
        const knownMethods = known.get(template) ?? [...known].find(([name]) => name.startsWith(`${template}/`))?.[1];
        const missing = methods.filter((method) => knownMethods?.includes(method.toLowerCase()) !== true);
        return knownMethods === undefined || missing.length > 0 ? [`${page}: ${methods.join(' ')} ${path}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('gives only addresses and methods that the built-in service has', async () => {
    const { paths } = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const known = new Map(
      Object.entries(paths).map(([path, methods]) => [path.replace(/\{\w+\}/g, '{}'), Object.keys(methods)]),
    );
    const documented = findServicePaths(textOf('docs/service.md'));
    expect(documented.length).toBeGreaterThan(20);
    const faults = documented.flatMap(({ methods, path }) => {
      const isWhole = /^\/(?:v1|authoring)\b/.test(path);
      const template = `${isWhole ? '' : '/authoring/v1/{}'}${path}`.replace(/\{\w+\}/g, '{}');
      const missing = methods.filter((method) => known.get(template)?.includes(method.toLowerCase()) !== true);
      return missing.length > 0 ? [`${missing.join(' ')} ${template}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('has shell examples with curl that run', async (context) => {
    if (process.platform === 'win32') context.skip('the shell examples are for macOS and Linux');
    const run = promisify(execFile);
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasCurl) context.skip('this machine has no curl');
    const examples = pages.flatMap(({ text }) => findBlocks(text, 'sh').filter((block) => block.includes('curl ')));
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples) {
      const command = example
        .replaceAll('http://127.0.0.1:7411', engine.ready.feed)
        .replaceAll('http://127.0.0.1:7413', engine.ready.desk)
        .replaceAll('http://127.0.0.1:7410', service.baseUrl)
        .replace(/curl /g, 'curl --silent --show-error --fail-with-body --max-time 20 ');
      const environment = { PATH: process.env['PATH'], GREENROOM_DESK_TOKEN: engine.ready.token };
      await expect(run('bash', ['-euc', command], { cwd: folder, env: environment }), example).resolves.toBeDefined();
    }
  });
});

describe('the functions that find names', () => {
  it('find a wrong one of each kind', () => {
    const page = [
      '# A Page, and more',
      '**H** Hold, **C C** clear, **⇧T** x, **Z Z restores**, **OBS**, **F12** Explode, **Ctrl K**: [x](docs/none.md#lost)',
      '`npm run nothing` `npx nothing` `--no-such-flag N` `source.nothing` on 7499, http://127.0.0.1:8411, port 9411',
      '```sh\ncurl http://127.0.0.1:7411/feeds/main/lost.json\nnode scripts/nothing.ts\n```',
      '`GET /api/nothing`, GREENROOM_NOTHING, `NO_SUCH_CODE`, X-Feed-Nothing, `lost.csv`, `src/nowhere/x.ts`',
      '| **H** | Clear |',
      '| 499 | nothing |',
      '`/greenroom/main/explode now` `GET POST /v1/lost`',
      '| exit code | meaning |\n|---|---|\n| 7 | nothing |',
    ].join('\n');
    expect(findNpmScripts(page)).toEqual(['nothing']);
    expect(findNpxCommands(page)).toEqual(['nothing']);
    expect(findFlags(page)).toEqual(['--no-such-flag']);
    expect(findLinks(page)).toEqual(['docs/none.md#lost']);
    expect(findAnchors(page)).toEqual(['a-page-and-more']);
    expect(findPorts(page)).toEqual([7499, 8411, 9411, 7411]);
    expect(findSettingPaths(page, ['source'])).toEqual(['source.nothing']);
    expect(findBoldKeys(page)).toEqual(['H', 'C', '⇧T', 'F12', 'Ctrl+K']);
    expect(findKeyActions(page)).toEqual([{ key: 'H', action: 'Clear' }]);
    expect(findFeedPaths(page)).toEqual(['/feeds/main/lost.json']);
    expect(findApiPaths(page)).toEqual([{ methods: ['GET'], path: '/api/nothing' }]);
    expect(findServicePaths(page)).toContainEqual({ methods: ['GET', 'POST'], path: '/v1/lost' });
    expect(findVariables(page)).toEqual(['GREENROOM_NOTHING']);
    expect(findCapitalCodes(page)).toEqual(['NO_SUCH_CODE']);
    expect(findHeaders(page)).toEqual(['X-Feed-Nothing']);
    expect(findFileNames(page)).toEqual(['lost.csv']);
    expect(findFilePaths(page)).toEqual(['src/nowhere/x.ts', 'scripts/nothing.ts']);
    expect(findStatuses(page)).toEqual(['499']);
    expect(findExitCodes(page)).toEqual(['7']);
    expect(findOscMessages(page)).toEqual(['/greenroom/main/explode now']);
  });
});
