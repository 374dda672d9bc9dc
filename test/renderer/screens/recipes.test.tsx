// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeApp, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { recipes } from '../states/recipes.ts';
import { scenes } from '../states/show.ts';

const copied: string[] = [];
beforeEach(() => {
  copied.length = 0;
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(closeApp);

async function openRecipes() {
  const wire = await openApp(scenes.following);
  await pressKey('F2');
  await settle();
  return wire;
}
const select = async (name: RegExp): Promise<void> => {
  pause();
  fireEvent.click(screen.getByRole('radio', { name }));
  await settle();
};
const proof = () => document.querySelector('.proof')?.textContent ?? '';

describe('the Recipes screen', () => {
  it('shows the lamp of each program, and the steps of the chosen one', async () => {
    await openRecipes();
    expect(screen.getAllByRole('radio', { name: /pulled|Stopped/i }).map(({ textContent }) => textContent)).toEqual([
      ...['OBSPulled 2 s ago', 'vMix, data sourcePulled 0.4 s ago', 'vMix, browserNever pulled'],
      ...['CasparCGPulled 1 s ago', 'SPXNever pulled', 'OGrafNever pulled', 'CompanionStopped 12 min ago'],
      'Plain HTTPPulled 4 s ago',
    ]);
    expect(proof()).toContain('OBS is pulling.');
    await select(/^Companion/);
    expect(proof()).toContain('Companion has stopped pulling.');
    await select(/^SPX/);
    expect(proof()).toContain('SPX has never read this feed.');
    expect(screen.getByText('greenroom-card.html').tagName).toBe('B');
  });

  it('opens the recipe that an arrow key reaches in the list of targets, with its pictures', async () => {
    await openRecipes();
    act(() => screen.getByRole('radio', { name: /^OGraf/ }).focus());
    await pressKey('ArrowRight');
    expect(document.activeElement?.textContent).toContain('Companion');
    expect(screen.getByRole('radio', { name: /^Companion/ }).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('heading', { name: 'Companion' })).toBeTruthy();
    expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
      'In Companion, Modules: “Import module package”',
      'In Companion, Connections: address, feed and token',
      'In Companion, Buttons, Presets: the keys to drag to your page',
    ]);
  });

  it('copies one address after the other with D, and starts again with another program', async () => {
    await openRecipes();
    const [browser, text] = recipes[0]?.addresses ?? [];
    await pressKey('d');
    await pressKey('d');
    await pressKey('d');
    expect(copied).toEqual([browser?.value, text?.value, browser?.value]);
    expect(screen.getAllByText('Copied').length).toBeGreaterThan(0);
    await select(/^vMix, data/);
    await pressKey('d');
    expect(copied.at(-1)).toBe('http://127.0.0.1:7411/feeds/main/vmix.json?rows=12&name=vMix');
  });

  it('copies the address that the button names', async () => {
    await openRecipes();
    await select(/^vMix, data/);
    fireEvent.click(screen.getByRole('button', { name: 'Copy: Current post' }));
    await settle();
    expect(copied).toEqual(['http://127.0.0.1:7411/feeds/main/vmix-current.json?name=vMix-current']);
  });

  it('says why D copies nothing on other screens, or while the port is closed', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('d');
    expect(screen.getByText(/only on the Recipes screen/)).toBeTruthy();
    wire.answerQuery('recipes', { recipes: recipes.map((recipe) => ({ ...recipe, addresses: [] })) });
    await pressKey('F2');
    await settle();
    expect(screen.getByText(/port is not open/)).toBeTruthy();
    await pressKey('d');
    expect(screen.getByText(/this recipe has no address now/)).toBeTruthy();
    expect(copied).toEqual([]);
  });

  it('shows the rows that are on air, without waiting posts', async () => {
    await openApp(scenes.held);
    await pressKey('F2');
    await settle();
    await select(/^vMix, data/);
    const table = within(screen.getByRole('table', { name: 'Columns, always in this order' }));
    const onAir = scenes.held.lists.onAir.slice(0, 3);
    expect(table.getAllByRole('row')).toHaveLength(onAir.length + 1);
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['index', 'fullName', 'handle', 'source', 'message', 'mediaUrl'],
    ]);
  });

  it('does not call a lamp green without a connection', async () => {
    const wire = await openRecipes();
    wire.disconnect();
    await settle();
    expect(screen.queryByText(/^Pulled/)).toBeNull();
    expect(screen.getAllByText('Not known')).toHaveLength(recipes.length);
    expect(proof()).toContain('Not connected.');
  });
});
