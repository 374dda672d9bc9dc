/** All rows of the fault bench. */

import type { Row } from './row.ts';
import { answerRows } from './rows/answers.ts';
import { cacheRows } from './rows/caches.ts';
import { clockRows } from './rows/clock.ts';
import { crowdRows } from './rows/crowd.ts';
import { diskRows } from './rows/disk.ts';
import { interfaceRows } from './rows/interfaces.ts';
import { machineRows } from './rows/machine.ts';
import { mediaRows } from './rows/media.ts';
import { nameRows } from './rows/names.ts';
import { networkRows } from './rows/network.ts';
import { packetRows } from './rows/packets.ts';
import { programRows } from './rows/programs.ts';
import { savePathRows } from './rows/savePath.ts';
import { webhookRows } from './rows/webhook.ts';

export const allRows: readonly Row[] = [
  ...networkRows,
  ...packetRows,
  ...nameRows,
  ...interfaceRows,
  ...clockRows,
  ...answerRows,
  ...webhookRows,
  ...machineRows,
  ...diskRows,
  ...savePathRows,
  ...mediaRows,
  ...programRows,
  ...crowdRows,
  ...cacheRows,
];
