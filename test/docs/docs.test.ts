/** Checks every page of the documentation against the code: commands, flags, links, ports, addresses, settings, keys and examples. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { settingsOf } from '../../scripts/settingsPage.ts';
import { readSettings, settingsJsonSchema } from '../../src/engine/record/settings.ts';
import { rehearsalAddress } from '../../src/engine/rehearsalAddress.ts';
import { usage } from '../../src/headless/options.ts';
import { serviceUsage } from '../../src/headless/serviceOptions.ts';
import { actionInfo, actionNames } from '../../src/renderer/keys/actions.ts';
import { type RunningEngine, start } from '../headless/process.ts';
import { startService } from '../service/runService.ts';
import {
  findAnchors,
  findApiPaths,
  findBlocks,
  findBoldKeys,
  findFeedPaths,
  findFlags,
  findLinks,
  findNpmScripts,
  findPorts,
  findSettingPaths,
  findVariables,
} from './pageNames.ts';

const root = resolve(import.meta.dirname, '../..');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

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
    const toolFlags = ['--seeds', '--quick'];
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
      (path) => findLinks(textOf(path)).map((target) => join(dirname(path), target.split('#')[0] ?? '')),
    );
    expect(globSync('docs/*.md', { cwd: root }).filter((path) => !linked.includes(path))).toEqual([]);
  });

  it('names only ports that Greenroom has', () => {
    const { settings } = readSettings({});
    const settingsPorts = [
      settings?.feedServer.port,
      settings?.source.push.port,
      settings?.desk.port,
      settings?.osc.port,
    ];
    const known = [...settingsPorts, rehearsalAddress.port, Number(/--port N\D+(\d+)/.exec(serviceUsage)?.[1])];
    expect(known).not.toContain(undefined);
    expect(findUnknown(findPorts, (port: number) => known.includes(port))).toEqual([]);
  });

  it('names only environment variables that the code reads', () => {
    const code = globSync('{src,test,scripts}/**/*.ts', { cwd: root }).map(textOf).join('\n');
    expect(findUnknown(findVariables, (name: string) => code.includes(name))).toEqual([]);
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

  it('names only keys that the desk has', () => {
    const caps = actionNames.map((name) => actionInfo[name].key.replace('Shift+', '⇧').toUpperCase());
    const deskPages = pages.filter(({ path }) => ['README.md', 'docs/operate.md'].includes(path));
    const names = deskPages.flatMap(({ text }) => findBoldKeys(text));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((key) => !caps.includes(key))).toEqual([]);
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
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-docs-'));
  let engine: RunningEngine;
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const ports = ['--feed-port', '0', '--control-port', '0'];
    engine = await start(['--demo', ...ports, '--data-dir', folder, '--log-level', 'error'], {});
    service = await startService({ fixtures: 'demo' });
  });
  afterAll(async () => {
    await engine.kill('SIGTERM');
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives only addresses that the feed serves', async () => {
    const paths = [...new Set(pages.flatMap(({ text }) => findFeedPaths(text)))];
    expect(paths.length).toBeGreaterThan(12);
    for (const path of paths) {
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

  it('has shell examples with curl that run', async () => {
    const run = promisify(execFile);
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasCurl) return console.log('skipped: the curl examples, because this machine has no curl');
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
  it('search spans, blocks, links and bold text', () => {
    const page =
      '# A Page, and more\n**H** Hold, **C C** clear, **⇧T** x, **Z Z restores**, **OBS**: [x](docs/none.md#lost) `npm run nothing` `--no-such-flag N` `source.nothing` on 7499\n' +
      '```sh\ncurl http://127.0.0.1:7411/feeds/main/lost.json\n```\n`GET /api/nothing`, GREENROOM_NOTHING';
    expect(findNpmScripts(page)).toEqual(['nothing']);
    expect(findFlags(page)).toEqual(['--no-such-flag']);
    expect(findLinks(page)).toEqual(['docs/none.md#lost']);
    expect(findAnchors(page)).toEqual(['a-page-and-more']);
    expect(findPorts(page)).toEqual([7499, 7411]);
    expect(findSettingPaths(page, ['source'])).toEqual(['source.nothing']);
    expect(findBoldKeys(page)).toEqual(['H', 'C', '⇧T']);
    expect(findFeedPaths(page)).toEqual(['/feeds/main/lost.json']);
    expect(findApiPaths(page)).toEqual([{ methods: ['GET'], path: '/api/nothing' }]);
    expect(findVariables(page)).toEqual(['GREENROOM_NOTHING']);
  });
});
