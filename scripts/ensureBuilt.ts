/** Builds the product when a source has changed; two scripts that start together build once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, runNode, toolPath } from './runTool.ts';

const stampFile = join(root, 'out', 'built.json');
const lock = join(root, '.cache', 'building');
/** A build takes seconds; an older lock belongs to a build that was killed. */
const staleLockMs = 180_000;

/** Builds if a source, a configuration or the lock file changed since the last build. Resolves with the exit code. */
export async function ensureBuilt(): Promise<number> {
  if (isFresh()) return 0;
  return whileLocked(async () => (isFresh() ? 0 : await build()));
}

/** Builds everything; output goes to stderr. Resolves with the exit code of the first build that failed. */
export async function buildAll(): Promise<number> {
  return whileLocked(build);
}

async function build(): Promise<number> {
  const newest = newestSource();
  rmSync(stampFile, { force: true });
  let firstFailure = 0;
  for (const { name, file, args } of builds()) {
    process.stderr.write(`Building ${name} …\n`);
    const code = await runNode(file, args, { output: 'errorOnly', environment: { NODE_ENV: 'production' } });
    if (code === 0) continue;
    process.stderr.write(`The build of ${name} failed; its output is above.\n`);
    if (firstFailure === 0) firstFailure = code;
  }
  if (firstFailure !== 0) return firstFailure;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ newest }));
  return 0;
}

type Build = { readonly name: string; readonly file: string; readonly args: readonly string[] };

function builds(): readonly Build[] {
  const vite = toolPath('vite', 'bin/vite.js');
  const pages: readonly Build[] = ['overlay', 'authoring']
    .filter((page) => existsSync(join(root, `vite.${page}.config.ts`)))
    .map((page) => ({
      name: `the ${page} page`,
      file: vite,
      args: ['build', '--logLevel', 'warn', '--config', `vite.${page}.config.ts`],
    }));
  return [
    {
      name: 'engine and desk',
      file: toolPath('electron-vite', 'bin/electron-vite.js'),
      args: ['build', '--logLevel', 'warn'],
    },
    ...pages,
  ];
}

function isFresh(): boolean {
  try {
    const stamp: unknown = JSON.parse(readFileSync(stampFile, 'utf8'));
    return typeof stamp === 'object' && stamp !== null && 'newest' in stamp && stamp.newest === newestSource();
  } catch {
    return false;
  }
}

/** Newest modification of any input of the build, in epoch milliseconds. A folder’s own time changes when a file is added or removed. */
function newestSource(): number {
  const configs = readdirSync(root).filter((name) => /\.config\.ts$|^package(-lock)?\.json$|^tsconfig/.test(name));
  return Math.max(newestUnder(join(root, 'src')), ...configs.map((name) => statSync(join(root, name)).mtimeMs));
}

function newestUnder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((newest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(newest, entry.isDirectory() ? newestUnder(path) : statSync(path).mtimeMs);
  }, statSync(folder).mtimeMs);
}

async function whileLocked(work: () => Promise<number>): Promise<number> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const startedAt = Date.now();
  while (!takeLock()) {
    if (Date.now() - startedAt > staleLockMs) break;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleLockMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
