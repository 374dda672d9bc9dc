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

/** Actions sent to the engine. */
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
  return !localActions.some((here) => here === action);
}

export type ActionGroup = 'Gate' | 'Selected post' | 'Play head' | 'Navigation' | 'Screens' | 'Rehearsal';

export type ActionInfo = {
  readonly label: string;
  readonly group: ActionGroup;
  /** The default key as in `KeyboardEvent.key`, prefixed with `Shift+` when Shift is held. */
  readonly key: string;
  readonly needsSecondPress: boolean;
};

const entry = (group: ActionGroup, key: string, label: string, needsSecondPress = false): ActionInfo => ({
  group,
  key,
  label,
  needsSecondPress,
});

export const actionInfo: Readonly<Record<ActionName, ActionInfo>> = {
  hold: entry('Gate', 'h', 'Hold'),
  release: entry('Gate', 'r', 'Release'),
  takeAll: entry('Gate', 't', 'Take all, stays held'),
  takeRemovals: entry('Gate', 'Shift+t', 'Take removals'),
  clear: entry('Gate', 'c', 'Clear: all off air', true),
  back: entry('Gate', 'z', 'Back: undo a clear', true),
  seen: entry('Gate', 's', 'Got it'),
  block: entry('Selected post', 'b', 'Block: off air now'),
  blockReason: entry('Selected post', 'Shift+b', 'Block with a reason'),
  unblock: entry('Selected post', 'u', 'Unblock', true),
  allow: entry('Selected post', 'g', 'Allow on air', true),
  guardAuthor: entry('Selected post', 'Shift+g', 'Keep its author off air'),
  markUsed: entry('Selected post', 'm', 'Mark used'),
  changes: entry('Selected post', 'e', 'Show changes'),
  open: entry('Selected post', 'Enter', 'Open with large picture'),
  next: entry('Play head', 'n', 'Next'),
  previous: entry('Play head', 'p', 'Previous'),
  first: entry('Play head', 'Shift+p', 'First post'),
  cue: entry('Play head', 'q', 'Cue the selected post'),
  pin: entry('Play head', 'i', 'Pin'),
  rotate: entry('Play head', 'o', 'Rotation on or off'),
  longer: entry('Play head', '+', 'One second longer'),
  shorter: entry('Play head', '-', 'One second shorter'),
  byLength: entry('Play head', 'j', 'More time for long posts'),
  loop: entry('Play head', 'l', 'Loop on or off'),
  skipUsed: entry('Play head', 'k', 'Skip used'),
  rotation: entry('Play head', 'Shift+o', 'Rotation settings'),
  find: entry('Navigation', '/', 'Find in this list'),
  filter: entry('Navigation', 'f', 'Filter this list'),
  arrivals: entry('Navigation', 'a', 'Show new posts'),
  close: entry('Navigation', 'Escape', 'Close or deselect'),
  show: entry('Screens', 'F1', 'Show'),
  log: entry('Screens', 'F4', 'Log'),
  history: entry('Screens', 'F7', 'History'),
  asRun: entry('Screens', 'x', 'As-run log'),
  rehearsal: entry('Screens', 'y', 'Rehearsal'),
  rehearsePause: entry('Rehearsal', ' ', 'Pause or resume'),
  rehearseStep: entry('Rehearsal', 'ArrowRight', 'Next event'),
  rehearseEnd: entry('Rehearsal', 'Shift+y', 'End rehearsal', true),
  checkNow: entry('Screens', 'F5', 'Check now'),
  collections: entry('Screens', 'F6', 'Collections'),
  keptOff: entry('Screens', 'w', 'Kept off air'),
  keys: entry('Screens', '?', 'Keys'),
};
