// @vitest-environment happy-dom
/** Tests a desk that follows the show: it shows everything, and nothing on it can be pressed. */
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, commandsOf, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const follow = (scene: keyof typeof scenes) =>
  openApp({ ...scenes[scene], state: { ...scenes[scene].state, right: 'view', isFirstStart: true } });

describe('a desk that follows the show', () => {
  it.each(['following', 'held', 'cleared', 'trouble', 'onair-risk', 'two-desks', 'restored'] as const)(
    'shows %s with both lists and has no key',
    async (scene) => {
      await follow(scene);
      expect(screen.getByRole('listbox', { name: /^live/i })).toBeDefined();
      expect(screen.getByRole('listbox', { name: /^staging/i })).toBeDefined();
      expect(screen.getByText('Following')).toBeDefined();
      // A waiting post selects its row; that is all.
      const buttons = screen.queryAllByRole('button').filter((button) => button.closest('#waiting') === null);
      expect(buttons.map((button) => button.textContent)).toEqual([]);
      expect(screen.queryAllByRole('link')).toEqual([]);
    },
  );

  it('names no button that it lacks, also without consumers', async () => {
    await follow('empty');
    expect(screen.getByText('Nothing is reading this feed.')).toBeDefined();
    expect(document.body.textContent).not.toContain('select No consumers');
  });

  it.each(['held-guarded', 'guarded'] as const)('explains no key that it lacks: %s', async (scene) => {
    await follow(scene);
    expect(document.querySelector('#waiting')?.textContent).toContain('Guards keep 1 post off air.');
    expect(document.body.textContent).not.toContain('press A');
  });

  it('speaks of no keys when the connection is lost', async () => {
    const wire = await follow('following');
    await act(async () => wire.disconnect());
    await settle();
    const shown = document.querySelector('.announcer')?.textContent ?? '';
    expect(shown).toContain('The feed may still be running. This desk reconnects automatically.');
    expect(shown).not.toContain('Keys');
  });

  it.each([
    ['held', 'Nothing changes on air until an operator takes or releases.'],
    ['cleared', 'Cleared at 20:42:31.'],
  ] as const)('names no key to press while the feed is %s', async (scene, sentence) => {
    await follow(scene);
    const shown = document.querySelector('.announcer')?.textContent ?? '';
    expect(shown).toContain(sentence);
    expect(shown).not.toMatch(/until you|Back|Release/);
  });

  it('sends nothing and opens nothing on any key', async () => {
    const wire = await follow('held');
    const before = wire.sent.length;
    for (const key of [...'abcdefghijklmnopqrstuvwxyz?', 'T', 'Enter', 'Escape', 'F2', 'F4', 'F5', 'F6', 'F7', 'F8'])
      await pressKey(key);
    expect(commandsOf(wire)).toEqual([]);
    expect(wire.sent.length).toBe(before);
    expect(screen.getByRole('listbox', { name: /^live/i })).toBeDefined();
    expect(document.querySelector('.page')).toBe(null);
  });
});
