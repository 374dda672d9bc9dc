/** Lists every action of the desk with its label, group and default key. */

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

export type SentAction = Exclude<ActionName, LocalAction>;

/** Actions that change only this desk's screen. */
export const localActions = [
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
export type LocalAction = (typeof localActions)[number];

export function isSentAction(action: ActionName): action is SentAction {
  return !localActions.some((localAction) => localAction === action);
}

export type ActionGroup = 'Gate' | 'Selected post' | 'Play head' | 'Navigation' | 'Screens' | 'Rehearsal';

export type ActionInfo = {
  readonly label: string;
  readonly group: ActionGroup;
  /** The default key as in `KeyboardEvent.key`, prefixed with `Shift+` when Shift is held. */
  readonly key: string;
  readonly needsSecondPress: boolean;
};

const defineAction = (group: ActionGroup, key: string, label: string, needsSecondPress = false): ActionInfo => ({
  group,
  key,
  label,
  needsSecondPress,
});

export const actionInfo: Readonly<Record<ActionName, ActionInfo>> = {
  hold: defineAction('Gate', 'h', 'Hold'),
  release: defineAction('Gate', 'r', 'Release'),
  takeAll: defineAction('Gate', 't', 'Take all, stays held'),
  takeRemovals: defineAction('Gate', 'Shift+t', 'Take removals'),
  clear: defineAction('Gate', 'c', 'Clear: all off air', true),
  back: defineAction('Gate', 'z', 'Back: undo a clear', true),
  seen: defineAction('Gate', 's', 'Got it'),
  block: defineAction('Selected post', 'b', 'Block: off air now'),
  blockReason: defineAction('Selected post', 'Shift+b', 'Block with a reason'),
  unblock: defineAction('Selected post', 'u', 'Unblock', true),
  allow: defineAction('Selected post', 'g', 'Allow on air', true),
  guardAuthor: defineAction('Selected post', 'Shift+g', 'Guard this author'),
  markUsed: defineAction('Selected post', 'm', 'Mark used'),
  changes: defineAction('Selected post', 'e', 'Show changes'),
  open: defineAction('Selected post', 'Enter', 'Open with large picture'),
  next: defineAction('Play head', 'n', 'Next'),
  previous: defineAction('Play head', 'p', 'Previous'),
  first: defineAction('Play head', 'Shift+p', 'First post'),
  cue: defineAction('Play head', 'q', 'Cue the selected post'),
  pin: defineAction('Play head', 'i', 'Pin'),
  rotate: defineAction('Play head', 'o', 'Rotation on or off'),
  longer: defineAction('Play head', '+', 'One second longer'),
  shorter: defineAction('Play head', '-', 'One second shorter'),
  byLength: defineAction('Play head', 'j', 'More time for long posts'),
  loop: defineAction('Play head', 'l', 'Loop on or off'),
  skipUsed: defineAction('Play head', 'k', 'Skip used'),
  rotation: defineAction('Play head', 'Shift+o', 'Rotation settings'),
  find: defineAction('Navigation', '/', 'Find in this list'),
  filter: defineAction('Navigation', 'f', 'Filter this list'),
  arrivals: defineAction('Navigation', 'a', 'Show new posts'),
  close: defineAction('Navigation', 'Escape', 'Close or deselect'),
  show: defineAction('Screens', 'F1', 'Show'),
  log: defineAction('Screens', 'F4', 'Log'),
  history: defineAction('Screens', 'F7', 'History'),
  asRun: defineAction('Screens', 'x', 'As-run log'),
  rehearsal: defineAction('Screens', 'y', 'Rehearsal'),
  rehearsePause: defineAction('Rehearsal', ' ', 'Pause or resume'),
  rehearseStep: defineAction('Rehearsal', 'ArrowRight', 'Next event'),
  rehearseEnd: defineAction('Rehearsal', 'Shift+y', 'End rehearsal', true),
  checkNow: defineAction('Screens', 'F5', 'Check now'),
  collections: defineAction('Screens', 'F6', 'Collections'),
  keptOff: defineAction('Screens', 'w', 'Kept off air'),
  keys: defineAction('Screens', '?', 'Keys'),
};

/** Keys that can't be changed. */
export const fixedKeys: Readonly<Partial<Record<ActionGroup, readonly (readonly [readonly string[], string])[]>>> = {
  Navigation: [
    [['↑', '↓'], 'Select a post'],
    [['←', '→'], 'Staging or live'],
    [['Home', 'End'], 'First, last'],
  ],
  Screens: [[['1–9'], 'Feed by number']],
};
