/** Reports damaged files of a log on the desk. */
import { type Phrase, say } from '../../core/language/say.ts';
import { describeProblem } from '../../core/problem.ts';
import type { ReportDamage } from '../../disk/segmentFiles.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

/** `used` says what Greenroom does with the file, `check` what the operator should check. */
export type DamageFacts = { readonly used: Phrase; readonly check: Phrase };

/** `folder` is the path in the data directory. `describe` gets the file’s path in it and its readable records; it may give the file another name. */
export function createDamageReport(
  folder: string,
  describe: (file: string, readable: readonly unknown[]) => DamageFacts & { readonly file?: Phrase },
  { store, ports }: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): ReportDamage {
  return (name, kept, readable) => {
    const file = `${folder}/${name}`;
    const at = new Date(ports.clock.now()).toISOString();
    if (kept === null) {
      ports.log('warn', 'DISK_LOG_REMOVED', { file });
      void store.apply({ type: 'problemRaised', problem: describeProblem('DISK_LOG_REMOVED', file, at, { file }) });
      return;
    }
    ports.log('warn', 'DISK_FILE_CORRUPT', { file, kept });
    const facts = {
      ...{ file, kept: () => say('{path} in the data directory', { path: `${folder}/${kept}` }) },
      air: () => say('On air is not affected.'),
      ...describe(file, readable),
    };
    void store.apply({ type: 'problemRaised', problem: describeProblem('DISK_FILE_CORRUPT', file, at, facts) });
  };
}

/** The facts of a log whose entries can be read without each other; `describeCheck` returns what the operator should check. */
export function lostEntriesOf(describeCheck: Phrase): () => DamageFacts {
  return () => ({
    used: () => say('Greenroom uses the entries that it could read. The others are lost.'),
    check: describeCheck,
  });
}
