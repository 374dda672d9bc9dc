/** Maps keys to actions on this machine: defaults, the operator's changes, and whether letter keys are on. */
import { create } from 'zustand';
import { machineStorage } from '../../ui/safeStorage.ts';
import { type Keystroke, shortcutKeyOf } from '../../ui/shortcutKey.ts';
import { type ActionName, actionInfo, actionNames } from '../model/actions.ts';
import { strokeLabel } from '../model/strokeLabel.ts';

export type Keymap = {
  /** `null` for an action whose key is switched off. */
  readonly keys: Readonly<Record<ActionName, string | null>>;
  /** Whether single-character keys work; WCAG 2.1.4 requires a way to switch them off. */
  readonly hasLetterKeys: boolean;
};

const storageKey = 'greenroom.keys';

const defaults = Object.fromEntries(actionNames.map((name) => [name, actionInfo[name].key])) as Record<
  ActionName,
  string
>;

export const defaultKeymap: Keymap = { keys: defaults, hasLetterKeys: true };

export const useKeymap = create<Keymap>()(() => readKeymap(machineStorage));

/** The stored changes merged into the defaults; unreadable entries are ignored. */
export function readKeymap(storage: Pick<Storage, 'getItem'>): Keymap {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return defaultKeymap;
    const storedKeys = 'keys' in stored && typeof stored.keys === 'object' && stored.keys !== null ? stored.keys : {};
    const overrides = Object.entries(storedKeys).filter(
      ([name, key]) => actionNames.some((known) => known === name) && (key === null || typeof key === 'string'),
    );
    const hasLetterKeys = !('hasLetters' in stored) || stored.hasLetters !== false;
    // A newer release may add an action whose default key the operator already uses for another action.
    const usedKeys = new Set(overrides.map(([, key]) => key));
    const freeDefaults = actionNames.map((name) => [name, usedKeys.has(defaults[name]) ? null : defaults[name]]);
    return { keys: { ...defaults, ...Object.fromEntries([...freeDefaults, ...overrides]) }, hasLetterKeys };
  } catch {
    return defaultKeymap;
  }
}

function saveKeymap(map: Keymap): void {
  useKeymap.setState(map);
  const changed = Object.fromEntries(
    actionNames.filter((name) => map.keys[name] !== defaults[name]).map((name) => [name, map.keys[name]]),
  );
  machineStorage.setItem(storageKey, JSON.stringify({ keys: changed, hasLetters: map.hasLetterKeys }));
}

/** Assigns a key to an action; `null` removes it. Returns the action that lost the key, or `null`. */
export function changeKey(action: ActionName, key: string | null): ActionName | null {
  const map = useKeymap.getState();
  const keys = { ...map.keys };
  const previousOwner = actionNames.find((other) => other !== action && key !== null && keys[other] === key) ?? null;
  if (previousOwner !== null) keys[previousOwner] = null;
  keys[action] = key;
  saveKeymap({ ...map, keys });
  return previousOwner;
}

/** Keys for focus, selection and feeds, and keys that can't be shortcuts, such as dead keys and Caps Lock. */
const reservedKeys =
  /^(Tab|Arrow\w+|Home|End|PageUp|PageDown|[1-9]|Dead|Process|Unidentified|\w*Lock|AltGraph|ContextMenu)$/;

/** Whether the action can use the keystroke: its own default, or any key that is not reserved. */
export function canAssignKey(stroke: string, action: ActionName): boolean {
  return stroke === defaults[action] || !reservedKeys.test(stroke.replace('Shift+', ''));
}

export function setLetterKeysEnabled(hasLetterKeys: boolean): void {
  saveKeymap({ ...useKeymap.getState(), hasLetterKeys });
}

export function resetKeys(): void {
  saveKeymap(defaultKeymap);
}

/** The keystroke's name in the keymap; `null` if the desk ignores it. Alt+4 counts as F4, which a browser may reserve. */
export function strokeOf(event: Keystroke): string | null {
  const key = shortcutKeyOf(event);
  if (key === null || event.ctrlKey || event.metaKey) return null;
  if (event.altKey) {
    // The character depends on the layout: AltGr and macOS type others.
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(key) ? key : undefined);
    return digit === undefined ? null : `F${digit}`;
  }
  if (key.length === 1) {
    const character = key.toLowerCase();
    const isLetter = character !== key.toUpperCase();
    return isLetter && event.shiftKey ? `Shift+${character}` : character;
  }
  return key;
}

/** Whether the keystroke types a character while letter keys are off. */
export function isLetterKeyOff({ hasLetterKeys }: Keymap, stroke: string): boolean {
  return !hasLetterKeys && stroke.replace('Shift+', '').length === 1;
}

/** The action of the key, also while letter keys are off. */
export function actionForStroke(map: Keymap, stroke: string): ActionName | null {
  return actionNames.find((name) => map.keys[name] === stroke) ?? null;
}

/** The label of the action's key, for example `⇧T`; `null` when it has no key, or a letter key while those are off. */
export function keyLabelOf(map: Keymap, action: ActionName): string | null {
  const key = map.keys[action];
  return key === null || isLetterKeyOff(map, key) ? null : strokeLabel(key);
}
