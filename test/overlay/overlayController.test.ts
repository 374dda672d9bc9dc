import { expect, test, vi } from 'vitest';
import type { FeedPost, FeedState } from '../../src/kit/publicTypes.ts';
import { createOverlayController } from '../../src/overlay/overlayController.ts';

const item = (id: string, message: string): FeedPost => ({
  ...{ id, message, fullName: null, username: null, handle: null, source: 'INSTAGRAM', media: [] },
  ...{ profileImageUrl: null, profileImage: null },
  ...{ publishedAt: '2026-11-20T18:00:00Z', lastModifiedDate: '2026-11-20T18:00:00Z' },
});
const a = item('a', 'one');
const b = item('b', 'two');
const stateOf = (revision: number, currentId: string | null, list: readonly FeedPost[]): FeedState => ({
  ...{ feed: 'main', revision, list, next: null, gate: 'following', freshness: 'fresh', collection: null },
  now: list.find(({ id }) => id === currentId) ?? null,
});

/** A view that records its calls; the test decides when a card is ready. */
function recordView(isPlaying: boolean, isShowingVideo = false) {
  const calls: string[] = [];
  /** Posts on screen, also while they fade out. */
  let visible: string[] = [];
  /** The call that fails, as in a program with a fault. */
  const fault: { in: 'keepOnly' | 'prepare' | null } = { in: null };
  const ready = new Map<string, () => void>();
  const controller = createOverlayController<string>(
    isPlaying,
    ({ now }) => (now === null ? [] : [now]),
    {
      prepare: ([item]) => {
        const message = item?.message ?? '';
        if (fault.in === 'prepare') return Promise.reject(new Error('not drawn'));
        return new Promise((resolve) => ready.set(message, () => resolve(message)));
      },
      show: (card) => {
        calls.push(`show ${card}`);
        visible.push(card === 'two' ? 'b' : 'a');
      },
      discard: (card) => calls.push(`discard ${card}`),
      keepOnly: (ids) => {
        if (fault.in === 'keepOnly') throw new Error('not drawn');
        const left = visible.filter((id) => !ids.has(id));
        visible = visible.filter((id) => ids.has(id));
        if (left.length > 0) calls.push(`cut ${left}`);
      },
      isShowingVideo: () => isShowingVideo,
      fadeOut: () => calls.push('fade out'),
    },
    (revision) => calls.push(`shown ${revision}`),
  );
  const finishPreparing = async (message: string): Promise<void> => {
    ready.get(message)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { controller, calls, fault, finishPreparing };
}

test('shows the current item when its card is ready, and only then reports the revision', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(4, 'a', [a, b]));
  expect(calls).toEqual([]);
  await finishPreparing('one');
  expect(calls).toEqual(['show one', 'shown 4']);
});

test('shows only the newer of two items, whichever is ready first', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  controller.update(stateOf(1, 'b', [a, b]));
  await finishPreparing('two');
  await finishPreparing('one');
  expect(calls).toEqual(['show two', 'shown 1', 'discard one']);
});

test('cuts an item that left air while the next one is still loading', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  await finishPreparing('one');
  controller.update(stateOf(2, 'b', [b]));
  expect(calls.at(-1)).toBe('cut a');
  await finishPreparing('two');
  expect(calls.slice(-2)).toEqual(['show two', 'shown 2']);
});

test('keeps an item on screen until the next one is ready', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  await finishPreparing('one');
  controller.update(stateOf(1, 'b', [a, b]));
  expect(calls).not.toContain('cut a');
  await finishPreparing('two');
  expect(calls).toContain('show two');
});

test('replaces the card after an edit, and not after a repeated state', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a]));
  await finishPreparing('one');
  controller.update(stateOf(1, 'a', [a]));
  controller.update(stateOf(2, 'a', [item('a', 'edited')]));
  await finishPreparing('edited');
  expect(calls).toEqual(['show one', 'shown 1', 'shown 1', 'show edited', 'shown 2']);
});

test('an empty list empties the screen, even while a card is loading', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a]));
  controller.update(stateOf(2, null, []));
  await finishPreparing('one');
  expect(calls).toEqual(['shown 2', 'discard one']);
});

