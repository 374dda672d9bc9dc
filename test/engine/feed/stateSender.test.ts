import { expect, it } from 'vitest';
import { createStateSender } from '../../../src/engine/feed/stateSender.ts';

function start() {
  const sent: { bytes: string; flushed: (error?: Error | null) => void }[] = [];
  const flushed: number[] = [];
  let version = 1;
  let ended = 0;
  const sender = createStateSender(
    {
      send: (bytes, done) => void sent.push({ bytes: String(bytes), flushed: done }),
      end: () => {
        ended += 1;
      },
    },
    () => {
      const current = version;
      return { bytes: Buffer.from(`v${current}`), onFlushed: () => void flushed.push(current) };
    },
  );
  return {
    sender,
    sent,
    flushed,
    ended: () => ended,
    change: () => {
      version += 1;
      sender.push();
    },
  };
}

it('sends a slow client only the newest state when it is ready', () => {
  const { sender, sent, flushed, change } = start();
  sender.push();
  for (let changes = 0; changes < 50; changes += 1) change();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['v1']);
  sent[0]?.flushed();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['v1', 'v51']);
  sent[1]?.flushed();
  expect(sent).toHaveLength(2);
  expect(flushed).toEqual([1, 51]);
});

it('sends a heartbeat only if nothing is being sent, and a waiting state right after it', () => {
  const { sender, sent, change } = start();
  expect(sender.sendIfIdle(Buffer.from('beat'))).toBe(true);
  change();
  expect(sender.sendIfIdle(Buffer.from('beat'))).toBe(false);
  sent[0]?.flushed();
  expect(sent.map(({ bytes }) => bytes)).toEqual(['beat', 'v2']);
});

it('disconnects a client that takes too many heartbeats to read one frame, but not a slow one', () => {
  const { sender, sent, ended, change } = start();
  sender.push();
  change();
  sender.checkStall(2);
  sender.checkStall(2);
  sent[0]?.flushed();
  sender.checkStall(2);
  sender.checkStall(2);
  expect(ended()).toBe(0);
  sender.checkStall(2);
  expect(ended()).toBe(1);
  sent[1]?.flushed();
  sender.checkStall(2);
  expect(ended()).toBe(1);
});

it('does not report a failed frame as sent', () => {
  const { sender, sent, flushed } = start();
  sender.push();
  sent[0]?.flushed(new Error('gone'));
  expect(flushed).toEqual([]);
});
