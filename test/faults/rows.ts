/** All rows of the fault table, in order. */
import type { Row } from './row.ts';
import { accessRows } from './rows/access.ts';
import { cacheRows } from './rows/caches.ts';
import { clockRows } from './rows/clock.ts';
import { damageRows } from './rows/damage.ts';
import { diskRows } from './rows/disk.ts';
import { dnsRows } from './rows/dns.ts';
import { hungDiskRows } from './rows/hungDisk.ts';
import { interfaceRows } from './rows/interfaces.ts';
import { loadRows } from './rows/load.ts';
import { machineRows } from './rows/machine.ts';
import { mediaRows } from './rows/media.ts';
import { networkRows } from './rows/network.ts';
import { packetRows } from './rows/packets.ts';
import { processRows } from './rows/processes.ts';
import { responseRows } from './rows/responses.ts';
import { savePathRows } from './rows/savePath.ts';
import { webhookRows } from './rows/webhook.ts';

export const allRows: readonly Row[] = [
  ...networkRows,
  ...packetRows,
  ...dnsRows,
  ...interfaceRows,
  ...clockRows,
  ...responseRows,
  ...webhookRows,
  ...machineRows,
  ...diskRows,
  ...damageRows,
  ...hungDiskRows,
  ...savePathRows,
  ...mediaRows,
  ...processRows,
  ...loadRows,
  ...cacheRows,
  ...accessRows,
];
