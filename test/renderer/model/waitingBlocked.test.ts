/** Tests what the desk says of changes to blocked posts, which a take makes in the held list. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { computeActionStates } from '../../../src/renderer/model/computeActionStates.ts';
import { findPost, indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { nameOf } from '../../../src/renderer/model/words/counts.ts';
import { describeDone } from '../../../src/renderer/model/words/doneSentence.ts';
import { describeHold } from '../../../src/renderer/model/words/held.ts';
import { feedResult } from '../feedResult.ts';
import { baseFeed, baseLists, baseState } from '../states/show.ts';

const { pending } = baseFeed;
const edit = [{ id: 'dealz', fields: ['message'] }];
const context = { rotation: { seconds: 8 }, rehearsal: null, isRestartShown: false, canSave: true };
const heldWith = (change: Partial<DeskFeed['pending']>): DeskFeed => ({
  ...baseFeed,
  gate: 'held',
  gateBy: baseState.you,
  pending: { ...pending, ...change },
});
const nameOfPost = (id: string): string => nameOf(findPost(indexFeed(baseFeed, baseLists), id));

describe('a change of a blocked post in a held feed', () => {
  const keysOf = (feed: DeskFeed) => computeActionStates(indexFeed(feed, baseLists), null, [], false, context);

  it('can be taken, and the keys say that it is blocked', () => {
    const edited = keysOf(heldWith({ edited: edit }));
    expect(edited.takeAll).toMatchObject({ note: '±1 blocked', disabledReason: null });
    expect(edited.takeRemovals.disabledReason).toBe('no removals are waiting');
    const removed = keysOf(heldWith({ removed: ['dealz'] }));
    expect([removed.takeAll.note, removed.takeRemovals.note]).toEqual(['−1 blocked', '−1 blocked']);
  });

  it('counts with the changes on air, and not as a removal from air', () => {
    const both = keysOf(heldWith({ added: ['chidi'], removed: ['aoife', 'dealz'], edited: edit }));
    expect(both.takeAll.note).toBe('+1 −2 ±1, stays held');
    expect(both.takeRemovals.note).toBe('1 off air');
  });

  const sentenceOf = (feed: DeskFeed, hasAirChanged: boolean): string =>
    describeHold({ feed, nameOfPost, isInLive: () => true }, baseState, hasAirChanged).replaceAll(
      /[\ufdd0\ufdd1]/g,
      '',
    );

  it('is named, with the block that keeps it off air', () => {
    expect(sentenceOf(heldWith({ edited: edit }), false)).toBe(
      'You’re holding. Live and the held list differ: 1 to edit. Nothing changes on air until you take or release. A block keeps Ticket Hunter 24 off air.',
    );
    expect(sentenceOf(heldWith({ removed: ['dealz'] }), true)).toBe(
      'You’re holding. Live and the held list differ: 1 to remove. Changes to live wait until you take or release. A block keeps Ticket Hunter 24 off air.',
    );
    expect(sentenceOf(heldWith({}), false)).toContain('the same, except for blocked posts: Ticket Hunter 24.');
  });

  const take = (before: DeskFeed, only: 'removals' | null) =>
    describeDone({
      command: {
        name: 'take',
        input: { feed: 'main', liveVersion: 57, only, gate: 'held', revision: 128, gateSince: before.gateSince },
      },
      before,
      result: feedResult(before),
      nameOfPost,
    });

  it.each([[null], ['removals' as const]])('is not said after a take (%s) that removes the post', (only) => {
    const before = heldWith({ removed: ['dealz'] });
    const done = take(before, only);
    expect(done?.sentence).toBe('Taken: Ticket Hunter 24 removed.');
    expect(done?.isTrueOf({ ...before, blocked: [] })).toBe(true);
  });

  it('is said after the take, as long as the post is blocked', () => {
    const before = heldWith({ added: ['chidi'], edited: edit });
    const done = take(before, null);
    expect(done?.sentence).toBe(
      'Taken: Chidi & Ada added; Ticket Hunter 24 edited. A block keeps Ticket Hunter 24 off air.',
    );
    expect(done?.isTrueOf(before)).toBe(true);
    expect(done?.isTrueOf({ ...before, blocked: [] })).toBe(false);
  });
});
