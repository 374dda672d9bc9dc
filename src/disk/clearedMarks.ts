/**
 * Marks names as cleared without needing space on the disk. For each name an empty mark is a file of one byte; it is set by cutting the byte
 * off. Marks belong to one numbered state file, so that those of an earlier one never count.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openShrinkingFile } from './shrinkingFile.ts';

export type ClearedMarks = {
  /** Creates the marks of a new state file, and deletes those of earlier ones. Never rejects. */
  readonly prepare: (number: number, names: readonly string[]) => Promise<void>;
  /** Sets marks of the state file. Rejects with the system's error, also if they were not prepared. */
  readonly set: (number: number, names: readonly string[]) => Promise<void>;
  /** Names with a mark of this state file. */
  readonly read: (number: number) => Promise<readonly string[]>;
};

/** Opens the marks in a directory. Names must be valid in a file name and have no full stop. */
export function openClearedMarks(directory: string): ClearedMarks {
  const prepared = new Set<string>();
  const fileNameOf = (number: number, name: string): string => `clear-${number}.${name}.mark`;
  const findMarks = async (): Promise<{ file: string; number: number; name: string }[]> =>
    (await readdir(directory)).flatMap((file) => {
      const [, number, name] = /^clear-(\d+)\.([^.]+)\.mark$/.exec(file) ?? [];
      return number === undefined || name === undefined ? [] : [{ file, number: Number(number), name }];
    });
  return {
    prepare: async (number, names) => {
      for (const name of names) {
        const file = fileNameOf(number, name);
        if (prepared.has(file)) continue;
        const mark = await openShrinkingFile(join(directory, file), 1);
        await mark.refill().then(
          () => prepared.add(file),
          () => undefined,
        );
      }
      for (const mark of await findMarks().catch(() => []))
        if (mark.number < number) await rm(join(directory, mark.file), { force: true }).catch(() => undefined);
    },
    set: async (number, names) => {
      for (const name of names)
        await (await openShrinkingFile(join(directory, fileNameOf(number, name)), 1)).shrinkTo(0);
    },
    read: async (number) => {
      const names: string[] = [];
      for (const mark of await findMarks()) {
        const isSet = mark.number === number && (await stat(join(directory, mark.file))).size === 0;
        if (isSet) names.push(mark.name);
      }
      return names;
    },
  };
}
