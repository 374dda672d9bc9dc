// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { UpdateView } from '../../../src/contract/updates.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { updateAnswer } from '../states/settings.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

async function openUpdates(changes: Partial<UpdateView>) {
  const wire = await openApp(scenes.following);
  wire.answerQuery('update', { ...updateAnswer, ...changes });
  await pressKey('F8');
  pause();
  fireEvent.click(screen.getByRole('radio', { name: 'App and updates' }));
  await settle();
  return wire;
}

const buttonOf = (name: RegExp): HTMLElement => screen.getByRole('button', { name });
const press = async (name: RegExp): Promise<void> => {
  pause();
  fireEvent.click(buttonOf(name));
  await settle();
};

describe('Updates in the settings', () => {
  it('installs the version that waits with the second press', async () => {
    const wire = await openUpdates({ waitsFor: null });
    expect(screen.getByText('Greenroom 0.2.0 can be installed.')).toBeTruthy();
    await press(/^Install update and restart/);
    expect(commandsOf(wire)).toEqual([]);
    await press(/^Press again to install/);
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['installUpdate']);
  });

  it('says what it waits for, and does not install it meanwhile', async () => {
    const wire = await openUpdates({});
    expect(screen.getByText(/main has 6 posts on air and 2 consumers/)).toBeTruthy();
    await press(/^Install update and restart/);
    expect(screen.queryByRole('button', { name: /^Press again/ })).toBeNull();
    expect(commandsOf(wire)).toEqual([]);
    await press(/^Check for an update/);
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['checkForUpdate']);
  });

  it('shows a download, and offers nothing until it ends', async () => {
    await openUpdates({ step: 'downloading', waitsFor: null });
    expect(screen.getByText('Downloading…')).toBeTruthy();
    await press(/^Install update and restart/);
    expect(screen.queryByRole('button', { name: /^Press again/ })).toBeNull();
  });

  it('says that headless does not update itself', async () => {
    await openUpdates({ isSupported: false, available: null, checkedAt: null });
    expect(screen.getByText(/does not update itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Check for an update/ })).toBeNull();
  });
});
