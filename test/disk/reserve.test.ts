import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveStartRoom, openReserve } from '../../src/disk/reserve.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'greenroom-reserve-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = () => openReserve(directory, 'reserve');

describe('the reserve', () => {
  it('gives back what was kept last, and no file grows while it is written over', async () => {
    const first = await open();
    await first.makeRoom(40_000);
    for (let number = 0; number < 5; number += 1) await first.keep({ number, text: 'x'.repeat(30_000) });
    await first.close();
    for (const name of ['reserve-0', 'reserve-1']) expect((await stat(join(directory, name))).size).toBe(65_536);
    const second = await open();
    expect(second.before).toMatchObject({ number: 4 });
    await second.keep({ number: 5 });
    await second.close();
    expect((await open()).before).toEqual({ number: 5 });
  });

  it('keeps nothing where there is no room, and what was kept before stays', async () => {
    const reserve = await open();
    await expect(reserve.keep({ number: 1 })).rejects.toMatchObject({ code: 'ENOSPC' });
    await reserve.makeRoom(1000);
    await reserve.keep({ number: 2 });
    await expect(reserve.keep({ text: 'x'.repeat(40_000) })).rejects.toMatchObject({ code: 'ENOSPC' });
    await reserve.makeRoom(50_000);
    await reserve.close();
    expect((await open()).before).toEqual({ number: 2 });
  });

  it('has the record before, wherever a crash cut the last one off', async () => {
    const reserve = await open();
    await reserve.makeRoom(1000);
    await reserve.keep({ number: 1, text: 'the first' });
    await reserve.keep({ number: 2, text: 'the second' });
    await reserve.close();
    // The first record went to the second file, so the second one is in the first file: what a third would be written over.
    const path = join(directory, 'reserve-1');
    const whole = await readFile(path);
    const end = whole.indexOf(10);
    for (let cut = 0; cut < end; cut += 1) {
      const torn = Buffer.from(whole);
      torn.fill(0x7a, cut, cut + 1);
      await writeFile(path, torn);
      expect((await open()).before).toEqual({ number: 2, text: 'the second' });
    }
    await writeFile(join(directory, 'reserve-0'), whole.subarray(0, 3));
    await writeFile(path, whole);
    expect((await open()).before).toEqual({ number: 1, text: 'the first' });
  });

  it('reads nothing from files that say nothing', async () => {
    for (const text of ['', '\n', 'nonsense\n', '0123456789abcdef {"number":1}\n']) {
      await writeFile(join(directory, 'reserve-0'), text);
      expect((await open()).before).toBeNull();
    }
  });

  it('gives the room for a start back once, and takes it again', async () => {
    const reserve = await open();
    await reserve.makeRoom(1000);
    expect(await readdir(directory)).toEqual(['reserve-0', 'reserve-1', 'reserve-start']);
    await reserve.close();
    expect(await giveStartRoom(directory, 'reserve')).toBe(true);
    expect(await giveStartRoom(directory, 'reserve')).toBe(false);
    const again = await open();
    await again.makeRoom(1000);
    await again.close();
    expect(await giveStartRoom(directory, 'reserve')).toBe(true);
  });
});
