/** Tests blocks of posts and by consumers that are beyond the number that is remembered. */
import { expect, onTestFinished, test } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { createChannel } from '../../../src/engine/feed/channel.ts';
import { eventOf, mainOf, play } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { introduce } from './introduce.ts';

/** A feed with posts a to f, which remembers two posts that left and two lost consumers. */
function startFeed() {
  const clock = createFakeClock();
  let { state } = play('live 1 abcdef');
  const channel = createChannel(state, mainOf(state), {
    ...{ clock, formatTimeOfDay: () => '', onChanged: () => undefined, apply: () => undefined },
    limits: { maxLeftPosts: 2, maxLostReaders: 2 },
  });
  onTestFinished(channel.stop);
  const { consumers, takedowns } = channel;
  const revision = () => mainOf(state).onAir.revision;
  const apply = (...events: string[]): void => {
    for (const event of events) {
      state = advance(state, eventOf(event)).state;
      channel.update(state, mainOf(state));
    }
  };
  /** Gets and reads the newest list. */
  const read = (name: string) => {
    const reader = consumers.join(introduce('socket', name));
    const readNewest = (): void => {
      consumers.recordSent(reader, revision());
      consumers.recordRead(reader, revision());
    };
    readNewest();
    return { readNewest, lose: () => consumers.leave(reader, false) };
  };
  /** Blocks the post while another consumer reads everything. */
  const block = (itemId: string) => {
    const other = read('Other');
    apply(`block ${itemId}`);
    other.readNewest();
    const { confirmedOffAirAt, waitingFor = [] } = takedowns.byItem().get(itemId) ?? {};
    return { isConfirmed: confirmedOffAirAt !== null, waitingFor: waitingFor.map(({ name }) => name) };
  };
  return { clock, apply, read, block };
}

test('a block waits for a lost consumer also if more posts left air than are remembered, and came back', () => {
  const { apply, read, block } = startFeed();
  read('Frozen').lose();
  read('Card');
  apply('clear', 'back');
  expect(block('a')).toEqual({ isConfirmed: false, waitingFor: expect.arrayContaining(['Frozen']) });
});

test('once no consumer may show a post that is not remembered, a block of a new post waits only for consumers that had it', () => {
  const { clock, apply, read, block } = startFeed();
  const frozen = read('Frozen');
  apply('clear', 'back', 'release 1');
  frozen.lose();
  clock.advance(86_500_000);
  read('Lost').lose();
  apply('live 2 abcdefg');
  expect(block('g')).toEqual({ isConfirmed: true, waitingFor: [] });
});

test.each([
  {
    itemId: 'a',
    came: 'before',
    expected: { isConfirmed: false, waitingFor: expect.arrayContaining(['Further programs']) },
  },
  { itemId: 'g', came: 'after', expected: { isConfirmed: true, waitingFor: [] } },
])(
  'if more consumers were lost than are remembered, a block of a post that came $came them is confirmed: $expected.isConfirmed',
  ({ itemId, expected }) => {
    const { clock, apply, read, block } = startFeed();
    read('Frozen').lose();
    apply('live 2 bcdef');
    for (const name of ['A', 'B', 'C']) read(name).lose();
    clock.advance(70_000);
    apply('live 3 abcdefg');
    expect(block(itemId)).toEqual(expected);
  },
);
