// @vitest-environment happy-dom
/** Tests that no key acts on posts of staging while a panel covers them. */
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const stagingIds = scenes.following.lists.staging.map(({ id }) => id);
const text = () => document.body.textContent;

describe('a post selected in staging', () => {
  it.each(['w', '?', 'O'])(
    'is not acted on while the panel of %s covers it, and is again afterwards',
    async (panel) => {
      const wire = await openApp(scenes.following);
      const [first = ''] = stagingIds;
      act(() => select('staging', first));
      await pressKey(panel, { shiftKey: panel === 'O' });
      for (const key of ['b', 'u', 'm', 'q']) await pressKey(key);
      expect(commandsOf(wire)).toEqual([]);
      await pressKey('b');
      expect(text()).toContain('Block: the open panel covers the selected post.');
      await pressKey('Escape');
      await pressKey('b');
      expect(commandsOf(wire)).toEqual([{ name: 'block', input: { feed: 'main', itemId: first, reason: null } }]);
    },
  );

  it('is not acted on together with others, and the arrow keys and Ctrl+A select in live', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('staging', stagingIds[0] ?? ''));
    await pressKey('ArrowDown', { shiftKey: true });
    expect(useUiState.getState().several?.ids.size).toBe(2);
    await pressKey('w');
    await pressKey('b');
    await pressKey('b');
    expect(commandsOf(wire)).toEqual([]);
    await pressKey('ArrowDown');
    expect(useUiState.getState().selection).toEqual({ list: 'live', id: 'mira' });
    act(() => select('staging', stagingIds[0] ?? ''));
    await pressKey('a', { ctrlKey: true });
    expect(useUiState.getState().selection?.list).toBe('live');
  });

  it('is acted on while its own details are over the list', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('staging', stagingIds[0] ?? ''));
    await pressKey('Enter');
    await pressKey('b');
    expect(commandsOf(wire)).toHaveLength(1);
  });
});
