import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOnAirHeartbeat } from '../../../src/engine/logs/onAirHeartbeat.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

let directory: string;
beforeEach(async () => {
  directory = createTemporaryFolder('mark');
});

const at = (second: number): string => new Date(Date.UTC(2026, 10, 20, 18, 0, second)).toISOString();

describe('the on-air heartbeat', () => {
  it('returns the last time written by the previous run, and its file does not grow', async () => {
    const path = join(directory, 'mark');
    for (const run of [0, 1]) {
      const heartbeat = await openOnAirHeartbeat(path, () => undefined);
      expect(heartbeat.previousAt).toBe(run === 0 ? null : at(9));
      for (let second = run * 10; second < run * 10 + 10; second += 1) await heartbeat.write(at(second));
      await heartbeat.close();
    }
    expect(await readFile(path, 'utf8')).toBe(at(19));
  });
});
