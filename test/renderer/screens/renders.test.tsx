// @vitest-environment happy-dom
/** Tests that a change renders only the rows that show it. */
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formatClockTime } from '../../../src/core/time.ts';
import { freezeClock } from '../../../src/renderer/stores/clock.ts';
import { select } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, openApp, pressKey } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { tenThousand } from '../states/longList.ts';
import { now } from '../states/posts.ts';
import { type Scene, scenes } from '../states/show.ts';

/** How often the list slot of a row, and its content, were rendered. */
const renders = vi.hoisted(() => ({ slots: 0, contents: 0 }));

vi.mock('../../../src/renderer/screens/show/Row.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/renderer/screens/show/Row.tsx')>();
  const rowLabelOf: typeof original.rowLabelOf = (...row) => {
    renders.slots += 1;
    return original.rowLabelOf(...row);
  };
  return { ...original, rowLabelOf };
});
vi.mock('../../../src/ui/Avatar.tsx', () => ({
  Avatar: () => {
    renders.contents += 1;
    return null;
  },
}));

afterEach(closeApp);

const resetRenders = () => Object.assign(renders, { slots: 0, contents: 0 });

async function openAndCount(scene: Scene): Promise<FakeWire> {
  const wire = await openApp(scene);
  expect(renders.contents).toBeGreaterThan(10);
  resetRenders();
  return wire;
}

/** Pushes new objects, as a connection does. */
function push(wire: FakeWire, scene: Scene): void {
  act(() => wire.pushScene(structuredClone(scene)));
}

it('a second that passes renders the clock and no row', async () => {
  await openAndCount(scenes.following);
  act(() => freezeClock(now + 1000));
  expect(screen.getByText(formatClockTime(now + 1000))).toBeDefined();
  expect(renders).toEqual({ slots: 0, contents: 0 });
});

it('a mark that ends renders its own row', async () => {
  await openAndCount(scenes.following);
  act(() => freezeClock(now + 10_000));
  expect(screen.getByText('NEW')).toBeDefined();
  resetRenders();
  act(() => freezeClock(now + 11_000));
  expect(screen.queryByText('NEW')).toBeNull();
  expect(renders).toEqual({ slots: 1, contents: 1 });
});

it('a push that concerns no post renders no row', async () => {
  const { state, lists } = scenes.following;
  const wire = await openAndCount(scenes.following);
  const feeds = state.feeds.map((feed) => ({ ...feed, consumers: feed.consumers.slice(1) }));
  push(wire, { state: { ...state, sequence: state.sequence + 1, feeds }, lists });
  expect(screen.getByText('CONSUMERS 3')).toBeDefined();
  expect(renders).toEqual({ slots: 0, contents: 0 });
});

it('an edited post renders its own row', async () => {
  const { state, lists } = scenes.following;
  const wire = await openAndCount(scenes.following);
  const live = lists.live.map((item) => (item.id === 'omar' ? { ...item, message: 'Edited' } : item));
  push(wire, { state, lists: { ...lists, live } });
  expect(within(screen.getByRole('listbox', { name: /^Live/ })).getByText('Edited')).toBeDefined();
  expect(renders).toEqual({ slots: 1, contents: 1 });
});

it('an arrow key renders the two rows between which the selection moves', async () => {
  await openAndCount(tenThousand());
  act(() => select('live', 'post-3'));
  resetRenders();
  await pressKey('ArrowDown');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Post 4');
  expect(renders).toEqual({ slots: 2, contents: 2 });
});
