// @vitest-environment happy-dom
/** Blocks and unblocks posts that are not on air. */
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toggleSelected } from '../../../src/renderer/stores/severalPosts.ts';
import { select } from '../../../src/renderer/stores/uiState.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { baseFeed, makeScene, scenes } from '../states/show.ts';

afterEach(closeApp);

const text = () => document.body.textContent ?? '';
const [first, second] = scenes.following.lists.staging.map(({ id }) => id) as [string, string];
const blockOf = (itemId: string) => baseFeed.blocked.map((block) => ({ ...block, itemId, waitingFor: [] }));
const sceneWith = (ids: readonly string[], change: Partial<typeof baseFeed> = {}) =>
  makeScene({ blocked: [...baseFeed.blocked, ...ids.flatMap(blockOf)], ...change }, {}, {});

async function openWith(ids: readonly string[]) {
  const wire = await openApp(sceneWith(ids));
  wire.answerWith({ ok: true, value: feedResult(baseFeed) });
  act(() => select('staging', first));
  return wire;
}

describe('a block of a post that is not on air', () => {
  it('is said, until on air changes', async () => {
    const wire = await openWith([]);
    await pressKey('b');
    act(() => wire.pushScene(sceneWith([first])));
    await settle();
    expect(text()).toMatch(/Blocked: .*\. It was not on air\./);
    act(() => wire.pushScene(sceneWith([first], { revision: baseFeed.revision + 1 })));
    await settle();
    expect(text()).not.toContain('It was not on air.');
  });

  it('is not said to be so if on air changed with it', async () => {
    const wire = await openWith([]);
    const revision = baseFeed.revision + 1;
    wire.answerWith({ ok: true, value: feedResult({ ...baseFeed, revision }) });
    await pressKey('b');
    act(() => wire.pushScene(sceneWith([first], { revision })));
    await settle();
    expect(text()).not.toContain('It was not on air.');
  });

  it('is counted if several were blocked together', async () => {
    const wire = await openWith([]);
    act(() => toggleSelected('staging', second));
    await pressKey('b');
    pause();
    await pressKey('b');
    act(() => wire.pushScene(sceneWith([first, second])));
    await settle();
    expect(text()).toContain('Blocked 2 posts. None of them was on air.');
  });
});

it('an unblock of a post that is not on air is said', async () => {
  const wire = await openWith([first]);
  await pressKey('u');
  pause();
  await pressKey('u');
  act(() => wire.pushScene(sceneWith([])));
  await settle();
  expect(text()).toMatch(/Unblocked: .*\. It is not on air\./);
});
