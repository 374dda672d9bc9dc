// @vitest-environment happy-dom
/** Tests the keymap: which keystroke runs which action, and how the operator changes it. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  actionForStroke,
  canAssignKey,
  changeKey,
  defaultKeymap,
  isLetterKeyOff,
  keyLabelOf,
  readKeymap,
  resetKeys,
  setLetterKeysEnabled,
  strokeOf,
  useKeymap,
} from '../../../src/renderer/stores/keymap.ts';

const stroke = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  isComposing: false,
  keyCode: 0,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

beforeEach(() => {
  window.localStorage.clear();
  resetKeys();
});

describe('a keystroke', () => {
  it('is named by its character, with Shift when held', () => {
    expect(strokeOf(stroke('h'))).toBe('h');
    expect(strokeOf(stroke('T', { shiftKey: true }))).toBe('Shift+t');
    expect(strokeOf(stroke('?', { shiftKey: true }))).toBe('?');
  });

  it('with Alt and a digit counts as a function key, which a browser may reserve', () => {
    expect(strokeOf(stroke('4', { altKey: true }))).toBe('F4');
  });

  it('with Control is ignored', () => {
    expect(strokeOf(stroke('c', { ctrlKey: true }))).toBeNull();
  });

  it('of an input method is ignored', () => {
    expect(strokeOf(stroke('t', { isComposing: true }))).toBeNull();
    expect(strokeOf(stroke('Process', { keyCode: 229 }))).toBeNull();
  });

  it('on a layout that is not Latin is named by the physical key', () => {
    expect(strokeOf(stroke('р', { code: 'KeyH' }))).toBe('h');
    expect(strokeOf(stroke('Е', { code: 'KeyT', shiftKey: true }))).toBe('Shift+t');
    expect(strokeOf(stroke('ψ', { code: 'KeyC' }))).toBe('c');
    expect(strokeOf(stroke('٢', { code: 'Digit2' }))).toBe('2');
  });

  it('on a Latin layout is named by its character, wherever its key is', () => {
    expect(strokeOf(stroke('a', { code: 'KeyQ' }))).toBe('a');
    expect(strokeOf(stroke('é', { code: 'Digit2' }))).toBe('é');
  });

  it('with Alt and a digit counts as a function key on layouts where the digit needs Shift', () => {
    expect(strokeOf(stroke('&', { code: 'Digit1', altKey: true }))).toBe('F1');
  });
});

describe('the keymap', () => {
  it('has the default keys of the design', () => {
    expect(actionForStroke(defaultKeymap, 'h')).toBe('hold');
    expect(actionForStroke(defaultKeymap, 'Shift+t')).toBe('takeRemovals');
    expect(actionForStroke(defaultKeymap, 'F6')).toBe('collections');
    expect(keyLabelOf(defaultKeymap, 'takeRemovals')).toBe('⇧T');
  });

  it('has at most one action per key', () => {
    const keys = Object.values(defaultKeymap.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leaves an action without a key when the operator already uses its default for another', () => {
    const stored = JSON.stringify({ keys: { hold: 'Shift+p' }, hasLetters: true });
    const map = readKeymap({ getItem: () => stored });
    expect([map.keys.hold, map.keys.first, map.keys.previous]).toEqual(['Shift+p', null, 'p']);
    expect(actionForStroke(map, 'Shift+p')).toBe('hold');
  });

  it('assigns a key, removes it from its previous action and stores the change', () => {
    expect(changeKey('hold', '1')).toBeNull();
    expect(changeKey('hold', 'r')).toBe('release');
    expect(actionForStroke(useKeymap.getState(), 'r')).toBe('hold');
    expect(keyLabelOf(useKeymap.getState(), 'release')).toBeNull();
    expect(readKeymap(window.localStorage).keys.hold).toBe('r');
    expect(readKeymap(window.localStorage).keys.release).toBeNull();
  });

  it('lets an action use its own default even when that key is reserved for navigation', () => {
    expect(canAssignKey('ArrowRight', 'rehearseStep')).toBe(true);
    expect(canAssignKey('ArrowRight', 'hold')).toBe(false);
  });

  it('reserves the keys for focus, selection and feeds', () => {
    for (const stroke of ['Tab', 'Shift+Tab', 'ArrowUp', 'Home', 'PageDown', '1', '9', 'Dead', 'CapsLock']) {
      expect(canAssignKey(stroke, 'hold'), stroke).toBe(false);
    }
    for (const stroke of ['h', 'Shift+h', 'F9', 'Enter', ' ', '0', '+', 'ö'])
      expect(canAssignKey(stroke, 'hold'), stroke).toBe(true);
  });

  it('switches all letter keys off and leaves the function keys on', () => {
    setLetterKeysEnabled(false);
    const map = useKeymap.getState();
    for (const stroke of ['c', 'Shift+t', '?', '1']) expect(isLetterKeyOff(map, stroke), stroke).toBe(true);
    for (const stroke of ['F4', 'Enter', 'Escape']) expect(isLetterKeyOff(map, stroke), stroke).toBe(false);
    expect(keyLabelOf(map, 'block')).toBeNull();
    expect(keyLabelOf(map, 'log')).toBe('F4');
  });

  it('uses the defaults for unreadable entries', () => {
    expect(readKeymap({ getItem: () => '{"keys":{"hold":7,"nothing":"x"}' })).toEqual(defaultKeymap);
    expect(readKeymap({ getItem: () => '{"keys":{"hold":7,"nothing":"x"}}' }).keys).toEqual(defaultKeymap.keys);
  });
});
