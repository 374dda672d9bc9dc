// @vitest-environment happy-dom
/** Tests that the Settings screen follows what others change, and that no press means another effect than the one shown. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { QueryResult } from '../../../src/contract/queries.ts';
import { freezeClock } from '../../../src/renderer/stores/clock.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { at, now } from '../states/posts.ts';
import { settingsAnswer } from '../states/settings.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const press = async (name: string | RegExp): Promise<void> => {
  pause();
  fireEvent.pointerDown(screen.getByRole('button', { name }));
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

type Changes = QueryResult<'settingsPreview'>['changes'];
const feedChange = { path: 'feeds.main', from: null, to: { collectionId: 'col_8781' }, works: 'atOnce' } as const;
const waits: Changes = [{ ...feedChange, onAir: 'none; +14 −6 wait', changesAir: false, effect: 'waits' }];
const changesAir: Changes = [{ ...feedChange, onAir: '6 off, 14 on, now', changesAir: true, effect: '6 off' }];
const changesMore: Changes = [{ ...feedChange, onAir: '7 off, 14 on, now', changesAir: true, effect: '7 off' }];

/** Pushes the show with another gate, and answers every preview with these changes from then on. */
async function pushGate(wire: FakeWire, gate: 'held' | 'following', changes: Changes): Promise<void> {
  const { state, lists } = scenes.following;
  wire.answerQuery('settingsPreview', { changes });
  const sequence = state.sequence + 1;
  act(() =>
    wire.pushScene({ lists, state: { ...state, sequence, feeds: state.feeds.map((feed) => ({ ...feed, gate })) } }),
  );
  await settle();
}

async function openPart(name: string) {
  const wire = await openApp(scenes.held);
  await pressKey('F8');
  pause();
  fireEvent.click(screen.getByRole('radio', { name }));
  await settle();
  return wire;
}

describe('an import preview', () => {
  async function openPreview() {
    const wire = await openPart('Backup and import');
    wire.answerQuery('settingsPreview', { changes: waits });
    const file = new File(['{"feeds":[]}'], 'harbour.json');
    fireEvent.change(screen.getByLabelText('Import a file'), { target: { files: [file] } });
    await settle();
    return wire;
  }
  const isChecked = (): boolean => screen.getByRole<HTMLInputElement>('checkbox').checked;

  it('says the effect on air of now, and drops the choice of a change whose effect is another', async () => {
    const wire = await openPreview();
    expect([screen.getByText('none; +14 −6 wait') !== null, isChecked()]).toEqual([true, true]);
    await pushGate(wire, 'following', changesAir);
    expect([screen.queryByText('none; +14 −6 wait'), isChecked()]).toEqual([null, false]);
    await press('Import 0 selected');
    expect(commandsOf(wire)).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox'));
    await pushGate(wire, 'held', waits);
    expect(isChecked()).toBe(false);
    await pushGate(wire, 'following', changesAir);
    expect(isChecked()).toBe(true);
    await press('Import 1 selected');
    const input = { file: { feeds: [] }, only: ['feeds.main'], preview: false, seen: ['6 off'] };
    expect(commandsOf(wire)).toEqual([{ name: 'importSettings', input }]);
  });

  it('requests the effects on air with the service of the file only while that is selected', async () => {
    const wire = await openPreview();
    const service = { ...feedChange, path: 'source.baseUrl', onAir: 'another', changesAir: true, effect: 'another' };
    await pushGate(wire, 'following', [service]);
    const requested = () =>
      wire.sent.flatMap((message) =>
        message.type === 'query' && message.name === 'settingsPreview' ? [message.input] : [],
      );
    expect(requested().at(-1)).toEqual({ file: { feeds: [] }, only: [] });
    fireEvent.click(screen.getByRole('checkbox'));
    await settle();
    expect(requested().at(-1)).toEqual({ file: { feeds: [] }, only: null });
  });

  it('stays open and says why when the engine refuses the import', async () => {
    const wire = await openPreview();
    wire.answerWith({ ok: false, code: 'SETTINGS_EFFECT_CHANGED', message: 'The effect changed.', nextStep: 'Check.' });
    wire.answerQuery('settingsPreview', { changes: changesAir });
    await press('Import 1 selected');
    expect(screen.getByText('The effect changed. Check.')).toBeTruthy();
    expect([screen.getByText('6 off, 14 on, now') !== null, isChecked()]).toEqual([true, false]);
  });
});

describe('the question before a change of air', () => {
  it('says the effect of now, which a press that began before does not confirm', async () => {
    const wire = await openPart('Feed server');
    wire.answerQuery('settingsPreview', { changes: changesAir });
    fireEvent.change(screen.getByLabelText('Port'), { target: { value: '7500' } });
    await settle();
    await press('Save');
    const confirmation = () => screen.getByRole('button', { name: 'Save, changes air' });
    pause();
    fireEvent.pointerDown(confirmation());
    await pushGate(wire, 'following', changesMore);
    expect(screen.getByText('Effect on air: 7 off, 14 on, now.')).toBeTruthy();
    fireEvent.click(confirmation());
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    await press('Save, changes air');
    const input = { patch: { feedServer: { port: 7500 } }, seen: ['7 off'] };
    expect(commandsOf(wire)).toEqual([{ name: 'changeSettings', input }]);
  });
});

