/** Checks whether this machine has the programs and privileges that a row needs; without them the row is skipped. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const cache = new Map<string, boolean>();

/** `need` is a program or a case of `checkNeed`. Results are cached. */
export function isAvailable(need: string): boolean {
  const cached = cache.get(need);
  if (cached !== undefined) return cached;
  const isFound = checkNeed(need);
  cache.set(need, isFound);
  return isFound;
}

/** Returns the path of libfaketime on Debian, or `null` when it is not installed. */
export function findFakeTimeLibrary(): string | null {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'];
  return folders.map((folder) => `${folder}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path)) ?? null;
}

/** The desk's build output. */
export const builtDeskDir = resolve(import.meta.dirname, '..', '..', 'out', 'renderer');

/** Returns a sentence naming the missing needs, or `null` when all are available. */
export function describeMissingNeeds(needs: readonly string[]): string | null {
  const missing = needs.filter((need) => !isAvailable(need));
  return missing.length === 0 ? null : `not available on this machine: ${missing.join(', ')}`;
}

/** Returns the missing needs as a suffix for a test's name, to show in the summary why it was skipped; empty if none. */
export function missingNeedsSuffix(needs: readonly string[]): string {
  const missing = describeMissingNeeds(needs);
  return missing === null ? '' : ` (${missing})`;
}

/** Tries each need, because a container may prevent an installed program from working. */
function checkNeed(need: string): boolean {
  switch (need) {
    case 'SIGSTOP':
      return process.platform !== 'win32';
    case '/proc':
      return existsSync('/proc/self/status');
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
      return findFakeTimeLibrary() !== null;
    case 'built desk (npm run build)':
      return existsSync(builtDeskDir);
    default:
      return shellSucceeds('command -v "$0"', [need], sbin);
  }
}

/** Creates a namespace, adds a veth pair, enables forwarding, and enters an unnamed namespace, as the rows do. */
const networkScript = `ip netns add "$0" || exit 1
ip netns exec "$0" sh -c 'ip link add gr0 type veth && ip link set lo up && echo 1 > /proc/sys/net/ipv4/ip_forward' &&
  unshare -n ip link set lo up
code=$?
ip netns del "$0"
exit $code`;

/** Some systems keep root's programs outside PATH. */
const sbin: readonly string[] = ['/usr/sbin', '/sbin'];

/** Runs the script with a new folder as `$0`. */
function succeedsInFolder(script: string, folders: readonly string[]): boolean {
  const folder = createTemporaryFolder('probe');
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
