/** Ends this process when npm has ended. npm passes only some signals on, to a shell that may keep them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const checkEveryMs = 250;

type Process = { readonly parent: number; readonly command: string };

/** Sends SIGTERM to this process when npm or its shell is gone, or was gone already. Does nothing if npm did not start it, or on Windows. */
export function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = findNpm(parent);
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  check();

  function check(): void {
    if (npm !== 'gone' && process.ppid === parent && (npm === null || isRunning(npm))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }
}

/** The process of npm, which is the parent or, with a shell between, its parent; `null` if that can’t be known. */
function findNpm(parent: number): number | 'gone' | null {
  const { npm_lifecycle_script: script = '', npm_config_user_agent: agent = '' } = process.env;
  // A program that npm runs can start this script too: then npm is further up.
  if (!script.includes(basename(process.argv[1] ?? 'none'))) return null;
  const first = readProcess(parent);
  if (first === null) return null;
  const hasShell = first.command.includes(script);
  const id = hasShell ? first.parent : parent;
  const found = hasShell ? readProcess(id) : first;
  if (found === null) return null;
  // Only npm surely has its name in its command. After its end, another process is in its place.
  return found.command.includes('npm') || !agent.startsWith('npm/') ? id : 'gone';
}

function readProcess(id: number): Process | null {
  try {
    if (process.platform === 'linux') {
      // The name before the last bracket can have spaces.
      const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return { parent: Number(parent), command: readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(id)], { encoding: 'utf8' }).trim();
    return { parent: Number.parseInt(line, 10), command: line.replace(/^\d+\s+/, '') };
  } catch {
    return null;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
