import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepFlags, takeFlags } from '../../../src/start/desktop/updateFlags.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

const minuteMs = 60_000;
const flags = ['--config', 'show.json', '--data-dir=/shows/a b', '--no-sandbox', '--updated', '--feed-port', '7500'];
const absolute = [`--config=${resolve('show.json')}`, `--data-dir=${resolve('/shows/a b')}`, '--feed-port=7500'];

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTemporaryFolder('flags');
  file = join(folder, 'flags-after-update.json');
});

describe('the flags of an app that updates itself', () => {
  it('are those of the next start, once and with absolute paths', () => {
    keepFlags(folder, flags, 0);
    expect(takeFlags(folder, ['--updated'], minuteMs)).toEqual(absolute);
    expect(takeFlags(folder, ['--updated'], minuteMs)).toEqual([]);
  });

  it('are dropped by a start with flags of its own, and by a late one', () => {
    keepFlags(folder, flags, 0);
    expect(takeFlags(folder, ['--demo'], minuteMs)).toEqual([]);
    expect(existsSync(file)).toBe(false);
    keepFlags(folder, flags, 0);
    expect(takeFlags(folder, [], 16 * minuteMs)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it('leave nothing behind when there are none', () => {
    keepFlags(folder, flags, 0);
    keepFlags(folder, ['--no-sandbox'], 0);
    expect(existsSync(file)).toBe(false);
    expect(takeFlags(folder, [], 0)).toEqual([]);
  });

  it('are only Greenroom’s own, whatever is in the file', () => {
    writeFileSync(file, JSON.stringify({ at: 0, flags: ['--remote-debugging-port=1', '--demo'] }));
    expect(takeFlags(folder, [], 0)).toEqual(['--demo']);
    for (const text of ['', '{"at":0}', '[]']) {
      writeFileSync(file, text);
      expect(takeFlags(folder, [], 0)).toEqual([]);
    }
  });

  it('stop an update that could not keep them', () => {
    expect(() => keepFlags(join(folder, 'none'), flags, 0)).toThrow('ENOENT');
  });
});
