/** Opens one part of the Settings screen and does in it what its picture shows. */
import { openScreen, useUiState } from '../../../src/renderer/stores/uiState.ts';
import type { FakeWire } from './fakeWire.ts';
import { at } from './posts.ts';
import { networks, previewedChanges, settingsAnswer } from './settings.ts';
import { type Scene, scenes } from './show.ts';

const parts = {
  'settings-key-refused': 'source',
  'settings-feeds': 'feeds',
  'settings-feed-server': 'feedServer',
  'settings-media': 'media',
  'settings-guard': 'guard',
  'settings-history': 'history',
  'settings-control': 'control',
  'settings-appearance': 'appearance',
  'settings-backup': 'backup',
} as const;

export type SettingsState = keyof typeof parts;

export function isSettingsState(name: string): name is SettingsState {
  return name in parts;
}

export function playSettings(name: SettingsState, wire: FakeWire): void {
  if (name === 'settings-feed-server') showOpenNetwork(wire);
  if (name === 'settings-guard') wire.pushScene(withGuards(scenes.guarded));
  useUiState.setState({ settingPart: parts[name] });
  openScreen('settings');
  if (name === 'settings-key-refused') void refuseKey(wire);
  if (name === 'settings-feeds') void nameNewFeed();
  if (name === 'settings-control') void createToken(wire);
  if (name === 'settings-backup') void previewImport(wire);
}

function showOpenNetwork(wire: FakeWire): void {
  const { settings, secrets } = settingsAnswer;
  const feedServer = { ...(settings['feedServer'] as object), interfaces: [networks[0]?.name] };
  wire.answerQuery('settings', {
    ...settingsAnswer,
    settings: { ...settings, feedServer },
    secrets: { ...secrets, readToken: { isSet: true, endsWith: 'e04c', from: 'file', isKept: true } },
    undo: { id: 'change 1', paths: ['feedServer.interfaces'], by: 'Marit Lund', until: at('20:42:57') },
  });
}

/** The engine lists guarded posts of live only, and none that is blocked. */
function withGuards(scene: Scene): Scene {
  const [feed, ...others] = scene.state.feeds;
  const guards = {
    words: ['evacuation', 'bomb', 'casualty'],
    authors: ['tickets.now', 'harbour_deals'],
    allowed: ['tom'],
    passes: ['tom'],
    version: 2,
  };
  return {
    ...scene,
    state: { ...scene.state, feeds: [{ ...feed, guards } as (typeof scene.state.feeds)[number], ...others] },
  };
}

async function refuseKey(wire: FakeWire): Promise<void> {
  wire.answerQuery('checkService', {
    check: {
      ...{ ok: false, status: 401, latencyMs: 84, clockSkewMs: 200, collections: null, isCached: false },
      serviceWords: 'INVALID_API_KEY: The API key is not valid.',
      problem: { code: 'SOURCE_KEY_REFUSED', message: '', nextStep: '' },
    },
  });
  wire.answerWith({
    ok: false,
    code: 'SOURCE_KEY_REFUSED',
    message:
      'The service refused the API key (401 INVALID_API_KEY: The API key is not valid.). On air is not affected: the last good list stays.',
    nextStep: 'Set the whole key again, without spaces. If it is refused again, get a new one.',
  });
  await type('[data-secret="apiKey"] input', 'gk_live_0000000000000077b2');
  document.querySelector<HTMLFormElement>('[data-secret="apiKey"] form')?.requestSubmit();
}

async function nameNewFeed(): Promise<void> {
  await type('[data-setting="feeds"] section input', 'sport');
}

async function createToken(wire: FakeWire): Promise<void> {
  wire.answerWith({
    ok: true,
    value: { name: 'Stream Deck, spare', right: 'operate', token: 'gt_op_h7Qm2vXw9cTzR4kLs8Yd' },
  });
  await type('input.is-name', 'Stream Deck, spare');
  document.querySelector<HTMLFormElement>('form:has(input.is-name)')?.requestSubmit();
}

async function previewImport(wire: FakeWire): Promise<void> {
  wire.answerQuery('settingsPreview', { changes: previewedChanges });
  const input = await find<HTMLInputElement>('.file-input');
  const files = new DataTransfer();
  const text = JSON.stringify({ at: '2026-11-18T18:20:00Z', machine: 'gallery-1', version: '0.1.0', settings: {} });
  files.items.add(new File([text], 'greenroom-harbour-2026-11-18.json', { type: 'application/json' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** As React hears it. */
async function type(selector: string, text: string): Promise<void> {
  const input = await find<HTMLInputElement>(selector);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise(requestAnimationFrame);
}

/** The part is rendered when its answers have arrived. */
async function find<Kind extends Element>(selector: string): Promise<Kind> {
  for (;;) {
    const found = document.querySelector<Kind>(selector);
    if (found !== null) return found;
    await new Promise(requestAnimationFrame);
  }
}
