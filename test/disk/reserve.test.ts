import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReserve, releaseStartupSpace } from '../../src/disk/reserve.ts';
import { missingNeedsSuffix } from '../faults/needs.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'greenroom-reserve-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = () => openReserve(directory, 'reserve');

const skipSuffix = missingNeedsSuffix(['strace']);

describe('the reserve', () => {
  it('returns the last record, and never grows its files', async () => {
    const first = await open();
    await first.makeRoom(40_000);
    for (let number = 0; number < 5; number += 1) await first.keep({ number, text: 'x'.repeat(30_000) });
    await first.close();
    for (const name of ['reserve-0', 'reserve-1']) expect((await stat(join(directory, name))).size).toBe(65_536);
    const second = await open();
    expect(second.lastRecord).toMatchObject({ number: 4 });
    await second.keep({ number: 5 });
    await second.close();
    expect((await open()).lastRecord).toEqual({ number: 5 });
  });

  it('rejects a record without reserved space, and keeps the one before', async () => {
    const reserve = await open();
    await expect(reserve.keep({ number: 1 })).rejects.toMatchObject({ code: 'ENOSPC' });
    await reserve.makeRoom(1000);
    await reserve.keep({ number: 2 });
    await expect(reserve.keep({ text: 'x'.repeat(40_000) })).rejects.toMatchObject({ code: 'ENOSPC' });
    await reserve.makeRoom(50_000);
    await reserve.close();
    expect((await open()).lastRecord).toEqual({ number: 2 });
  });

  it('returns the previous record after a crash damaged the last one anywhere', async () => {
    const reserve = await open();
    await reserve.makeRoom(1000);
    await reserve.keep({ number: 1, text: 'the first' });
    await reserve.keep({ number: 2, text: 'the second' });
    await reserve.close();
    // The first record is in the second file. A third record would overwrite that file.
    const path = join(directory, 'reserve-1');
    const whole = await readFile(path);
    const end = whole.indexOf(10);
    for (let cut = 0; cut < end; cut += 1) {
      const damaged = Buffer.from(whole);
      damaged.fill(0x7a, cut, cut + 1);
      await writeFile(path, damaged);
      expect((await open()).lastRecord).toEqual({ number: 2, text: 'the second' });
    }
    await writeFile(join(directory, 'reserve-0'), whole.subarray(0, 3));
    await writeFile(path, whole);
    expect((await open()).lastRecord).toEqual({ number: 1, text: 'the first' });
  });

  it('has no last record if its files contain none', async () => {
    for (const text of ['', '\n', 'nonsense\n', '0123456789abcdef {"number":1}\n']) {
      await writeFile(join(directory, 'reserve-0'), text);
      expect((await open()).lastRecord).toBeNull();
    }
  });

  it('releases the space for startup only once, until it is reserved again', async () => {
    const reserve = await open();
    await reserve.makeRoom(1000);
    expect(await readdir(directory)).toEqual(['reserve-0', 'reserve-1', 'reserve-start']);
    await reserve.close();
    expect(await releaseStartupSpace(directory, 'reserve')).toBe(true);
    expect(await releaseStartupSpace(directory, 'reserve')).toBe(false);
    const again = await open();
    await again.makeRoom(1000);
    await again.close();
    expect(await releaseStartupSpace(directory, 'reserve')).toBe(true);
  });

  it('reserves more space for startup as the records grow', async () => {
    const reserve = await open();
    await reserve.makeRoom(1_000_000);
    expect((await stat(join(directory, 'reserve-start'))).size).toBeGreaterThan(500_000);
    expect(reserve.hasRoom(1_000_000)).toBe(true);
    expect(reserve.hasRoom(2_000_000)).toBe(false);
    await releaseStartupSpace(directory, 'reserve');
    await reserve.close();
    expect((await open()).hasRoom(1000)).toBe(false);
  });

  it('quarantines a file without a record, reports it, and continues with the other', async () => {
    const path = join(directory, 'reserve-0');
    const damages = [() => writeFile(path, Buffer.alloc(65_536, 0xff)), () => mkdir(path), () => symlink(path, path)];
    for (const [index, damage] of damages.entries()) {
      const before = await open();
      await before.makeRoom(1000);
      await before.keep({ index: 'lost' });
      await before.keep({ index });
      await before.keep({ index });
      await before.close();
      await rm(path, { force: true });
      await damage();
      const reserve = await open();
      const kept = `reserve-0.corrupt${index === 0 ? '' : `.${index + 1}`}`;
      expect(reserve.faults).toMatchObject([{ file: 'reserve-0', kept }]);
      expect(reserve.lastRecord).toEqual({ index });
      await reserve.makeRoom(1000);
      await reserve.keep({ index: 'later' });
      await reserve.close();
      expect((await open()).faults).toEqual([]);
      expect((await open()).lastRecord).toEqual({ index: 'later' });
      expect(await readdir(directory)).toContain(kept);
    }
  });

  it('quarantines a directory in place of its startup file, and reserves new space', async () => {
    await mkdir(join(directory, 'reserve-start'));
    expect(await releaseStartupSpace(directory, 'reserve')).toBe(false);
    const reserve = await open();
    expect(reserve.faults).toMatchObject([{ file: 'reserve-start', kept: 'reserve-start.corrupt' }]);
    await reserve.makeRoom(1000);
    await reserve.close();
    expect(await releaseStartupSpace(directory, 'reserve')).toBe(true);
  });

  it.skipIf(skipSuffix !== '')(`has each record on disk before it resolves${skipSuffix}`, async () => {
    const module = new URL('../../src/disk/reserve.ts', import.meta.url).href;
    const script = `import { writeSync } from 'node:fs'; import { openReserve } from ${JSON.stringify(module)};
      const reserve = await openReserve(${JSON.stringify(directory)}, 'reserve');
      await reserve.makeRoom(1000);
      writeSync(1, 'begun');
      for (let number = 0; number < 3; number += 1) { await reserve.keep({ number }); writeSync(1, 'kept'); }`;
    const trace = join(directory, 'trace');
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
    spawnSync('strace', ['-f', '-o', trace, '-e', 'trace=write,pwrite64,fdatasync', ...node], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    const lines = (await readFile(trace, 'utf8')).split('\n');
    const calls = lines.flatMap((line) => /(?:pwrite64|fdatasync)(?=\()|"(?:begun|kept)"/.exec(line)?.[0] ?? []);
    const keeping = ['pwrite64', 'fdatasync', '"kept"'];
    expect(calls.slice(calls.indexOf('"begun"') + 1)).toEqual([...keeping, ...keeping, ...keeping]);
  });
});
