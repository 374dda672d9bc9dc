/** Creates temporary folders; all of them are removed when the test run ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder of the run for the processes of a test runner. */
const variable = 'GREENROOM_TEST_FOLDER';

/** A folder in another `parent`, such as a small disk, is removed with it. */
export function createTemporaryFolder(purpose: string, parent: string | null = null): string {
  if (process.env[variable] === undefined) process.once('exit', setup());
  return mkdtempSync(join(parent ?? process.env[variable] ?? tmpdir(), `${purpose}-`));
}

/** Creates the folder of a run; vitest calls it once, before its processes start. Returns the function that removes it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-test-'));
  process.env[variable] = folder;
  return () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // On Windows, a virus scanner or a program that still ends can hold a file. The tests have their results.
      process.stderr.write(`${folder} could not be removed: ${String(error)}\n`);
    }
  };
}
