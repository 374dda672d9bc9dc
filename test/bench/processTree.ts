/** Reads the CPU time of a process and of every process below it, such as a browser with its pages. */
import { readdirSync, readFileSync } from 'node:fs';

type Process = { readonly pid: number; readonly parent: number; readonly cpuMs: number };

function readProcess(pid: number): Process | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // User and system time in ticks of 10 ms.
    return { pid, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    // It has ended.
    return null;
  }
}

/** Milliseconds so far; `null` where the system does not report them. */
export function readTreeCpuMs(pid: number): number | null {
  if (readProcess(process.pid) === null) return null;
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  const sum = (root: number): number =>
    all
      .filter(({ pid: one, parent }) => one === root || parent === root)
      .reduce((total, one) => total + (one.pid === root ? one.cpuMs : sum(one.pid)), 0);
  return sum(pid);
}
