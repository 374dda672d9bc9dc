/** Lets the syncs of another process hang. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The environment of a Greenroom process whose syncs hang while there is a pipe at this path. */
export const hangingSyncs = (pipe: string) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(resolve(import.meta.dirname, 'hangSyncs.ts'))}`,
  GREENROOM_TEST_HANG: pipe,
});
