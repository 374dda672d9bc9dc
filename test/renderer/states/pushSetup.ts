/** The states of the Push setup screen: waiting for deliveries, a format found, and none that matches. */
import type { Detection } from '../../../src/contract/settings.ts';
import { openScreen } from '../../../src/renderer/stores/uiState.ts';
import type { FakeWire } from './fakeWire.ts';
import { ago, at } from './posts.ts';
import { settingsAnswer } from './settings.ts';
import type { Scene } from './show.ts';

const delivery = (time: string, milliseconds: number, bytes: number, fits: readonly string[]) => ({
  at: new Date(Date.parse(at(time)) + milliseconds).toISOString(),
  ...{ from: '198.51.100.20', bytes, event: 'COLLECTION_UPDATED', timestamp: at(time), hasSignature: true },
  ...{ fits, note: null },
});
const two = (fits: readonly string[]): Detection['captured'] => [
  delivery('20:41:12', 204, 8400, fits),
  delivery('20:42:09', 870, 8600, fits),
];
const begun = { since: at('20:40:52'), formats: 27, found: null } as const;

export const detections = {
  detect: {
    ...begun,
    captured: two(['body']),
    found: {
      signing: 'body',
      words:
        'HMAC-SHA256 of the raw body, hex, with the secret as text. The timestamp is not signed. Replaying a delivery has no effect.',
      signsTime: false,
    },
  },
  'detect-waiting': { ...begun, since: ago(72), captured: [] },
  'detect-failed': { ...begun, captured: two([]) },
} as const satisfies Readonly<Record<string, Detection>>;

export type PushSetupState = keyof typeof detections;

export function isPushSetupState(name: string): name is PushSetupState {
  return name in detections;
}

/** In hybrid mode, with a webhook that has been reached from outside. */
export function withWebhook(scene: Scene): Scene {
  const webhook = {
    address: 'https://push.harbour.example:7412/webhooks/k3v9-2mqx-t7ra',
    ...{ isListening: true, lastAcceptedAt: null, accepted: 0, refused: 0 },
    reachedFromOutside: { at: at('20:38:50'), from: '198.51.100.20' },
  };
  return { ...scene, state: { ...scene.state, source: { ...scene.state.source, mode: 'hybrid', webhook } } };
}

export function answerPushSetup(wire: FakeWire, detection: Detection | null): void {
  const webhookSecret = { isSet: true, endsWith: 'c41e', from: 'keychain', isKept: true } as const;
  wire.answerQuery('settings', { ...settingsAnswer, secrets: { ...settingsAnswer.secrets, webhookSecret } });
  wire.answerQuery('detection', { detection });
}

export function playPushSetup(name: PushSetupState, wire: FakeWire, scene: Scene): void {
  answerPushSetup(wire, detections[name]);
  wire.pushScene(withWebhook(scene));
  openScreen('pushSetup');
}
