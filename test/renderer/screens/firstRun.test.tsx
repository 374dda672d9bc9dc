// @vitest-environment happy-dom
/** The setup on the desk: opening, the live check, the choice of a collection, and its refusals. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceCheck } from '../../../src/contract/secrets.ts';
import type { SetupView } from '../../../src/contract/setup.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { useSetupState } from '../../../src/renderer/stores/setupState.ts';
import { openScreen, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { consumers } from '../states/consumers.ts';
import type { FakeWire } from '../states/fakeWire.ts';
import { type Scene, scenes } from '../states/show.ts';

const { following } = scenes;
const demo: Scene = {
  ...following,
  state: {
    ...following.state,
    ...{ isDemo: true, isFirstStart: true },
    feeds: following.state.feeds.map((feed) => ({ ...feed, consumers: [] })),
  },
};
const own: Scene = { ...demo, state: { ...demo.state, isDemo: false, isFirstStart: false } };
const setup: SetupView = {
  ...{ isDemo: true, startFlag: null, readyAfterMs: 1100, baseUrl: '' },
  apiKey: { isSet: false, endsWith: null, from: null, isKept: true },
};
const accepted: ServiceCheck = {
  ...{ ok: true, status: 200, latencyMs: 84, clockSkewMs: 0, collections: 8, isCached: false },
  ...{ serviceWords: null, problem: null },
};
const rows = [
  {
    ...{ id: 'col_1', name: 'Crew picks', contentType: 'SOCIAL_POST', stagingCount: 3, liveCount: 6 },
    lastModifiedDate: '2026-11-20T18:00:00Z',
  },
];

async function open(scene: Scene): Promise<FakeWire> {
  const wire = await openApp(scene);
  wire.answerQuery('setup', { ...setup, isDemo: scene.state.isDemo });
  wire.answerQuery('serviceCollections', { rows, page: 0, totalPages: 1 });
  wire.answerQuery('checkService', { check: accepted });
  return wire;
}
/** Without the marks around names from outside. */
const plain = (text: string | null): string => (text ?? '').replace(/[\u2066-\u2069]/g, '');
const openStepOf = async (name: RegExp): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
async function chooseCollection(wire: FakeWire): Promise<void> {
  useSetupState.setState({ address: 'https://collections.example', apiKey: 'gk_live_secret' });
  await openStepOf(/Collection/);
  fireEvent.click(screen.getByRole('button', { name: 'Crew picks' }));
  await settle();
  const use = screen.getByRole('button', { name: /Use for main/ });
  fireEvent.click(use);
  expect(commandsOf(wire)).toEqual([]);
  pause();
  fireEvent.click(use);
  await settle();
}

beforeEach(() => window.localStorage.clear());
afterEach(closeApp);

