/** The screens before the desk opens: connecting, no answer, and each step of the setup. */
import { useMirror } from '../../../src/renderer/stores/engineMirror.ts';
import { openStep, type SetupStep, useSetupState } from '../../../src/renderer/stores/setupState.ts';
import { openScreen } from '../../../src/renderer/stores/uiState.ts';
import { type FakeWire, serviceCollections } from './fakeWire.ts';
import { ago } from './posts.ts';
import { type Scene, scenes } from './show.ts';

const steps: Readonly<Record<string, SetupStep>> = {
  setup: 'demo',
  'setup-obs': 'obs',
  'setup-service': 'service',
  'setup-collection': 'collection',
  'setup-mode': 'mode',
  'setup-graphics': 'graphics',
};
const beforeTheDesk: readonly string[] = ['connecting', 'no-answer'];

export const isFirstScreen = (name: string): boolean => name in steps || beforeTheDesk.includes(name);

/** A wire on which nothing arrives in the states before the desk opens; else the same wire. */
export const silenceBeforeTheDesk = (name: string, wire: FakeWire): FakeWire =>
  beforeTheDesk.includes(name) ? { ...wire, send: () => undefined } : wire;

const { following } = scenes;
const [main, ...others] = following.state.feeds;

/** The demo of a first start: its posts are on air, and OBS does not read them yet. */
export const demoScene: Scene = {
  ...following,
  state: {
    ...following.state,
    ...{ isDemo: true, isFirstStart: true, problems: [] },
    feeds: main === undefined ? others : [{ ...main, consumers: [], counts: { ...main.counts, consumers: 0 } }],
  },
};

export function playFirstScreen(name: string, wire: FakeWire): void {
  const step = steps[name];
  if (step === undefined) {
    if (name === 'no-answer')
      useMirror.setState({ link: { state: 'lost', refusal: null, sinceMs: Date.parse(ago(3)) } });
    return;
  }
  wire.answerQuery('setup', {
    ...{ isDemo: true, startFlag: null, readyAfterMs: 1100, baseUrl: '' },
    apiKey: { isSet: false, endsWith: null, from: null, isKept: true },
  });
  wire.answerQuery('missingSecrets', { missing: [] });
  wire.answerQuery('serviceCollections', { rows: serviceCollections, page: 0, totalPages: 1 });
  wire.answerQuery('checkService', {
    check: {
      ...{ ok: true, status: 200, latencyMs: 84, clockSkewMs: 0, collections: 8, isCached: false },
      ...{ serviceWords: null, problem: null },
    },
  });
  if (step !== 'demo' && step !== 'obs')
    useSetupState.setState({ address: 'https://collections.example', apiKey: 'gk_live_secret' });
  openStep(step);
  openScreen('firstRun');
}
