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
const beat = (second: number) => ({ at: at(second), boot: { id: 'b'.repeat(36), uptimeMs: second * 1000.25 } });

describe('the on-air heartbeat', () => {
  it('returns the last time written by the previous run, and its file does not grow', async () => {
    const path = join(directory, 'mark');
    for (const run of [0, 1]) {
      const heartbeat = await openOnAirHeartbeat(path, () => undefined);
      expect(heartbeat.previous).toEqual(run === 0 ? null : beat(9));
      for (let second = run * 10; second < run * 10 + 10; second += 1) await heartbeat.write(beat(second));
      await heartbeat.close();
    }
    expect((await readFile(path)).length).toBe(192);
  });

  it('reads the file of an older version', async () => {
    const path = join(directory, 'mark');
    for (const content of [at(5), formatRecord(at(5))]) {
      await writeFile(path, content);
      const heartbeat = await openOnAirHeartbeat(path, () => undefined);
      expect(heartbeat.previous).toEqual({ at: at(5), boot: null });
      await heartbeat.write(beat(6));
      await heartbeat.close();
      const next = await openOnAirHeartbeat(path, () => undefined);
      expect(next.previous).toEqual(beat(6));
      await next.close();
    }
  });

  it('writes a new file when somebody removed it', async () => {
    const path = join(directory, 'mark');
    const heartbeat = await openOnAirHeartbeat(path, () => undefined);
    await heartbeat.write(beat(1));
    await rm(path);
    await heartbeat.write(beat(2));
    await heartbeat.close();
    const next = await openOnAirHeartbeat(path, () => undefined);
    expect(next.previous).toEqual(beat(2));
    await next.close();
  });

  it('never returns a time that was not written, whichever bit of its file is flipped', async () => {
    const path = join(directory, 'mark');
    const written = await openOnAirHeartbeat(path, () => undefined);
    await written.write(beat(5));
    await written.close();
    const bytes = await readFile(path);
    for (let index = 0; index < bytes.length - 1; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << (index % 8)), index);
      await writeFile(path, flipped);
      const damaged: string[] = [];
      const heartbeat = await openOnAirHeartbeat(path, (_, kept) => damaged.push(kept ?? ''));
      expect(heartbeat.previous).toBeNull();
      await heartbeat.close();
      expect(await readFile(join(directory, damaged[0] ?? ''))).toEqual(flipped);
    }
  });
});
