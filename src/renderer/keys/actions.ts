/** Everything a key can do, with its words and the key it has unless the operator gave it another. */

export const actionNames = [
  'hold',
  'release',
  'takeAll',
  'takeRemovals',
  'clear',
  'back',
  'block',
  'unblock',
  'allow',
  'markUsed',
  'changes',
  'open',
  'next',
  'previous',
  'cue',
  'pin',
  'rotate',
  'find',
  'filter',
  'arrivals',
  'close',
  'show',
  'log',
  'checkNow',
  'collections',
  'keys',
] as const;
export type ActionName = (typeof actionNames)[number];

/** The gate's keys and what acts on a post or the play head: what is sent to the engine. */
export type SentAction = Exclude<
  ActionName,
  'changes' | 'open' | 'find' | 'filter' | 'arrivals' | 'close' | 'show' | 'log' | 'collections' | 'keys'
>;

export type ActionGroup = 'The gate' | 'The selected post' | 'The play head' | 'Moving about' | 'Screens';

export type ActionWords = {
  readonly words: string;
  readonly group: ActionGroup;
  /** The name of the key as KeyboardEvent gives it, with `Shift+` before it where it is held. */
  readonly key: string;
  readonly isTwice: boolean;
};

const entry = (group: ActionGroup, key: string, words: string, isTwice = false): ActionWords => ({
  group,
  key,
  words,
  isTwice,
});

export const actionWords: Readonly<Record<ActionName, ActionWords>> = {
  hold: entry('The gate', 'h', 'Hold'),
  release: entry('The gate', 'r', 'Release'),
  takeAll: entry('The gate', 't', 'Take all, then hold'),
  takeRemovals: entry('The gate', 'Shift+t', 'Take removals only'),
  clear: entry('The gate', 'c', 'Clear: all off air', true),
  back: entry('The gate', 'z', 'Back to the last on air', true),
  block: entry('The selected post', 'b', 'Block: off air now'),
  unblock: entry('The selected post', 'u', 'Unblock', true),
  allow: entry('The selected post', 'g', 'Let a guarded post go', true),
  markUsed: entry('The selected post', 'm', 'Mark used'),
  changes: entry('The selected post', 'e', 'What changed'),
  open: entry('The selected post', 'Enter', 'Open, large picture'),
  next: entry('The play head', 'n', 'Next'),
  previous: entry('The play head', 'p', 'Previous'),
  cue: entry('The play head', 'q', 'Cue the selected post'),
  pin: entry('The play head', 'i', 'Pin'),
  rotate: entry('The play head', 'o', 'Rotation on or off'),
  find: entry('Moving about', '/', 'Find in this list'),
  filter: entry('Moving about', 'f', 'Filter this list'),
  arrivals: entry('Moving about', 'a', 'Show what arrived'),
  close: entry('Moving about', 'Escape', 'Close, or unselect'),
  show: entry('Screens', 'F1', 'The show'),
  log: entry('Screens', 'F4', 'Log'),
  checkNow: entry('Screens', 'F5', 'Check the service now'),
  collections: entry('Screens', 'F6', 'Collections'),
  keys: entry('Screens', '?', 'This sheet'),
};
