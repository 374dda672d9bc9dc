import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nextTurn, runInBackground, runInOwnTurn } from '../../src/disk/turns.ts';

describe('long work', () => {
  it('gets a turn of the event loop for each piece, in order', async () => {
    let turn = 0;
    const turns: string[] = [];
    for (const name of ['a', 'b']) runInOwnTurn(() => turns.push(`${name}${turn}`));
    void nextTurn().then(() => turns.push(`c${turn}`));
    for (; turn < 6; turn += 1) await immediate();
    expect(turns.map((text) => text.slice(0, 1)).join('')).toBe('abc');
    expect(new Set(turns.map((text) => text.slice(1))).size).toBe(3);
    runInOwnTurn(() => turns.push('again'));
    await immediate();
    await immediate();
    expect(turns.at(-1)).toBe('again');
  });

  it('goes before background work, which still gets some turns', async () => {
    const done: string[] = [];
    for (let number = 0; number < 8; number += 1) {
      runInBackground(() => done.push('background'));
      runInOwnTurn(() => done.push('urgent'));
    }
    while (done.length < 16) await immediate();
    expect(done.slice(0, 4)).toContain('urgent');
    expect(done.indexOf('background')).toBeLessThan(done.lastIndexOf('urgent'));
    expect(done.slice(0, 8).filter((kind) => kind === 'urgent').length).toBeGreaterThan(4);
  });
});
