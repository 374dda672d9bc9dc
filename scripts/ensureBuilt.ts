/** Builds the product when a source file has changed; two scripts that start together build once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, runNode, toolPath } from './runTool.ts';

const stampFile = join(root, 'out', 'built.json');
const lock = join(root, '.cache', 'building');
/** A build takes seconds, so an older lock was left by a build that was killed. */
const staleLockMs = 180_000;

/** Builds if a source, a configuration or a package file changed since the last build. Resolves with the exit code. */
export async function ensureBuilt(): Promise<number> {
  if (isUpToDate()) return 0;
  return withLock(async () => (isUpToDate() ? 0 : await build()));
}

/** Builds everything; output goes to stderr. Resolves with 0, or with the exit code of the first build that failed. */
export async function buildAll(): Promise<number> {
  return withLock(build);
}

async function build(): Promise<number> {
  const newest = findNewestInputMs();
  rmSync(stampFile, { force: true });
  let firstFailure = 0;
  for (const { name, file, args } of listBuilds()) {
    process.stderr.write(`Building ${name} …\n`);
    const code = await runNode(file, args, { output: 'stderr', environment: { NODE_ENV: 'production' } });
    if (code === 0) continue;
    // A signal ended it, so the others are not wanted either.
    if (code > 128) return code;
    process.stderr.write(`The build of ${name} failed; its output is above.\n`);
    if (firstFailure === 0) firstFailure = code;
  }
  if (firstFailure !== 0) return firstFailure;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ newest }));
  return 0;
}

type Build = { readonly name: string; readonly file: string; readonly args: readonly string[] };

function listBuilds(): readonly Build[] {
  const vite = toolPath('vite', 'bin/vite.js');
  const pages: readonly Build[] = ['kit', 'overlay', 'feedPage', 'authoring']
    .filter((page) => existsSync(join(root, `vite.${page}.config.ts`)))
    .map((page) => ({
      name: page === 'kit' ? 'the template kit' : `the ${page} page`,
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

function isUpToDate(): boolean {
  try {
    const stamp: unknown = JSON.parse(readFileSync(stampFile, 'utf8'));
    return typeof stamp === 'object' && stamp !== null && 'newest' in stamp && stamp.newest === findNewestInputMs();
  } catch {
    return false;
  }
}

/** Returns the latest modification time of any build input, in epoch milliseconds. A folder’s time changes when a file is added or removed. */
function findNewestInputMs(): number {
  const configs = readdirSync(root).filter((name) => /\.config\.ts$|^package(-lock)?\.json$|^tsconfig/.test(name));
  return Math.max(findNewestMs(join(root, 'src')), ...configs.map((name) => statSync(join(root, name)).mtimeMs));
}

function findNewestMs(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((newest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(newest, entry.isDirectory() ? findNewestMs(path) : statSync(path).mtimeMs);
  }, statSync(folder).mtimeMs);
}

async function withLock(work: () => Promise<number>): Promise<number> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const startedMs = Date.now();
  while (!acquireLock()) {
    if (Date.now() - startedMs > staleLockMs) break;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function acquireLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > staleLockMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
