// @vitest-environment happy-dom
/** The picture of what is painted: never a broken frame, always a word why there is none. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRefusedFrames } from '../../../src/renderer/show/pictureFacts.ts';
import { scenes } from '../../../src/renderer/states/show.ts';
import { closeApp, openApp } from '../openApp.tsx';

const frame = 'What the card overlay paints now';

beforeEach(() => {
  // As wide as a desk that has the picture.
  const never = window.matchMedia('(max-width: 1px)');
  vi.spyOn(window, 'matchMedia').mockReturnValue(never);
});
afterEach(() => {
  closeApp();
  useRefusedFrames.setState({ origins: new Set() });
  vi.restoreAllMocks();
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
  it('says that the page must be loaded again where the browser refuses the frame of a feed that moved', async () => {
    const wire = await openApp(scenes.following);
    const { state, lists } = scenes.following;
    expect(screen.getByTitle(frame)).toBeDefined();
    act(() => wire.tell({ state: { ...state, feedBase: 'http://127.0.0.1:9555' }, lists }));
    refuse('frame-src', 'http://127.0.0.1:9555/overlay/card?feed=main&preview=1');
    expect(screen.queryByTitle(frame)).toBeNull();
    expect(screen.getByText(/The picture is read at another address now/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Load this page again' })).toBeDefined();
    act(() => wire.tell(scenes.following));
    expect(screen.getByTitle(frame)).toBeDefined();
  });

  it('stays where the browser refuses something else', async () => {
    await openApp(scenes.following);
    refuse('img-src', scenes.following.state.feedBase ?? '');
    refuse('frame-src', 'http://127.0.0.1:1');
    expect(screen.getByTitle(frame)).toBeDefined();
  });

  it('says so where the feed asks for a token', async () => {
    const { state, lists } = scenes.following;
    const wire = await openApp(scenes.following);
    act(() => wire.tell({ state: { ...state, feedAsksForToken: true }, lists }));
    expect(screen.getByText(/The feed asks for a read token/)).toBeDefined();
    expect(screen.queryByTitle(frame)).toBeNull();
  });
});
