/** Runs the actions that change only this desk: screens, panels, search and filter. */
import { flushSync } from 'react-dom';
import { say } from '../../../core/language/say.ts';
import { actionInfo, type LocalAction } from '../../model/actions.ts';
import { type FilterName, filterNames, sortNames } from '../../model/arrangeRows.ts';
import type { Desk } from '../../stores/desk.ts';
import {
  arrange,
  type ListName,
  openLog,
  openPanel,
  openScreen,
  showDisabledReason,
  togglePanel,
  toggleVideo,
  type UiState,
  useUiState,
} from '../../stores/uiState.ts';

/** Actions on the selected post and its list, which are visible only on the Show screen. */
const showActions: readonly LocalAction[] = ['open', 'changes', 'blockReason', 'filter', 'sort', 'arrivals'];

const allFilters: readonly FilterName[] = filterNames;

export function performLocally(action: LocalAction, desk: Desk): void {
  const { selection, screen } = useUiState.getState();
  if (screen === 'wall' && action === 'open') {
    openScreen('show');
    return;
  }
  if (screen !== 'show' && showActions.includes(action)) {
    sayNothingHappened(say('{action}: only on the Show screen.', { action: say(actionInfo[action].title) }));
    return;
  }
  const list: ListName = selection?.list ?? 'live';
  const arrangement = useUiState.getState().arrangement[list];
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
    case 'name':
    case 'keys':
      togglePanel(action);
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
      if (screen === 'show') flushSync(() => useUiState.setState({ pane: list }));
      document.getElementById(screen === 'show' ? `find-${list}` : 'find-page')?.focus();
      return;
    case 'filter':
      // After a script, which only the menu has, all.
      arrange(list, { filter: allFilters[allFilters.indexOf(arrangement.filter) + 1] ?? 'all' });
      return;
    case 'sort':
      arrange(list, { sort: sortNames[sortNames.indexOf(arrangement.sort) + 1] ?? 'list' });
      return;
    case 'arrivals':
      document.querySelector<HTMLButtonElement>('.list-head-button[data-arrivals], .list-head-button')?.click();
      return;
    default:
      action satisfies never;
  }
}

function sayNothingHappened(why: string): void {
  showDisabledReason(why, say('Nothing happened.'));
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
    sayNothingHappened(say('Block with a reason: select a post.'));
    return;
  }
  // The field must have the focus before the next key, which otherwise acts as a shortcut.
  flushSync(() => openPanel('detail'));
  const field = document.getElementById('block-reason');
  if (field === null) sayNothingHappened(say('Block with a reason: already blocked.'));
  else field.focus();
}

/** Closes one thing per press, in this order: the screen, the panel, the selection of several posts, the selection. */
function closeTopmost(): void {
  const { panel, screen, several } = useUiState.getState();
  if (screen !== 'show') openScreen('show');
  else if (panel !== null) openPanel(null);
  else if (several !== null) useUiState.setState({ several: null });
  else useUiState.setState({ selection: null });
}
