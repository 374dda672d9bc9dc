import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatRecord } from '../../../src/disk/recordBytes.ts';
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
    expect(await readFile(path, 'utf8')).toBe(formatRecord(at(19)));
  });

  it('reads the file of an older version', async () => {
    const path = join(directory, 'mark');
    await writeFile(path, at(5));
    const heartbeat = await openOnAirHeartbeat(path, () => undefined);
    expect(heartbeat.previousAt).toBe(at(5));
    await heartbeat.write(at(6));
    await heartbeat.close();
    const next = await openOnAirHeartbeat(path, () => undefined);
    expect(next.previousAt).toBe(at(6));
    await next.close();
  });

  it('writes a new file when somebody removed it', async () => {
    const path = join(directory, 'mark');
    const heartbeat = await openOnAirHeartbeat(path, () => undefined);
    await heartbeat.write(at(1));
    await rm(path);
    await heartbeat.write(at(2));
    await heartbeat.close();
    const next = await openOnAirHeartbeat(path, () => undefined);
    expect(next.previousAt).toBe(at(2));
    await next.close();
  });

  it('never returns a time that was not written, whichever bit of its file is flipped', async () => {
    const path = join(directory, 'mark');
    const bytes = Buffer.from(formatRecord(at(5)));
    for (let index = 0; index < bytes.length - 1; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << (index % 8)), index);
      await writeFile(path, flipped);
      const damaged: string[] = [];
      const heartbeat = await openOnAirHeartbeat(path, (_, kept) => damaged.push(kept ?? ''));
      expect(heartbeat.previousAt).toBeNull();
      await heartbeat.close();
      expect(await readFile(join(directory, damaged[0] ?? ''))).toEqual(flipped);
    }
  });
});
