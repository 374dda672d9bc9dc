/** All rows of the fault bench. */

import type { Row } from './row.ts';
import { answerRows } from './rows/answers.ts';
import { cacheRows } from './rows/caches.ts';
import { diskRows } from './rows/disk.ts';
import { machineRows } from './rows/machine.ts';
import { networkRows } from './rows/network.ts';
import { savePathRows } from './rows/savePath.ts';
import { webhookRows } from './rows/webhook.ts';

export const allRows: readonly Row[] = [
  ...networkRows,
  ...answerRows,
  ...webhookRows,
  ...machineRows,
  ...diskRows,
  ...savePathRows,
  ...cacheRows,
];