describe('the setup', () => {
  it('opens until a service was chosen, and not again once it was left', async () => {
    await open(demo);
    expect(screen.getByRole('heading', { name: 'See it in OBS' })).toBe(document.activeElement);
    fireEvent.click(screen.getByRole('button', { name: 'Leave setup. The demo keeps running.' }));
    await settle();
    expect(screen.queryByRole('navigation', { name: 'Steps' })).toBeNull();
    closeApp();
    await open(demo);
    expect(screen.queryByRole('navigation', { name: 'Steps' })).toBeNull();
    closeApp();
    window.localStorage.clear();
    await open(own);
    expect(screen.queryByRole('navigation', { name: 'Steps' })).toBeNull();
  });

  it('turns green by itself when OBS reads the feed', async () => {
    const wire = await open(demo);
    expect(screen.getByText('Waiting for OBS to connect. This turns green by itself.')).toBeTruthy();
    const obs = consumers(128).filter(({ program }) => program === 'OBS');
    expect(obs.length).toBeGreaterThan(0);
    const feeds = demo.state.feeds.map((feed) => ({ ...feed, consumers: obs }));
    wire.pushScene({ ...demo, state: { ...demo.state, sequence: demo.state.sequence + 1, feeds } });
    await settle();
    expect(screen.getByText('OBS is connected.')).toBeTruthy();
  });

  it('keeps the gate keys off, because the lists can’t be seen', async () => {
    const wire = await open(demo);
    await pressKey('h');
    await pressKey('2');
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getByText(/off in setup/)).toBeTruthy();
  });

  it('tries the typed address and key, and leads on only when the service accepts them', async () => {
    const wire = await open(demo);
    await openStepOf(/Your service/);
    const refused = { ...accepted, ok: false, status: 401, serviceWords: 'INVALID_API_KEY: not valid' };
    const problem = { code: 'SOURCE_KEY_REFUSED', message: 'The service refused the API key.', nextStep: 'Set it.' };
    wire.answerQuery('checkService', { check: { ...refused, problem } });
    fireEvent.change(screen.getByLabelText('Service address'), { target: { value: 'https://collections.example' } });
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'wrong' } });
    await waitFor(() => screen.getByText('Refused: INVALID_API_KEY. The service doesn’t recognise this key.'));
    expect(screen.getByText('Responds in 84 ms. Its clock matches this machine.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true');
    wire.answerQuery('checkService', { check: accepted });
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'right' } });
    await waitFor(() => screen.getByText('Accepted. 8 collections.'));
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBeNull();
    expect(wire.sent.filter(({ type }) => type === 'command')).toEqual([]);
  });

  it('puts the collection on air with a second press, forgets the key, and continues', async () => {
    const wire = await open(demo);
    wire.answerWith({ ok: true, value: { isSwitching: true } });
    await chooseCollection(wire);
    expect(commandsOf(wire)).toEqual([
      {
        name: 'useService',
        input: {
          ...{ baseUrl: 'https://collections.example', apiKey: 'gk_live_secret' },
          ...{ collectionId: 'col_1', feed: 'main', preview: false, seen: null },
        },
      },
    ]);
    expect(screen.getByText('Switching…')).toBeTruthy();
    wire.pushScene({ ...own, state: { ...own.state, sequence: own.state.sequence + 1 } });
    await settle();
    expect(screen.getByRole('heading', { name: 'Update mode' })).toBeTruthy();
    expect(JSON.stringify(useSetupState.getState())).not.toContain('gk_live_secret');
  });

  it('says why a choice was refused, or why the demo came back, and can be tried again', async () => {
    const wire = await open(demo);
    const refusal = { code: 'SETTINGS_NOT_DONE', message: 'The settings could not be applied (ENOSPC).' };
    wire.answerWith({ ok: false, ...refusal, nextStep: 'Check the disk.' });
    await chooseCollection(wire);
    expect(screen.getByText(/ENOSPC/).getAttribute('role')).toBe('alert');
    expect(screen.getByRole('button', { name: /Use for main/ }).getAttribute('aria-disabled')).toBeNull();

    useSetupState.setState({ refusal: null, switching: { fromDemo: true } });
    const facts = { wanted: 'Your own show', kept: 'The demo', what: 'Port 7412 is in use', check: 'the port' };
    const problem = describeProblem('SHOW_NOT_SWITCHED', 'setup', demo.state.at, facts);
    wire.pushScene({ ...demo, state: { ...demo.state, sequence: demo.state.sequence + 1, problems: [problem] } });
    await settle();
    expect(screen.getAllByText(/Port 7412 is in use/).length).toBeGreaterThan(0);
    expect(useSetupState.getState().switching).toBeNull();
  });

  it('says that an alarm keeps the demo only while the alarm is there', async () => {
    const sceneWith = (more: { blocked?: typeof alarm }, sequence: number): Scene => ({
      ...demo,
      state: { ...demo.state, sequence, feeds: demo.state.feeds.map((feed) => ({ ...feed, ...more })) },
    });
    const alarm = scenes['onair-risk'].state.feeds[0]?.blocked ?? [];
    const wire = await open(sceneWith({ blocked: alarm }, 1));
    const refusal = { code: 'SHOW_UNCONFIRMED', message: 'A blocked post of feed main may still be on screen.' };
    wire.answerWith({ ok: false, ...refusal, nextStep: 'Check the programme monitor.' });
    await chooseCollection(wire);
    expect(screen.getByText(/A blocked post of feed main/).getAttribute('role')).toBe('alert');
    const confirmed = alarm.map((block) => ({ ...block, waitingFor: [], confirmedOffAirAt: demo.state.at }));
    wire.pushScene(sceneWith({ blocked: confirmed }, 2));
    await settle();
    expect(screen.queryByText(/A blocked post of feed main/)).toBeNull();
  });

  describe('in the own show', () => {
    const [main] = own.state.feeds;
    if (main === undefined) throw new Error('no feed');
    const sceneOf = (change: Partial<typeof main>, sequence: number): Scene => ({
      ...own,
      state: { ...own.state, sequence, feeds: [{ ...main, ...change }, ...own.state.feeds.slice(1)] },
    });
    const used = { collectionId: 'col_1', collection: { id: 'col_1', name: 'Crew picks' } } as Partial<typeof main>;
    const openChoice = async (change: Partial<typeof main>): Promise<FakeWire> => {
      const wire = await open(sceneOf(change, own.state.sequence));
      wire.answerQuery('servicePreview', { changes: previewed('2 off, 3 on in main, now; sport') });
      openScreen('firstRun');
      useSetupState.setState({ address: 'https://collections.example', apiKey: 'gk_live_secret' });
      await settle();
      await openStepOf(/Collection/);
      fireEvent.click(screen.getByRole('button', { name: 'Crew picks' }));
      await settle();
      return wire;
    };
    const previewed = (onAir: string) => [
      {
        ...{ path: 'feeds.main', from: null, to: { collectionId: 'col_1' }, onAir },
        ...{ effect: onAir, changesAir: true, works: 'atOnce' as const },
      },
    ];
    const use = () => screen.getByRole('button', { name: /Use for main|Press again to use/ });

    it('names every effect on air before the second press, and sends what was shown', async () => {
      const wire = await openChoice({});
      expect(screen.getByText('Effect on air: 2 off, 3 on in main, now; sport.')).toBeTruthy();
      fireEvent.click(use());
      await settle();
      const armed =
        'Press again within 2 seconds to use “Crew picks” for main. Effect on air: 2 off, 3 on in main, now; sport.';
      expect(plain(document.body.textContent)).toContain(armed);
      pause();
      fireEvent.click(use());
      await settle();
      expect(commandsOf(wire)).toMatchObject([
        { input: { preview: false, seen: ['2 off, 3 on in main, now; sport'] } },
      ]);
    });

    it('needs a new press once the effect is another one', async () => {
      const wire = await openChoice({});
      fireEvent.click(use());
      await settle();
      wire.answerQuery('servicePreview', { changes: previewed('1 off, 3 on in main, now') });
      wire.pushScene(sceneOf({ revision: main.revision + 1 }, own.state.sequence + 1));
      await settle();
      pause();
      fireEvent.click(use());
      await settle();
      expect(commandsOf(wire)).toEqual([]);
      pause();
      fireEvent.click(use());
      await settle();
      expect(commandsOf(wire)).toMatchObject([{ input: { seen: ['1 off, 3 on in main, now'] } }]);
    });

    it.each([
      ['following', 6, 'Your own posts are on air.'],
      ['following', 0, 'main follows live. Nothing is on air.'],
      ['held', 3, 'main is held. 3 posts stay on air until you take or release.'],
      ['held', 0, 'main is held. Nothing is on air until you take or release.'],
      ['cleared', 0, 'main is cleared. Nothing is on air until you go back, take or release.'],
    ] as const)('says what the feed shows afterwards: %s with %i posts', async (gate, onAir, sentence) => {
      const wire = await openChoice({ gate });
      wire.answerWith({ ok: true, value: { isSwitching: false, changes: [] } });
      fireEvent.click(use());
      pause();
      fireEvent.click(use());
      await settle();
      // The answer can arrive before the state.
      expect(useUiState.getState().done).toBeNull();
      const after = { ...used, gate, counts: { ...main.counts, onAir } };
      wire.pushScene(sceneOf(after, own.state.sequence + 1));
      await settle();
      const { done } = useUiState.getState();
      expect(done?.sentence).toBe(sentence);
      expect(done?.isOnlySpoken).toBe(true);
      const [now] = sceneOf(after, 0).state.feeds;
      expect(now !== undefined && done?.isTrueOf(now)).toBe(true);
      openScreen('show');
      await settle();
      // The sentence of the gate stays in sight.
      expect(plain(document.querySelector('.announcer')?.textContent ?? '')).not.toContain(sentence);
      const other = gate === 'held' ? 'cleared' : 'held';
      wire.pushScene(sceneOf({ ...after, gate: other }, own.state.sequence + 2));
      expect(now !== undefined && done?.isTrueOf(now)).toBe(false);
    });
  });

  it('calls the own show on air only while a feed has posts, and then starts the demo with two presses, whichever feed is selected', async () => {
    const countsOf = (index: number, onAir: number) =>
      own.state.feeds.map((feed, each) => ({ ...feed, counts: { ...feed.counts, onAir: each === index ? onAir : 0 } }));
    const wire = await open({ ...own, state: { ...own.state, feeds: countsOf(1, 3) } });
    openScreen('firstRun');
    await settle();
    await openStepOf(/Demo/);
    expect(screen.getByText(/^Your own show is on air\./)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Start the demo' }));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    wire.pushScene({ ...own, state: { ...own.state, sequence: own.state.sequence + 1, feeds: countsOf(1, 0) } });
    await settle();
    expect(screen.getByText(/^Nothing of your own show is on air\./)).toBeDefined();
  });

  it('starts the demo with one press when nothing is on air', async () => {
    const nothing = demo.state.feeds.map((feed) => ({ ...feed, counts: { ...feed.counts, onAir: 0 } }));
    const wire = await open({ ...demo, state: { ...demo.state, isDemo: false, feeds: nothing } });
    wire.answerWith({ ok: true, value: { isSwitching: true } });
    fireEvent.click(screen.getByRole('button', { name: 'Start the demo' }));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'useDemo', input: {} }]);
  });
});
