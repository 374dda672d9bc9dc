import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from './runService.ts';

it('answers a request for a picture that can’t be read', async () => {
  const service = await startService({});
  const name = `${'ab'.repeat(32)}.jpg`;
  await mkdir(join(service.dataDir, 'media', name));
  try {
    const response = await fetch(`${service.baseUrl}/media/${name}`, { signal: AbortSignal.timeout(10_000) });
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'INTERNAL_ERROR']);
  } finally {
    await service.stop();
  }
});
