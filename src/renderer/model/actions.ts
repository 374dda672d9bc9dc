/** Lists every action of the desk with its names, group and default key. An action that sends a command takes them from the table of commands. */

import { takeRemovals } from '../../core/commands/feedCommands.ts';
import { type CommandName, commandTable } from '../../core/commandTable.ts';

export type ActionGroup = 'Gate' | 'Selected post' | 'Play head' | 'Navigation' | 'Screens' | 'Rehearsal';

export type ActionInfo = {
  readonly group: ActionGroup;
  /** Its short name, in messages. */
  readonly title: string;
  /** Its name in the Keys panel. */
  readonly label: string;
  /** The default key as in `KeyboardEvent.key`, prefixed with `Shift+` when Shift is held. */
  readonly key: string;
  readonly needsSecondPress: boolean;
};

type Sent = ActionInfo & { readonly command: CommandName };
type Local = ActionInfo & { readonly command: null };

/** An action that sends a command. `own` has what differs from the command's row; without its own key, the row must have one. */
function sends(command: CommandName, group: ActionGroup, own: Partial<ActionInfo> = {}): Sent {
  const row = commandTable[command];
  const { title = row.label, key = row.key } = own;
  if (key === null) throw new Error(`${command} has no key`);
  return { group, title, label: title, needsSecondPress: false, ...own, key, command };
}

/** An action that changes only this desk's screen. */
function local(group: ActionGroup, key: string, label: string): Local {
  return { group, title: label, label, key, needsSecondPress: false, command: null };
}

const actions = {
  hold: sends('hold', 'Gate'),
  release: sends('release', 'Gate'),
  takeAll: sends('take', 'Gate', { label: 'Take all, stays held' }),
  takeRemovals: sends('take', 'Gate', { title: takeRemovals.label, key: 'Shift+t' }),
  clear: sends('clear', 'Gate', { label: 'Clear: all off air', needsSecondPress: true }),
  back: sends('back', 'Gate', { label: 'Back: undo a clear', needsSecondPress: true }),
  seen: sends('seen', 'Gate'),
  block: sends('block', 'Selected post', { label: 'Block: off air now' }),
  blockReason: local('Selected post', 'Shift+b', 'Block with a reason'),
  unblock: sends('unblock', 'Selected post', { needsSecondPress: true }),
  allow: sends('allow', 'Selected post', { label: 'Allow on air', needsSecondPress: true }),
  guardAuthor: sends('guards', 'Selected post', { title: 'Guard this author', key: 'Shift+g' }),
  markUsed: sends('used', 'Selected post'),
  changes: local('Selected post', 'e', 'Show changes'),
  open: local('Selected post', 'Enter', 'Open with large picture'),
  video: local('Selected post', 'v', 'Play or pause videos'),
  next: sends('next', 'Play head'),
  previous: sends('previous', 'Play head'),
  first: sends('cue', 'Play head', { title: 'First', label: 'First post', key: 'Shift+p' }),
  cue: sends('cue', 'Play head', { label: 'Cue the selected post' }),
  pin: sends('pin', 'Play head'),
  rotate: sends('rotate', 'Play head', { label: 'Rotation on or off' }),
  longer: sends('rotate', 'Play head', { title: 'One second longer', key: '+' }),
  shorter: sends('rotate', 'Play head', { title: 'One second shorter', key: '-' }),
  byLength: sends('rotate', 'Play head', { title: 'More time for long posts', key: 'j' }),
  loop: sends('rotate', 'Play head', { title: 'Loop', label: 'Loop on or off', key: 'l' }),
  skipUsed: sends('rotate', 'Play head', { title: 'Skip used', key: 'k' }),
  rotation: local('Play head', 'Shift+o', 'Rotation settings'),
  find: local('Navigation', '/', 'Find in this list'),
  filter: local('Navigation', 'f', 'Filter this list'),
  sort: local('Navigation', 'Shift+f', 'Sort this list'),
  arrivals: local('Navigation', 'a', 'Show new posts'),
  close: local('Navigation', 'Escape', 'Close or deselect'),
  show: local('Screens', 'F1', 'Show'),
  recipes: local('Screens', 'F2', 'Recipes'),
  copyAddress: local('Screens', 'd', 'Copy the next address'),
  preflight: local('Screens', 'F3', 'Preflight'),
  log: local('Screens', 'F4', 'Log'),
  history: local('Screens', 'F7', 'History'),
  asRun: local('Screens', 'x', 'As-run log'),
  rehearsal: local('Screens', 'y', 'Rehearsal'),
  rehearsePause: sends('pauseRehearsal', 'Rehearsal'),
  rehearseStep: sends('stepRehearsal', 'Rehearsal'),
  rehearseEnd: sends('endRehearsal', 'Rehearsal', { needsSecondPress: true }),
  checkNow: sends('checkNow', 'Screens'),
  collections: local('Screens', 'F6', 'Collections'),
  settings: local('Screens', 'F8', 'Settings'),
  wall: local('Screens', 'F9', 'All feeds'),
  keptOff: local('Screens', 'w', 'Kept off air'),
  name: local('Screens', 'Shift+n', 'Your name'),
  keys: local('Screens', '?', 'Keys'),
};

export type ActionName = keyof typeof actions;
export type SentAction = { [Name in ActionName]: (typeof actions)[Name] extends Sent ? Name : never }[ActionName];
export type LocalAction = Exclude<ActionName, SentAction>;

export const actionInfo: Readonly<Record<ActionName, Sent | Local>> = actions;
export const actionNames = Object.keys(actions) as readonly ActionName[];

/** A press of these must not put posts on air that came while the button was down. */
export function putsNewPostsOnAir(action: SentAction): boolean {
  return action === 'takeAll' || action === 'release';
}

export function isSentAction(action: ActionName): action is SentAction {
  return actionInfo[action].command !== null;
}

/** Keys that can't be changed. */
export const fixedKeys: Readonly<Partial<Record<ActionGroup, readonly (readonly [readonly string[], string])[]>>> = {
  Navigation: [
    [['↑', '↓'], 'Select a post'],
    [['⇧↑', '⇧↓'], 'Select several posts'],
    [['Ctrl+A'], 'Select all that are shown'],
    [['←', '→'], 'Staging or live'],
    [['Home', 'End'], 'First, last'],
  ],
  Screens: [[['1–9'], 'Feed by number']],
};
