// @vitest-environment happy-dom
/** Tests that creating a feed releases only the feed that this desk created, and says how it is now. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import type { SettingChange } from '../../../src/contract/settings.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { settingsAnswer } from '../states/settings.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const { state, lists } = scenes.following;
const added: SettingChange = {
  ...{ path: 'feeds.copy', from: null, to: { collectionId: null }, changesAir: true, effect: 'returns' },
  works: 'atOnce',
  onAir: 'copy returns in its last state: held, 3 on air',
};

const press = async (name: string | RegExp, role = 'button'): Promise<void> => {
  pause();
  fireEvent.pointerDown(screen.getByRole(role, { name }));
  fireEvent.click(screen.getByRole(role, { name }));
  await settle();
};

/** On the question before the feed `copy` is created to follow live. */
async function openQuestion() {
  const wire = await openApp(scenes.following);
  await pressKey('F8');
  await press('Feeds', 'radio');
  wire.answerQuery('settingsPreview', { changes: [added] });
  wire.answerWith({ ok: true, value: { ...settingsAnswer, changes: [added] } });
  fireEvent.change(screen.getByLabelText('Name in the address'), { target: { value: 'copy' } });
  await settle();
  await press('Following', 'radio');
  await press(/^Create feed copy/);
  await press(/^Press again to create/);
  let { sequence } = state;
  const pushCopy = async (gate: DeskFeed['gate'], onAir = 3) => {
    sequence += 1;
    const copies = state.feeds.slice(0, 1).map((feed) => ({
      ...{ ...feed, slug: 'copy', gate, counts: { ...feed.counts, onAir } },
    }));
    act(() => wire.pushScene({ lists, state: { ...state, sequence, feeds: [...state.feeds, ...copies] } }));
    await settle();
  };
  const releases = () => commandsOf(wire).filter(({ name }) => name === 'release');
  return { wire, pushCopy, releases };
}

describe('a feed created to follow live', () => {
  it('is not released after Cancel when another desk adds it later', async () => {
    const { pushCopy, releases } = await openQuestion();
    await press('Cancel');
    await pushCopy('held');
    expect(releases()).toEqual([]);
  });

  it('is not released if Held was chosen before it was created', async () => {
    const { pushCopy, releases } = await openQuestion();
    await press('Held', 'radio');
    await press(/^Create feed copy/);
    await press('Save, changes air');
    await pushCopy('held');
    expect(releases()).toEqual([]);
    expect(screen.getByText('Saved. copy is held, 3 on air')).toBeTruthy();
  });

  it('is not released if another desk had added it before', async () => {
    const { wire, pushCopy, releases } = await openQuestion();
    wire.answerWith({ ok: true, value: { ...settingsAnswer, changes: [] } });
    await pushCopy('held');
    await press('Save, changes air');
    expect(releases()).toEqual([]);
  });

  it('is released once, and then says how many posts it has on air', async () => {
    const { pushCopy, releases } = await openQuestion();
    await press('Save, changes air');
    await pushCopy('held');
    expect(releases()).toMatchObject([{ input: { feed: 'copy', gate: 'held' } }]);
    await pushCopy('following', 6);
    expect(screen.getByText('Saved. copy follows live, 6 on air')).toBeTruthy();
    await pushCopy('cleared', 0);
    await pushCopy('held', 0);
    expect(releases()).toHaveLength(1);
  });
});
