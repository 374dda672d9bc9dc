// @vitest-environment happy-dom
/** Which stroke does what, and how the operator changes it. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  actionOf,
  capOf,
  changeKey,
  defaultKeymap,
  mayBeKey,
  readKeymap,
  restoreKeys,
  strokeName,
  switchLetters,
  useKeymap,
} from '../../../src/renderer/keys/keymap.ts';

const stroke = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

beforeEach(() => {
  window.localStorage.clear();
  restoreKeys();
});

describe('a stroke', () => {
  it('is named by its letter, with Shift where that is held', () => {
    expect(strokeName(stroke('h'))).toBe('h');
    expect(strokeName(stroke('T', { shiftKey: true }))).toBe('Shift+t');
    expect(strokeName(stroke('?', { shiftKey: true }))).toBe('?');
  });

  it('with Alt and a figure stands for a function key, where a browser keeps that for itself', () => {
    expect(strokeName(stroke('4', { altKey: true }))).toBe('F4');
  });

  it('with Control is never ours', () => {
    expect(strokeName(stroke('c', { ctrlKey: true }))).toBeNull();
  });
});

describe('the map', () => {
  it('knows the keys of the design', () => {
    expect(actionOf(defaultKeymap, 'h')).toBe('hold');
    expect(actionOf(defaultKeymap, 'Shift+t')).toBe('takeRemovals');
    expect(actionOf(defaultKeymap, 'F6')).toBe('collections');
    expect(capOf(defaultKeymap, 'takeRemovals')).toBe('⇧T');
  });

  it('has one action for each key', () => {
    const keys = Object.values(defaultKeymap.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leaves an action without its key where the operator gave that key to another before', () => {
    const stored = JSON.stringify({ keys: { hold: 'Shift+p' }, hasLetters: true });
    const map = readKeymap({ getItem: () => stored });
    expect([map.keys.hold, map.keys.first, map.keys.previous]).toEqual(['Shift+p', null, 'p']);
    expect(actionOf(map, 'Shift+p')).toBe('hold');
  });

  it('gives an action another key, takes it from whoever had it, and keeps that on this machine', () => {
    expect(changeKey('hold', 'd')).toBeNull();
    expect(changeKey('hold', 'r')).toBe('release');
    expect(actionOf(useKeymap.getState(), 'r')).toBe('hold');
    expect(capOf(useKeymap.getState(), 'release')).toBeNull();
    expect(readKeymap(window.localStorage).keys.hold).toBe('r');
    expect(readKeymap(window.localStorage).keys.release).toBeNull();
  });

  it('gives an action back the key that it had at first, also one that else moves about', () => {
    expect(mayBeKey('ArrowRight', 'rehearseStep')).toBe(true);
    expect(mayBeKey('ArrowRight', 'hold')).toBe(false);
  });

  it('keeps for itself what moves the focus, the selection and the feed', () => {
    for (const stroke of ['Tab', 'Shift+Tab', 'ArrowUp', 'Home', 'PageDown', '1', '9', 'Dead', 'CapsLock']) {
      expect(mayBeKey(stroke, 'hold'), stroke).toBe(false);
    }
    for (const stroke of ['h', 'Shift+h', 'F9', 'Enter', ' ', '0', '+', 'ö'])
      expect(mayBeKey(stroke, 'hold'), stroke).toBe(true);
  });

  it('lets letters be switched off as a whole, and leaves function keys', () => {
    switchLetters(false);
    expect(actionOf(useKeymap.getState(), 'c')).toBeNull();
    expect(actionOf(useKeymap.getState(), 'Shift+t')).toBeNull();
    expect(actionOf(useKeymap.getState(), 'F4')).toBe('log');
  });

  it('falls back to the defaults for what it cannot read', () => {
    expect(readKeymap({ getItem: () => '{"keys":{"hold":7,"nothing":"x"}' })).toEqual(defaultKeymap);
    expect(readKeymap({ getItem: () => '{"keys":{"hold":7,"nothing":"x"}}' }).keys).toEqual(defaultKeymap.keys);
  });
});
