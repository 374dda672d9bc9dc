/** Runs the actions that change only this desk: screens, panels, search and filter. */
import { flushSync } from 'react-dom';
import { say } from '../../../core/language/say.ts';
import { pressTimeMs } from '../../../ui/pressTime.ts';
import { actionInfo, type LocalAction } from '../../model/actions.ts';
import { sortNames } from '../../model/arrangeRows.ts';
import { arrangeAloud } from '../../stores/arrangeAloud.ts';
import type { Desk } from '../../stores/desk.ts';
import {
  activeListOf,
  deselect,
  type ListName,
  openLog,
  openPanel,
  openScreen,
  showDisabledKey,
  showDisabledReason,
  showUrgentReason,
  toggleFilters,
  togglePanel,
  toggleVideo,
  type UiState,
  useUiState,
} from '../../stores/uiState.ts';

/** Actions on the selected post and its list, which are visible only on the Show screen. */
const showActions: readonly LocalAction[] = ['open', 'changes', 'blockReason', 'filter', 'sort', 'arrivals'];

export function performLocally(action: LocalAction, desk: Desk): void {
  const ui = useUiState.getState();
  const { screen } = ui;
  if (screen === 'wall' && action === 'open') {
    openScreen('show');
    return;
  }
  if (screen !== 'show' && showActions.includes(action)) {
    const why = say('{action}: only on the Show screen.', { action: say(actionInfo[action].title) });
    if (action === 'blockReason') showUrgentReason(why, say('Nothing happened.'));
    else sayNothingHappened(why);
    return;
  }
  const list = activeListOf(ui);
  const arrangement = ui.arrangement[list];
  switch (action) {
    case 'show':
      openScreen('show');
      return;
    case 'log':
      openLog('events');
      return;
    case 'history':
    case 'asRun':
    case 'rehearsal':
      openLog(action);
      return;
    case 'keptOff':
    case 'rotation':
    case 'keys':
      togglePanel(action);
      return;
    case 'name':
      flushSync(() => openPanel('name'));
      focusName();
      return;
    case 'blockReason':
      openBlockReason(desk);
      return;
    case 'preflight':
    case 'collections':
    case 'settings':
    case 'recipes':
    case 'wall':
      openScreen(action);
      return;
    case 'copyAddress':
      copyNextAddress(useUiState.getState());
      return;
    case 'open':
    case 'changes':
      if (desk.selected !== null) openPanel('detail');
      return;
    case 'video':
      toggleVideo();
      return;
    case 'close':
      closeTopmost();
      return;
    case 'find':
      focusSearch(screen === 'show' ? list : null);
      return;
    case 'filter':
      flushSync(() => toggleFilters(list));
      return;
    case 'sort':
      arrangeAloud(list, { sort: sortNames[sortNames.indexOf(arrangement.sort) + 1] ?? 'list' });
      return;
    case 'arrivals':
      (
        document.querySelector<HTMLButtonElement>('[data-arrivals="true"]') ??
        document.querySelector<HTMLButtonElement>('[data-arrivals]')
      )?.click();
      return;
    default:
      action satisfies never;
  }
}

function sayNothingHappened(why: string): void {
  showDisabledReason(why, say('Nothing happened.'));
}

function focusName(): void {
  const field = document.querySelector<HTMLInputElement>('.left-panel .desk-name input');
  field?.focus();
  field?.select();
}

/** `list` is `null` on a screen other than Show. */
function focusSearch(list: ListName | null): void {
  if (list !== null)
    flushSync(() => {
      // A panel covers staging.
      if (list === 'staging' && useUiState.getState().panel !== 'filter') openPanel(null);
      useUiState.setState({ pane: list });
    });
  const field = document.getElementById(list === null ? 'find-page' : `find-${list}`);
  field?.focus();
  // The word typed next must not become shortcuts.
  if (field === null || document.activeElement !== field)
    showUrgentReason(say('This screen has no search field.'), say('Nothing happened.'));
}

function copyNextAddress({ screen, nextAddress }: UiState): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('.recipe .address button');
  if (buttons.length === 0) {
    sayNothingHappened(
      screen === 'recipes'
        ? say('Copy the next address: this recipe has no address now.')
        : say('Copy the next address: only on the Recipes screen.'),
    );
    return;
  }
  buttons[nextAddress % buttons.length]?.click();
  useUiState.setState({ nextAddress: (nextAddress + 1) % buttons.length });
}

/** Opens the post's details and focuses the field for the reason. */
function openBlockReason(desk: Desk): void {
  if (desk.selected === null) {
    sayBlockDisabled(desk);
    return;
  }
  // The field must have the focus before the next key, which otherwise acts as a shortcut.
  flushSync(() => openPanel('detail'));
  const field = document.getElementById('block-reason');
  if (field !== null) field.focus();
  else sayBlockDisabled(desk);
}

function sayBlockDisabled({ actionStates, feed }: Desk): void {
  const { disabledReason: reason, target } = actionStates.block;
  if (reason === null) return;
  const { title } = actionInfo.blockReason;
  const press = { action: 'block', title, keyLabel: null, target, gateSince: feed.gateSince } as const;
  showDisabledKey({ ...press, reason, atMs: pressTimeMs() }, true);
}

/** Closes one thing per press, in this order: the screen, the panel, the selection of several posts, the selection. */
function closeTopmost(): void {
  const { panel, screen, several } = useUiState.getState();
  if (screen !== 'show') openScreen('show');
  else if (panel !== null) openPanel(null);
  else if (several !== null) useUiState.setState({ several: null });
  else deselect();
}
