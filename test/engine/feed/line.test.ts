import { expect, it } from 'vitest';
import { createLine } from '../../../src/engine/feed/line.ts';

function start() {
  const sent: { bytes: string; flushed: (error?: Error | null) => void }[] = [];
  const flushed: number[] = [];
  let version = 1;
  let ended = 0;
  const line = createLine(
    {
      send: (bytes, done) => void sent.push({ bytes: String(bytes), flushed: done }),
      end: () => {
        ended += 1;
      },
    },
    () => {
      const mine = version;
      return { bytes: Buffer.from(`v${mine}`), flushed: () => void flushed.push(mine) };
    },
  );
  return {
    line,
    sent,
    flushed,
    ended: () => ended,
    change: () => {
      version += 1;
      line.push();
    },
  };
}

it('a slow client gets the newest state when it is ready, and none of those between', () => {
  const { line, sent, flushed, change } = start();
  line.push();
  for (let changes = 0; changes < 50; changes += 1) change();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['v1']);
  sent[0]?.flushed();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['v1', 'v51']);
  sent[1]?.flushed();
  expect(sent).toHaveLength(2);
  expect(flushed).toEqual([1, 51]);
});

it('small frames go only where nothing waits, and never hold a state back for good', () => {
  const { line, sent, change } = start();
  expect(line.tryAside(Buffer.from('beat'))).toBe(true);
  change();
  expect(line.tryAside(Buffer.from('beat'))).toBe(false);
  sent[0]?.flushed();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['beat', 'v2']);
});

it('a client that takes nothing for more beats than are allowed is let go, a slow one is not', () => {
  const { line, sent, ended, change } = start();
  line.push();
  change();
  line.beat(2);
  line.beat(2);
  sent[0]?.flushed();
  line.beat(2);
  line.beat(2);
  expect(ended()).toBe(0);
  line.beat(2);
  expect(ended()).toBe(1);
  sent[1]?.flushed();
  line.beat(2);
  expect(ended()).toBe(1);
});

it('nothing is said to have arrived that failed', () => {
  const { line, sent, flushed } = start();
  line.push();
  sent[0]?.flushed(new Error('gone'));
  expect(flushed).toEqual([]);
});
