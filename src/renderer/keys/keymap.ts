/** Which key does what on this machine: the defaults, what the operator changed, and whether letters work at all. */
import { create } from 'zustand';
import { type ActionName, actionNames, actionWords } from './actions.ts';

export type Keymap = {
  /** By action; null: switched off. */
  readonly keys: Readonly<Record<ActionName, string | null>>;
  /** Letters without a modifier can be switched off as a whole (WCAG 2.1.4). */
  readonly hasLetters: boolean;
};

const storageKey = 'greenroom.keys';

const defaults = Object.fromEntries(actionNames.map((name) => [name, actionWords[name].key])) as Record<
  ActionName,
  string
>;

export const defaultKeymap: Keymap = { keys: defaults, hasLetters: true };

export const useKeymap = create<Keymap>()(() => readKeymap(window.localStorage));

/** What is stored, over the defaults; whatever cannot be read is left out. */
export function readKeymap(storage: Pick<Storage, 'getItem'>): Keymap {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return defaultKeymap;
    const changed = 'keys' in stored && typeof stored.keys === 'object' && stored.keys !== null ? stored.keys : {};
    const own = Object.entries(changed).filter(
      ([name, key]) => actionNames.some((known) => known === name) && (key === null || typeof key === 'string'),
    );
    const hasLetters = !('hasLetters' in stored) || stored.hasLetters !== false;
    // An action that is new since the operator chose has to do without a key that is taken.
    const taken = new Set(own.map(([, key]) => key));
    const free = actionNames.map((name) => [name, taken.has(defaults[name]) ? null : defaults[name]]);
    return { keys: { ...defaults, ...Object.fromEntries([...free, ...own]) }, hasLetters };
  } catch {
    return defaultKeymap;
  }
}

function store(map: Keymap): void {
  useKeymap.setState(map);
  const changed = Object.fromEntries(
    actionNames.filter((name) => map.keys[name] !== defaults[name]).map((name) => [name, map.keys[name]]),
  );
  window.localStorage.setItem(storageKey, JSON.stringify({ keys: changed, hasLetters: map.hasLetters }));
}

/** Gives an action another key, or none (null). The action that had that key loses it, and is answered. */
export function changeKey(action: ActionName, key: string | null): ActionName | null {
  const map = useKeymap.getState();
  const keys = { ...map.keys };
  const loser = actionNames.find((other) => other !== action && key !== null && keys[other] === key) ?? null;
  if (loser !== null) keys[loser] = null;
  keys[action] = key;
  store({ ...map, keys });
  return loser;
}

/** What moves the focus, the selection or the feed, and what is no stroke by itself. */
const kept = /^(Tab|Arrow\w+|Home|End|PageUp|PageDown|[1-9]|Dead|Process|Unidentified|\w*Lock|AltGraph|ContextMenu)$/;

/** Whether that action may have that stroke: its first one, else none that the desk or the browser needs for moving about. */
export function mayBeKey(stroke: string, action: ActionName): boolean {
  return stroke === defaults[action] || !kept.test(stroke.replace('Shift+', ''));
}

export function switchLetters(hasLetters: boolean): void {
  store({ ...useKeymap.getState(), hasLetters });
}

export function restoreKeys(): void {
  store(defaultKeymap);
}

type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The stroke as the map names it, or null for one that is never ours. Alt+4 stands for F4, where a browser keeps F4. */
export function strokeName(event: Stroke): string | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return /^[1-8]$/.test(event.key) ? `F${event.key}` : null;
  if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const isLetter = letter !== event.key.toUpperCase();
    return isLetter && event.shiftKey ? `Shift+${letter}` : letter;
  }
  return event.key;
}

export function actionOf(map: Keymap, stroke: string): ActionName | null {
  if (!map.hasLetters && stroke.replace('Shift+', '').length === 1) return null;
  return actionNames.find((name) => map.keys[name] === stroke) ?? null;
}

/** How a cap is lettered: H, ⇧T, Esc. Null: the action has no key. */
export function capOf(map: Keymap, action: ActionName): string | null {
  const key = map.keys[action];
  return key === null ? null : letterCap(key);
}

export function letterCap(key: string): string {
  if (key.startsWith('Shift+')) return `⇧${letterCap(key.slice(6))}`;
  if (key === 'Escape') return 'Esc';
  if (key === ' ') return 'Space';
  if (key === 'ArrowRight') return '→';
  if (key === '-') return '−';
  return key.length === 1 ? key.toUpperCase() : key;
}
