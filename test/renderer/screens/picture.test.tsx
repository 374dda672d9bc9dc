// @vitest-environment happy-dom
/** Tests the picture: it shows the overlay or says why it can't. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useRefusedFrames } from '../../../src/renderer/screens/show/useIsFrameRefused.ts';
import { useViewport } from '../../../src/renderer/stores/viewport.ts';
import { closeApp, openApp } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

const frameTitle = 'Card overlay: on screen now';

beforeEach(() => {
  // The picture is shown only on wide screens.
  useViewport.setState({ isCompact: false });
});
afterEach(() => {
  closeApp();
  useRefusedFrames.setState({ origins: new Set() });
});

function refuse(directive: string, address: string): void {
  const event = Object.assign(new Event('securitypolicyviolation'), {
    effectiveDirective: directive,
    blockedURI: address,
  });
  act(() => {
    document.dispatchEvent(event);
  });
}

describe('the picture', () => {
  it('offers to reload the page when the browser refuses the feed’s new address', async () => {
    const wire = await openApp(scenes.following);
    const { state, lists } = scenes.following;
    expect(screen.getByTitle(frameTitle)).toBeDefined();
    act(() => wire.pushScene({ state: { ...state, feedBase: 'http://127.0.0.1:9555' }, lists }));
    refuse('frame-src', 'http://127.0.0.1:9555/overlay/card?feed=main&preview=1');
    expect(screen.queryByTitle(frameTitle)).toBeNull();
    expect(screen.getByText(/The feed’s address has changed/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload this page' })).toBeDefined();
    act(() => wire.pushScene(scenes.following));
    expect(screen.getByTitle(frameTitle)).toBeDefined();
  });

  it('stays when the browser refuses something else', async () => {
    await openApp(scenes.following);
    refuse('img-src', scenes.following.state.feedBase ?? '');
    refuse('frame-src', 'http://127.0.0.1:1');
    expect(screen.getByTitle(frameTitle)).toBeDefined();
  });

  it('says that the feed requires a token', async () => {
    const { state, lists } = scenes.following;
    const wire = await openApp(scenes.following);
    act(() => wire.pushScene({ state: { ...state, isReadTokenRequired: true }, lists }));
    expect(screen.getByText(/The feed requires a read token/)).toBeDefined();
    expect(screen.queryByTitle(frameTitle)).toBeNull();
  });
});