test('shows nothing before play; stop fades out, and play shows the newest item', async () => {
  const { controller, calls, finishPreparing } = recordView(false);
  controller.update(stateOf(1, 'a', [a, b]));
  expect(calls).toEqual(['shown 1']);
  controller.play();
  await finishPreparing('one');
  controller.stop();
  controller.update(stateOf(2, 'b', [a, b]));
  controller.play();
  await finishPreparing('two');
  expect(calls).toEqual(['shown 1', 'show one', 'shown 1', 'fade out', 'shown 1', 'shown 2', 'show two', 'shown 2']);
});

test('cuts a post that leaves air while it is still fading out below the next one', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  await finishPreparing('one');
  controller.update(stateOf(1, 'b', [a, b]));
  await finishPreparing('two');
  controller.update(stateOf(2, 'b', [b]));
  expect(calls.slice(-3)).toEqual(['shown 1', 'cut a', 'shown 2']);
});

test('cuts a post that leaves air while it fades out after stop', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  await finishPreparing('one');
  controller.stop();
  controller.update(stateOf(2, 'b', [b]));
  expect(calls.slice(-4)).toEqual(['fade out', 'shown 1', 'cut a', 'shown 2']);
});

test('cuts a post that leaves air while it still fades out below two later ones', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  const c = item('c', 'three');
  controller.update(stateOf(1, 'b', [a, b, c]));
  await finishPreparing('two');
  controller.update(stateOf(1, 'a', [a, b, c]));
  await finishPreparing('one');
  controller.update(stateOf(1, 'c', [a, b, c]));
  await finishPreparing('three');
  controller.update(stateOf(2, 'c', [a, c]));
  expect(calls.slice(-2)).toEqual(['cut b', 'shown 2']);
});

test('draws the same post again after the look changed', async () => {
  const { controller, calls, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a]));
  await finishPreparing('one');
  controller.redraw();
  await finishPreparing('one');
  expect(calls).toEqual(['show one', 'shown 1', 'show one', 'shown 1']);
});

for (const isShowingVideo of [true, false]) {
  const verb = isShowingVideo ? 'goes on with a video' : 'draws a video that is not on screen again';
  test(`${verb} when its poster arrives`, async () => {
    const { controller, calls, finishPreparing } = recordView(true, isShowingVideo);
    const withPoster = (posterUrl: string | null): FeedPost => ({
      ...a,
      media: [
        {
          ...{ mediaUrl: 'https://far.example/a.mp4', mediaType: 'video/mp4', url: '/media/a.mp4', posterUrl },
          ...{ width: 64, height: 48, ready: true },
        },
      ],
    });
    controller.update(stateOf(1, 'a', [withPoster(null)]));
    await finishPreparing('one');
    controller.update(stateOf(2, 'a', [withPoster('/media/p.jpg')]));
    await finishPreparing('one');
    expect(calls).toEqual(['show one', 'shown 1', ...(isShowingVideo ? [] : ['show one']), 'shown 2']);
  });
}

test('confirms nothing after a failure to remove a post, also not when an earlier picture becomes ready', async () => {
  const { controller, calls, fault, finishPreparing } = recordView(true);
  controller.update(stateOf(1, 'a', [a, b]));
  await finishPreparing('one');
  controller.update(stateOf(2, 'b', [a, b]));
  fault.in = 'keepOnly';
  expect(() => controller.update(stateOf(3, 'b', [b]))).toThrow('not drawn');
  await finishPreparing('two');
  expect(calls).toEqual(['show one', 'shown 1', 'discard two']);
  fault.in = null;
  controller.update(stateOf(4, 'b', [b]));
  await finishPreparing('two');
  expect(calls.slice(-3)).toEqual(['cut a', 'show two', 'shown 4']);
});

test('draws a post that could not be prepared again with the next state', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { controller, calls, fault, finishPreparing } = recordView(true);
  fault.in = 'prepare';
  controller.update(stateOf(1, 'a', [a]));
  await finishPreparing('one');
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  fault.in = null;
  controller.update(stateOf(2, 'a', [a]));
  await finishPreparing('one');
  expect(calls).toEqual(['show one', 'shown 2']);
});
