import { describe, expect, it } from 'vitest';
import type { QueryResult } from '../../../src/contract/queries.ts';
import { createOpenExports, type OpenExports } from '../../../src/engine/desk/openExports.ts';
import { createFakeClock } from '../../fakeClock.ts';

const piece = 'x'.repeat(100_000);

/** An export of `pieces` pieces, and how many were read. */
function start(pieces: number) {
  const clock = createFakeClock();
  const stopped: AbortSignal[] = [];
  let read = 0;
  const beginExport: Parameters<OpenExports['begin']>[0] = (signal) => {
    stopped.push(signal);
    const parts = async function* (): AsyncGenerator<string> {
      for (let index = 0; index < pieces; index += 1) {
        if (signal.aborted) return;
        read += 1;
        yield `${index}${piece}`;
      }
    };
    return { ok: true, parts: parts() };
  };
  return {
    clock,
    beginExport,
    exports: createOpenExports(clock),
    read: () => read,
    stopped: () => stopped.map(({ aborted }) => aborted),
  };
}

const asPart = (part: object): QueryResult<'asRunText'> => {
  if (!('text' in part)) throw new Error(JSON.stringify(part));
  return part as QueryResult<'asRunText'>;
};

describe('an export for a desk', () => {
  it('gives the whole file in parts, and reads no further than the desk', async () => {
    const { beginExport, exports, read } = start(23);
    let part = asPart(await exports.begin(beginExport));
    let text = part.text;
    let count = 1;
    for (; part.next !== null; count += 1) {
      expect(read()).toBe(5 * count);
      part = asPart(await exports.readNext(part.next));
      text += part.text;
    }
    expect(count).toBe(5);
    expect(text).toBe(Array.from({ length: 23 }, (_, index) => `${index}${piece}`).join(''));
  });

  it('gives a short file as one part', async () => {
    const { beginExport, exports } = start(1);
    expect(await exports.begin(beginExport)).toEqual({ text: `0${piece}`, next: null });
  });

  it('stops when the desk has not read for half a minute, and never looks complete', async () => {
    const { beginExport, clock, exports, stopped } = start(1000);
    const { next } = asPart(await exports.begin(beginExport));
    clock.advance(29_000);
    asPart(await exports.readNext(next ?? 0));
    clock.advance(29_000);
    expect(stopped()).toEqual([false]);
    clock.advance(2000);
    expect(stopped()).toEqual([true]);
    expect(await exports.readNext(next ?? 0)).toMatchObject({ ok: false, code: 'EXPORT_STOPPED' });
  });

  it('stops the oldest one when a fifth begins', async () => {
    const { beginExport, exports, stopped } = start(1000);
    const first = asPart(await exports.begin(beginExport));
    const reading = exports.readNext(first.next ?? 0);
    for (let count = 0; count < 4; count += 1) await exports.begin(beginExport);
    expect(stopped()).toEqual([true, false, false, false, false]);
    await reading;
    expect(await exports.readNext(first.next ?? 0)).toMatchObject({ ok: false, code: 'EXPORT_STOPPED' });
  });

  it('leaves no timer behind at its end', async () => {
    const { beginExport, clock, exports } = start(7);
    const { next } = asPart(await exports.begin(beginExport));
    expect(clock.timerCount()).toBe(1);
    expect(asPart(await exports.readNext(next ?? 0)).next).toBe(null);
    expect(clock.timerCount()).toBe(0);
  });
});
