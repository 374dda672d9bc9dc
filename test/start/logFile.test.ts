import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLogFile } from '../../src/start/logFile.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const readCodes = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).code);

describe('the log file', () => {
  it('is renamed when it is large, while it is open, and loses no entry of the two files', () => {
    const path = join(createTemporaryFolder('log'), 'logs', 'greenroom.log');
    const { log } = openLogFile('info', path, 1000);
    const codes = Array.from({ length: 20 }, (_, index) => `ENTRY_${index}`);
    for (const code of codes) log('info', code, {});
    const kept = [...readCodes(`${path}.previous`), ...readCodes(path)];
    expect(kept.length).toBeGreaterThan(11);
    expect(kept).toEqual(codes.slice(-kept.length));
    expect(readFileSync(`${path}.previous`).length).toBeLessThan(1200);
  });

  it('continues under its name after another program renamed it', () => {
    const path = join(createTemporaryFolder('log'), 'greenroom.log');
    const { log, reopen } = openLogFile('info', path);
    log('info', 'BEFORE', {});
    renameSync(path, `${path}.1`);
    reopen();
    log('info', 'AFTER', {});
    expect([readCodes(`${path}.1`), readCodes(path)]).toEqual([['BEFORE'], ['AFTER']]);
  });

  it('is renamed at the start if it is large already', () => {
    const path = join(createTemporaryFolder('log'), 'greenroom.log');
    const first = openLogFile('info', path);
    for (let entry = 0; entry < 5; entry += 1) first.log('info', 'OLD', { text: 'x'.repeat(100) });
    openLogFile('info', path, 100).log('info', 'NEW', {});
    expect([existsSync(`${path}.previous`), readCodes(path)]).toEqual([true, ['NEW']]);
  });
});
