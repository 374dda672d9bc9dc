/** What this machine has of what the rows need. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const known = new Map<string, boolean>();

/** A program of that name, or one of the things that are told from it by name below. */
export function isThere(need: string): boolean {
  const before = known.get(need);
  if (before !== undefined) return before;
  const found = look(need);
  known.set(need, found);
  return found;
}

/** Where Debian keeps libfaketime; null where it is not installed. */
export function fakeTimeLibrary(): string | null {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'];
  return folders.map((folder) => `${folder}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path)) ?? null;
}

/** The folder of the desk as it was built. */
export const builtDesk = resolve(import.meta.dirname, '..', '..', 'out', 'renderer');

function look(need: string): boolean {
  switch (need) {
    case 'root':
      return process.getuid?.() === 0;
    case 'network namespaces':
      return can('unshare', ['-n', 'ip', 'link', 'add', 'gr0', 'type', 'veth']);
    case 'mount namespaces':
      return can('unshare', ['-m', 'mount', '--bind', '/etc/hosts', '/etc/hosts']);
    case 'libfaketime':
      return fakeTimeLibrary() !== null;
    case 'built desk (npm run build)':
      return existsSync(builtDesk);
    default:
      return can('sh', ['-c', `command -v ${need}`]);
  }
}

function can(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } });
    return true;
  } catch {
    return false;
  }
}