describe('the question before a feed is deleted', () => {
  const { state, lists } = scenes.following;
  const feedsOf = (...slugs: readonly string[]) =>
    slugs.flatMap((slug) =>
      state.feeds.slice(0, 1).map((feed) => ({ ...feed, slug, counts: { ...feed.counts, consumers: 0 } })),
    );
  const deletion = (slug: string) => ({
    ...{ path: `feeds.${slug}`, from: { collectionId: null }, to: null, works: 'atOnce' as const, changesAir: true },
    ...{ onAir: `no consumers lose ${slug}; its history and as-run log are kept`, effect: `loses ${slug}` },
  });

  it('deletes only the feed that it names, although another desk adds one meanwhile', async () => {
    const wire = await openPart('Feeds');
    const push = async (sequence: number, ...slugs: readonly string[]) => {
      act(() => wire.pushScene({ lists, state: { ...state, sequence, feeds: feedsOf(...slugs) } }));
      await settle();
    };
    wire.answerQuery('settingsPreview', { changes: [deletion('old')] });
    await push(2, 'main', 'old');
    const line = screen.getByRole('row', { name: /^old/ });
    for (const name of [/^Delete/, /^Press again/]) {
      pause();
      fireEvent.click(within(line).getByRole('button', { name }));
      await settle();
    }
    expect(screen.getByText('Effect on air: no consumers lose old; its history and as-run log are kept.')).toBeTruthy();
    await push(3, 'main', 'old', 'bonus');
    await press('Save, changes air');
    const collectionId = state.feeds[0]?.collection?.id;
    expect(commandsOf(wire)).toEqual([
      {
        name: 'changeSettings',
        input: {
          patch: { feeds: ['main', 'bonus'].map((slug) => ({ slug, collectionId })) },
          seen: ['loses old'],
        },
      },
    ]);
  });
});

describe('Undo on the Settings screen', () => {
  async function openUndo(by: string, until = at('20:43:00')) {
    const wire = await openApp(scenes.following);
    const undo = { id: 'first', paths: ['secrets.apiKey'], by, until };
    wire.answerQuery('settings', { ...settingsAnswer, undo });
    await pressKey('F8');
    return { wire, undo };
  }

  it('is not offered for a change of somebody else', async () => {
    await openUndo('Jonas');
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('never undoes another change than the one on which the press began', async () => {
    const { wire, undo } = await openUndo('Marit Lund', new Date(Date.now() + 3_600_000).toISOString());
    const button = () => screen.getByRole('button', { name: /^Undo/ });
    pause();
    fireEvent.pointerDown(button());
    wire.answerQuery('settings', {
      ...settingsAnswer,
      undo: { ...undo, id: 'second', paths: ['media.quotaMegabytes'] },
    });
    const { state, lists } = scenes.following;
    act(() => wire.pushScene({ lists, state: { ...state, sequence: 2, eventCount: state.eventCount + 1 } }));
    await settle();
    expect(button().textContent).toContain('Media limit');
    fireEvent.click(button());
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getAllByText(/The last change is another one now\./).length).toBeGreaterThan(0);
    await press(/^Undo/);
    expect(commandsOf(wire)).toEqual([{ name: 'undoSettings', input: { id: 'second' } }]);
  });

  it('never counts from more seconds than the engine gives, however late the desk’s clock is', async () => {
    const wire = await openApp(scenes.following);
    const until = new Date(now + 10_400).toISOString();
    const answeredAt = new Date(now + 400).toISOString();
    const undo = { id: 'first', paths: ['secrets.apiKey'], by: 'Marit Lund', until };
    wire.answerQuery('settings', { ...settingsAnswer, at: answeredAt, undo });
    await pressKey('F8');
    expect(screen.getByRole('button', { name: 'Undo: API key (10 s)' })).toBeTruthy();
  });
});

describe('the result of a saved change', () => {
  const { settings, secrets } = settingsAnswer;
  const undo = {
    id: 'first',
    paths: ['feedServer.port'],
    by: 'Marit Lund',
    until: new Date(now + 10_000).toISOString(),
  };
  const saved = { ...settingsAnswer, settings: { ...settings, osc: { enabled: true, port: 7414 } }, undo };
  const line = 'Saved. Effect on air: 6 off, 14 on, now';

  async function save() {
    const wire = await openPart('Feed server');
    wire.answerQuery('settingsPreview', { changes: changesAir });
    fireEvent.change(screen.getByLabelText('Port'), { target: { value: '7500' } });
    await settle();
    await press('Save');
    wire.answerQuery('settings', saved);
    await press('Save, changes air');
    expect(screen.getByText(line)).toBeTruthy();
    return wire;
  }

  async function pushSettings(wire: FakeWire, answer: QueryResult<'settings'>): Promise<void> {
    wire.answerQuery('settings', answer);
    const { state, lists } = scenes.held;
    act(() => wire.pushScene({ lists, state: { ...state, sequence: 2, eventCount: state.eventCount + 1 } }));
    await settle();
  }

  it('ends after Undo, and after another change of the settings', async () => {
    await pushSettings(await save(), settingsAnswer);
    expect([screen.queryByText(line), screen.queryByText('Saved')]).toEqual([null, null]);
  });

  it('ends after a change of a secret, such as the API key without which a list stayed on air', async () => {
    const apiKey = { ...secrets.apiKey, endsWith: '77c1' };
    await pushSettings(await save(), { ...saved, secrets: { ...secrets, apiKey }, undo: { ...undo, id: 'second' } });
    expect([screen.queryByText(line), screen.queryByText('Saved')]).toEqual([null, null]);
  });

  it('says the effect on air of the change only while that can be undone, because others act on air afterwards', async () => {
    await save();
    act(() => freezeClock(now + 10_000));
    await settle();
    expect([screen.queryByText(line), screen.queryByText('Saved') !== null]).toEqual([null, true]);
  });
});
