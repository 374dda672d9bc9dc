/** Everything a key can do, with its words and the key it has unless the operator gave it another. */

export const actionNames = [
  'hold',
  'release',
  'takeAll',
  'takeRemovals',
  'clear',
  'back',
  'seen',
  'block',
  'blockReason',
  'unblock',
  'allow',
  'guardAuthor',
  'markUsed',
  'changes',
  'open',
  'next',
  'previous',
  'first',
  'cue',
  'pin',
  'rotate',
  'longer',
  'shorter',
  'byLength',
  'loop',
  'skipUsed',
  'rotation',
  'find',
  'filter',
  'arrivals',
  'close',
  'show',
  'log',
  'history',
  'asRun',
  'rehearsal',
  'rehearsePause',
  'rehearseStep',
  'rehearseEnd',
  'checkNow',
  'collections',
  'keptOff',
  'keys',
] as const;
export type ActionName = (typeof actionNames)[number];

/** The gate's keys and what acts on a post or the play head: what is sent to the engine. */
export type SentAction = Exclude<ActionName, HereAction>;

/** What stays on this desk. */
export const hereActions = [
  'blockReason',
  'changes',
  'open',
  'rotation',
  'find',
  'filter',
  'arrivals',
  'close',
  'show',
  'log',
  'history',
  'asRun',
  'rehearsal',
  'collections',
  'keptOff',
  'keys',
] as const;
export type HereAction = (typeof hereActions)[number];

export function isSent(action: ActionName): action is SentAction {
  return !hereActions.some((here) => here === action);
}

export type ActionGroup =
  | 'The gate'
  | 'The selected post'
  | 'The play head'
  | 'Moving about'
  | 'Screens'
  | 'The rehearsal';

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
  back: entry('The gate', 'z', 'Back, or put back', true),
  seen: entry('The gate', 's', 'I have looked'),
  block: entry('The selected post', 'b', 'Block: off air now'),
  blockReason: entry('The selected post', 'Shift+b', 'Block with a reason'),
  unblock: entry('The selected post', 'u', 'Unblock', true),
  allow: entry('The selected post', 'g', 'Let a guarded post go', true),
  guardAuthor: entry('The selected post', 'Shift+g', 'Keep its author off air'),
  markUsed: entry('The selected post', 'm', 'Mark used'),
  changes: entry('The selected post', 'e', 'What changed'),
  open: entry('The selected post', 'Enter', 'Open, large picture'),
  next: entry('The play head', 'n', 'Next'),
  previous: entry('The play head', 'p', 'Previous'),
  first: entry('The play head', 'Shift+p', 'First: from the beginning'),
  cue: entry('The play head', 'q', 'Cue the selected post'),
  pin: entry('The play head', 'i', 'Pin'),
  rotate: entry('The play head', 'o', 'Rotation on or off'),
  longer: entry('The play head', '+', 'A second longer'),
  shorter: entry('The play head', '-', 'A second shorter'),
  byLength: entry('The play head', 'j', 'Longer texts stay longer'),
  loop: entry('The play head', 'l', 'Loop or stop at the end'),
  skipUsed: entry('The play head', 'k', 'Pass over used posts'),
  rotation: entry('The play head', 'Shift+o', 'Rotation: all of it'),
  find: entry('Moving about', '/', 'Find in this list'),
  filter: entry('Moving about', 'f', 'Filter this list'),
  arrivals: entry('Moving about', 'a', 'Show what arrived'),
  close: entry('Moving about', 'Escape', 'Close, or unselect'),
  show: entry('Screens', 'F1', 'The show'),
  log: entry('Screens', 'F4', 'Log'),
  history: entry('Screens', 'F7', 'History: every list that was on air'),
  asRun: entry('Screens', 'x', 'As-run, and its files'),
  rehearsal: entry('Screens', 'y', 'Rehearsal'),
  rehearsePause: entry('The rehearsal', ' ', 'Pause or go on'),
  rehearseStep: entry('The rehearsal', 'ArrowRight', 'Next event'),
  rehearseEnd: entry('The rehearsal', 'Shift+y', 'End it', true),
  checkNow: entry('Screens', 'F5', 'Check the service now'),
  collections: entry('Screens', 'F6', 'Collections'),
  keptOff: entry('Screens', 'w', 'Kept off air: words, authors, blocks'),
  keys: entry('Screens', '?', 'This sheet'),
};
