/** What this machine has of what the rows need. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const cache = new Map<string, boolean>();

/** A program of that name, or one of the things that are told from it by name below. */
export function isAvailable(need: string): boolean {
  const cached = cache.get(need);
  if (cached !== undefined) return cached;
  const found = detect(need);
  cache.set(need, found);
  return found;
}

/** Where Debian keeps libfaketime; null where it is not installed. */
export function fakeTimeLibrary(): string | null {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'];
  return folders.map((folder) => `${folder}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path)) ?? null;
}

/** The folder of the desk as it was built. */
export const builtDesk = resolve(import.meta.dirname, '..', '..', 'out', 'renderer');

/** Why something that needs all of those cannot run here, or null where it can. */
export function missingNeeds(needs: readonly string[]): string | null {
  const missing = needs.filter((need) => !isAvailable(need));
  return missing.length === 0 ? null : `this machine has no ${missing.join(', ')}`;
}

/** The same at the end of a test's name, where the closing list of a run finds it; nothing where it can run. */
export function lackInName(needs: readonly string[]): string {
  const missing = missingNeeds(needs);
  return missing === null ? '' : ` (${missing})`;
}

/** Whether it is really so: a program that is installed may not be allowed what it is for, as in a container. */
function detect(need: string): boolean {
  switch (need) {
    case 'root':
      return process.getuid?.() === 0;
    case 'mounts':
      return succeedsInFolder('mount -t tmpfs -o size=64k tmpfs "$0" && umount "$0"', []);
    case 'loop mounts':
      return succeedsInFolder(
        'truncate -s 1M "$0/image" && mkfs.ext4 -q -F "$0/image" && mkdir "$0/disk" && mount -o loop "$0/image" "$0/disk" && umount "$0/disk"',
        sbin,
      );
    case 'strace':
      return shellSucceeds('sleep 2 & exec strace -o /dev/null -e trace=fsync -e inject=fsync:retval=0 -p $!', [], []);
    case 'network namespaces':
      return shellSucceeds(networkScript, [`gr-probe-${process.pid}`], sbin);
    case 'mount namespaces':
      return succeeds('unshare', ['-m', 'mount', '--bind', '/etc/hosts', '/etc/hosts'], sbin);
    case 'nft':
      return succeeds('unshare', ['-n', 'nft', 'add', 'table', 'ip', 'probe'], sbin);
    case 'tc':
      return succeeds(
        'unshare',
        ['-n', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', ...'tbf rate 1mbit burst 16kb latency 1s'.split(' ')],
        sbin,
      );
    case 'libfaketime':
      return fakeTimeLibrary() !== null;
    case 'built desk (npm run build)':
      return existsSync(builtDesk);
    default:
      return shellSucceeds('command -v "$0"', [need], sbin);
  }
}

/** All that the rows do with one: make it, lay a cable, let packets pass, and go into one that has no name. */
const networkScript = `ip netns add "$0" || exit 1
ip netns exec "$0" sh -c 'ip link add gr0 type veth && ip link set lo up && echo 1 > /proc/sys/net/ipv4/ip_forward' &&
  unshare -n ip link set lo up
code=$?
ip netns del "$0"
exit $code`;

/** Where some systems keep what only root runs. */
const sbin: readonly string[] = ['/usr/sbin', '/sbin'];

/** Runs it with a new folder as \`$0\`. */
function succeedsInFolder(script: string, folders: readonly string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-probe-'));
  try {
    return shellSucceeds(script, [folder], folders);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shellSucceeds(script: string, args: readonly string[], folders: readonly string[]): boolean {
  return succeeds('sh', ['-c', script, ...args], folders);
}

function succeeds(command: string, args: readonly string[], folders: readonly string[]): boolean {
  const path = [process.env['PATH'] ?? '', ...folders].filter((folder) => folder !== '').join(':');
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 20_000, env: { PATH: path } });
    return true;
  } catch {
    return false;
  }
}
