/** Reports damaged files of a log on the desk. */
import { describeProblem } from '../../core/problem.ts';
import type { ReportDamage } from '../../disk/segmentFiles.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

/** `folder` is the path in the data directory, `check` what the operator should check. */
export function createDamageReport(
  folder: string,
  { used, check }: { readonly used: string; readonly check: string },
  { store, ports }: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): ReportDamage {
  return (name, kept) => {
    const file = `${folder}/${name}`;
    ports.log('warn', 'DISK_FILE_CORRUPT', { file, kept });
    const facts = { file, kept, used, air: 'On air is not affected.', check };
    const at = new Date(ports.clock.now()).toISOString();
    void store.apply({ type: 'problemRaised', problem: describeProblem('DISK_FILE_CORRUPT', file, at, facts) });
  };
}

/** The facts of a log whose entries can be read without each other. */
export function lostEntriesOf(log: string): { readonly used: string; readonly check: string } {
  return {
    used: 'Greenroom uses the entries that it could read. The others are lost.',
    check: `the ${log} for missing entries`,
  };
}
