// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Segments } from '../../src/ui/Segments.tsx';

const style = document.head.appendChild(document.createElement('style'));
afterEach(() => {
  cleanup();
  style.textContent = '';
});

const chosen: string[] = [];

function open(direction: 'row' | 'column', isChosenByArrows = false): HTMLElement {
  chosen.length = 0;
  style.textContent = `.parts { display: flex; flex-direction: ${direction}; }`;
  const choices = ['Source', 'Feeds', 'Media'].map((choice) => [choice, choice] as const);
  render(
    <Segments
      className="parts"
      label="Parts"
      choices={choices}
      selected="Feeds"
      disabledReason={null}
      onSelect={(choice) => chosen.push(choice)}
      isChosenByArrows={isChosenByArrows}
    />,
  );
  act(() => screen.getByRole('radio', { name: 'Feeds' }).focus());
  return screen.getByRole('radiogroup', { name: 'Parts' });
}

function press(key: string): string | null {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return document.activeElement?.textContent ?? null;
}

describe('choices in a column', () => {
  it('say so, and move by ↓ as by ← and →', () => {
    expect(open('column').getAttribute('aria-orientation')).toBe('vertical');
    // happy-dom does not find what has the focus before another; journey 607 presses ↑.
    expect(['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowRight'].map(press)).toEqual([
      ...['Media', 'Feeds', 'Source', 'Feeds'],
    ]);
  });

  it('say that they are in a row once the window is too narrow for a column', () => {
    const group = open('column');
    style.textContent = '.parts { display: flex; flex-direction: row; }';
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(group.getAttribute('aria-orientation')).toBe('horizontal');
  });
});

describe('choices in a row', () => {
  it('leave ↑ and ↓ to the page', () => {
    expect(open('row').getAttribute('aria-orientation')).toBe('horizontal');
    expect(['ArrowDown', 'ArrowUp', 'ArrowRight'].map(press)).toEqual(['Feeds', 'Feeds', 'Media']);
  });
});

describe('choices that change only what is shown', () => {
  it.each(['row', 'column'] as const)('are chosen by the arrow keys that reach them, in a %s', (direction) => {
    open(direction, true);
    expect(press(direction === 'row' ? 'ArrowRight' : 'ArrowDown')).toBe('Media');
    expect(chosen).toEqual(['Media']);
  });

  it('are chosen by ← and → in a column too, and are reached with Tab at the selected one', () => {
    open('column', true);
    expect(['ArrowLeft', 'ArrowLeft'].map(press)).toEqual(['Source', 'Source']);
    expect(chosen).toEqual(['Source', 'Source']);
    expect(screen.getAllByRole('radio').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  });

  it('are not chosen by Tab, which moves through the group', () => {
    open('column', true);
    press('Tab');
    expect(chosen).toEqual([]);
  });
});

describe('choices that take effect', () => {
  it('are only focused by the arrow keys', () => {
    open('row');
    press('ArrowRight');
    expect(chosen).toEqual([]);
    expect(screen.getAllByRole('radio').map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0]);
  });
});
