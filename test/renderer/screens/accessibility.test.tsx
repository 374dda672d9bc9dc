// @vitest-environment happy-dom
/** Tests rules of WCAG 2.2 AA that axe does not check: focus in panels, announcements on every screen, videos. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeApp, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(() => {
  closeApp();
  vi.restoreAllMocks();
});

describe('a panel', () => {
  it('gets the focus when it opens and returns it to the button that opened it', async () => {
    await openApp(scenes.following);
    const opener = screen.getByRole('button', { name: 'Kept off' });
    opener.focus();
    fireEvent.click(opener);
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Kept off air' }));
    await pressKey('Escape');
    expect(document.activeElement).toBe(opener);
  });

  it('returns the focus to the list of the selected post, also when it covered that list', async () => {
    await openApp(scenes.following);
    await pressKey('ArrowLeft');
    expect(document.activeElement?.id).toBe('list-staging');
    await pressKey('Enter');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Post details' }));
    await pressKey('Escape');
    expect(document.activeElement?.id).toBe('list-staging');
  });

  it('leaves the focus where the operator has moved it', async () => {
    await openApp(scenes.following);
    await pressKey('w');
    const tool = screen.getByRole('button', { name: 'Log' });
    tool.focus();
    await pressKey('Escape');
    expect(document.activeElement).toBe(tool);
  });
});

describe('every screen', () => {
  it.each(['F1', 'F4', 'F6', 'F7', 'x', 'y'])('announces an alarm once: %s', async (key) => {
    await openApp(scenes['onair-risk']);
    await pressKey(key);
    const alarms = screen.getAllByRole('alert').filter(({ textContent }) => textContent !== '');
    expect(alarms.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ticket Hunter 24 may still be on screen.'),
    ]);
    expect(screen.getAllByText('Ticket Hunter 24 may still be on screen.')).toHaveLength(1);
  });

  it('announces a lost connection', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F7');
    act(() => wire.disconnect());
    await settle();
    expect(screen.getByRole('alert').textContent).toMatch(/^No connection to Greenroom/);
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeDefined();
  });
});

describe('a video', () => {
  it('plays in the selected row and the details, and V pauses and plays every video', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    const stop = vi.spyOn(HTMLMediaElement.prototype, 'pause');
    await openApp(scenes.following);
    await pressKey('ArrowDown');
    expect(play).toHaveBeenCalledTimes(1);
    stop.mockClear();
    await pressKey('v');
    expect(stop).toHaveBeenCalledTimes(1);
    await pressKey('Enter');
    expect(play).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: /^Play videos/ }));
    await settle();
    expect(play).toHaveBeenCalledTimes(3);
  });
});
