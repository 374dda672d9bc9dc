/**
 * Marks names as cleared without needing space on the disk. For each name an empty mark is a file of one byte; it is set by cutting the byte
 * off. Marks belong to one numbered state file, so that those of an earlier one never count.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openShrinkingFile, type ShrinkingFile } from './shrinkingFile.ts';

export type ClearedMarks = {
  /** Creates the marks of a new state file that are not set, and deletes those of earlier ones. Never rejects. */
  readonly prepare: (number: number, names: readonly string[]) => Promise<void>;
  /** Sets marks of the state file, also while they are being prepared. Rejects with the system's error. */
  readonly set: (number: number, names: readonly string[]) => Promise<void>;
  /** Names with a mark of this state file. */
  readonly read: (number: number) => Promise<readonly string[]>;
};

/** Opens the marks in a directory. Names must be valid in a file name and have no full stop. */
export function openClearedMarks(directory: string): ClearedMarks {
  const prepared = new Set<string>();
  const set = new Set<string>();
  /** One for each file, because it keeps the order of a preparation and a set. */
  const opened = new Map<string, Promise<ShrinkingFile>>();
  const open = (file: string): Promise<ShrinkingFile> => {
    const mark = opened.get(file) ?? openShrinkingFile(join(directory, file), 1);
    opened.set(file, mark);
    return mark;
  };
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
        const mark = await open(file);
        if (set.has(file)) continue;
        await mark.refill().then(
          () => prepared.add(file),
          () => undefined,
        );
      }
      for (const mark of await findMarks().catch(() => []))
        if (mark.number < number) {
          opened.delete(mark.file);
          await rm(join(directory, mark.file), { force: true }).catch(() => undefined);
        }
    },
    set: async (number, names) => {
      const files = names.map((name) => fileNameOf(number, name));
      for (const file of files) set.add(file);
      // A disk that is slow for one must not delay the others.
      await Promise.all(
        files.map(async (file) => {
          const mark = await open(file);
          await (prepared.has(file) ? mark.shrinkTo(0) : mark.empty());
        }),
      );
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
