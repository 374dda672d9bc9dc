// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Detection } from '../../../src/contract/settings.ts';
import { mergePatch } from '../../../src/engine/settings/document.ts';
import { openScreen } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { answerPushSetup, detections, withWebhook } from '../states/pushSetup.ts';
import { settingsAnswer } from '../states/settings.ts';
import { type Scene, scenes } from '../states/show.ts';

afterEach(closeApp);

const press = async (name: string | RegExp): Promise<void> => {
  pause();
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

const scene = withWebhook(scenes.following);

async function openPushSetup(detection: Detection | null): Promise<FakeWire> {
  const wire = await openApp(scene);
  answerPushSetup(wire, detection);
  await pressKey('F8');
  await press('Set up push and detect the signature format');
  return wire;
}

/** A log entry is pushed for each command. */
async function pushLogged(wire: FakeWire, { state, lists }: Scene): Promise<void> {
  wire.pushScene({ lists, state: { ...state, eventCount: state.eventCount + 1 } });
  await settle();
}

const notice = (): string => document.querySelector('.operator-notice')?.textContent ?? '';

const stepTexts = (): readonly string[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the Push setup screen', () => {
  it('opens from Settings, Source, and captures deliveries with the secret in use', async () => {
    const wire = await openPushSetup(null);
    expect(screen.getByRole('heading', { name: 'Push setup' })).toBeTruthy();
    expect(stepTexts()).toEqual([
      '1. Addresslistening',
      '2. Firewallreached 20:38:50',
      '3. Secretends in c41e',
      '4. Two deliveriesnot capturing',
      '5. Lockin use: body',
    ]);
    await press('Capture two deliveries');
    expect(commandsOf(wire)).toEqual([{ name: 'startDetection', input: { secret: null } }]);
    await press('Source');
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeTruthy();
  });

  it('offers hybrid mode in poll mode, and says why nothing can be captured', async () => {
    const wire = await openApp(scenes.following);
    answerPushSetup(wire, null);
    openScreen('pushSetup');
    await settle();
    await press('Capture two deliveries');
    expect(notice()).toContain('Off in poll mode.');
    await press('Use hybrid mode');
    expect(commandsOf(wire)).toEqual([{ name: 'setMode', input: { mode: 'hybrid' } }]);
  });

  it('waits for deliveries, and cannot lock before a format is found', async () => {
    const wire = await openPushSetup(detections['detect-waiting']);
    expect(screen.getByText(/^Waiting for the first delivery \(1 min 12 s\)/)).toBeTruthy();
    await press('Lock');
    expect(notice()).toContain('No format has been found.');
    await press('Stop and keep polling');
    expect(commandsOf(wire)).toEqual([{ name: 'stopDetection', input: {} }]);
  });

  it('waits for another delivery while only one has matched or has no signature', async () => {
    const [first, second] = detections.detect.captured;
    await openPushSetup({
      ...detections['detect-waiting'],
      captured: [first, second].flatMap((delivery, index) =>
        delivery === undefined ? [] : [{ ...delivery, hasSignature: index === 0, fits: index === 0 ? ['body'] : [] }],
      ),
    });
    expect(screen.getByText(/^Waiting for another delivery/)).toBeTruthy();
    expect(screen.getByText('No signature')).toBeTruthy();
  });

  it('locks the format that was found with one press, and says that it is locked', async () => {
    const wire = await openPushSetup(detections.detect);
    expect(screen.getByText('Match, same format')).toBeTruthy();
    await press('Lock this format');
    expect(commandsOf(wire)).toEqual([{ name: 'lockDetection', input: {} }]);
    answerPushSetup(wire, null);
    await pushLogged(wire, scene);
    expect(document.querySelector('.proof')?.textContent).toBe(
      'Locked. Deliveries are verified with this format from now on.',
    );
  });

  it('tries a typed format on the deliveries, and uses it only if it matches all of them', async () => {
    const wire = await openPushSetup(detections['detect-failed']);
    expect(screen.getByText(/^No known signature format matches\./)).toBeTruthy();
    const field = screen.getByLabelText(/^Ask the service’s support what it signs/);
    const tryFormat = async (format: string, fits: readonly boolean[]): Promise<void> => {
      wire.answerQuery('trySignature', { fits });
      fireEvent.change(field, { target: { value: format } });
      await settle();
      await press('Try');
    };
    await tryFormat('{event}{body}', [true, false]);
    expect(screen.getByText('No match either')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lock this format' })).toBeNull();
    await tryFormat('{event}.{body}', [true, true]);
    await press('Lock this format');
    expect(commandsOf(wire)).toEqual([
      { name: 'changeSettings', input: { patch: { source: { push: { signing: '{event}.{body}' } } }, seen: [] } },
      { name: 'stopDetection', input: {} },
    ]);
    answerPushSetup(wire, null);
    const settings = mergePatch(settingsAnswer.settings, { source: { push: { signing: '{event}.{body}' } } });
    wire.answerQuery('settings', { ...settingsAnswer, settings: settings as typeof settingsAnswer.settings });
    await pushLogged(wire, scene);
    expect(document.querySelector('.proof')?.textContent).toMatch(/^Locked\./);
  });

  it('offers no lock for a format that was edited while another was tried', async () => {
    const wire = await openPushSetup(detections['detect-failed']);
    wire.answerQuery('trySignature', { fits: [true, true] });
    const field = screen.getByLabelText(/^Ask the service’s support what it signs/);
    fireEvent.change(field, { target: { value: '{event}.{body}' } });
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Try' }));
    fireEvent.change(field, { target: { value: '{event}' } });
    await settle();
    expect(screen.queryByText('Match')).toBeNull();
    fireEvent.change(field, { target: { value: '{event}.{body}' } });
    await settle();
    expect(screen.getByRole('button', { name: 'Lock this format' })).toBeTruthy();
  });

  it('says why a typed format could not be locked, and goes on with the captured deliveries', async () => {
    const wire = await openPushSetup(detections['detect-failed']);
    wire.answerQuery('trySignature', { fits: [true, true] });
    fireEvent.change(screen.getByLabelText(/^Ask the service’s support what it signs/), {
      target: { value: '{event}.{body}' },
    });
    await settle();
    await press('Try');
    wire.answerWith({ ok: false, code: 'SETTINGS_INVALID', message: 'It was refused.', nextStep: 'Try again.' });
    await press('Lock this format');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['changeSettings']);
    expect(document.querySelector('.setting-result')?.textContent).toContain('It was refused.');
    expect(screen.getByText(/^No known signature format matches\./)).toBeTruthy();
  });

  it('tries the captured deliveries again with a secret that is pasted meanwhile', async () => {
    const wire = await openPushSetup(detections['detect-failed']);
    const field = screen.getByLabelText('Webhook secret');
    await press('Paste the secret again');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'the whole secret' } });
    await settle();
    await press('Use this secret');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['changeSecrets', 'startDetection']);
  });
});
