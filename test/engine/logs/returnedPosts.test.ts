/** Tests what the event log says of posts that return to air in a held feed, in the version of the held list. */
import { describe, expect, it } from 'vitest';
import { loggedAfter } from './loggedAfter.ts';

describe('the log of an unblock in a held feed', () => {
  it('quotes the version that returned, and the version that waits', () => {
    expect(loggedAfter('live 1 abc, hold, block b, live 2 aBc, unblock b')).toEqual([
      'main: Unblock. user-b “Message of b” on air, position 2. Live has another version, which waits: user-b “Edited”. 3 posts on air.',
    ]);
  });

  it('says that live no longer has the post', () => {
    expect(loggedAfter('live 1 abc, hold, block b, live 2 ac, unblock b')).toEqual([
      'main: Unblock. user-b “Message of b” on air, position 2. Not in live: user-b. 3 posts on air.',
    ]);
  });

  it('says nothing of live if its version is the one on air, or has been taken', () => {
    const plain = 'main: Unblock. user-b “Message of b” on air, position 2. 3 posts on air.';
    expect(loggedAfter('live 1 abc, hold, block b, unblock b')).toEqual([plain]);
    expect(loggedAfter('live 1 abc, block b, unblock b')).toEqual([plain]);
    expect(loggedAfter('live 1 abc, hold, block b, live 2 aBc, take, unblock b')).toEqual([
      'main: Unblock. user-b “Edited” on air, position 2. 3 posts on air.',
    ]);
  });

  it('says the same of several posts, each with its own version', () => {
    expect(loggedAfter('live 1 abcd, hold, guard Message, live 2 BCd, guard ')).toEqual([
      'main: Guards changed. user-a “Message of a”, user-b “Message of b”, user-c “Message of c” and 1 more on air. ' +
        'Live has other versions, which wait: user-b “Edited”, user-c “Edited”. Not in live: user-a. 4 posts on air.',
    ]);
  });

  it('quotes the text of its own feed if the post stays off air', () => {
    expect(loggedAfter('live 1 abc, other: hold, block b, clear, live 2 aBc, unblock b')).toEqual([
      'main: Unblock user-b “Edited”, by Ines.',
    ]);
  });
});
