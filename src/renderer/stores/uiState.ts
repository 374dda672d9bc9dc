/** Holds this desk's own state: selection, open screen and panel, and notice; never what is on air. */
import { create } from 'zustand';
import { say } from '../../core/language/say.ts';
import type { RecipeTarget } from '../../core/recipes.ts';
import type { SentAction } from '../model/actions.ts';
import { type Arrangement, unarranged } from '../model/arrangeRows.ts';
import type { RotationChoice } from '../model/playHeadStates.ts';
import type { SettingPart } from '../model/settingFields.ts';
import type { Notice } from '../model/words/announcement.ts';
import type { Done } from '../model/words/doneSentence.ts';
import { useSpokenLanguage } from './spokenLanguage.ts';

export type Screen =
  | 'show'
  | 'wall'
  | 'recipes'
  | 'preflight'
  | 'collections'
  | 'log'
  | 'settings'
  | 'pushSetup'
  | 'firstRun';
/** The views of the Log screen, in display order. */
export const logViews = ['events', 'history', 'asRun', 'rehearsal', 'figures'] as const;
export type LogView = (typeof logViews)[number];
/** Panels open on the left of the Show screen, over staging. */
export type Panel = 'detail' | 'keys' | 'source' | 'addresses' | 'keptOff' | 'rotation' | 'name' | 'start' | 'filter';
/** On a narrow screen, the part of Show that is visible; staging's part also holds the open panel. */
export type Pane = 'live' | 'staging' | 'waiting';
export type ListName = 'staging' | 'live';
export type Selection = { readonly list: ListName; readonly id: string };
/** Where a selected post was that has left: its list’s posts in the order in which they were shown, itself included. `sinceMs`: monotonic. */
export type LostPosition = Selection & { readonly ids: readonly string[]; readonly sinceMs: number };

/** A press of a disabled key. `keyLabel` is `null` when it has none; `atMs` is monotonic. */
export type DisabledPress = {
  readonly action: SentAction;
  /** The name of the press, a message. */
  readonly title: string;
  readonly keyLabel: string | null;
  readonly reason: string;
  /** Its subject, as the key's state names it. */
  readonly target: string;
  /** Since when the gate of the selected feed was as it was, ISO 8601. */
  readonly gateSince: string;
  readonly atMs: number;
};

export type UiState = {
  readonly slug: string | null;
  /** The feed that was shown until it was deleted, and when, as `performance.now()` returns it; `null` once the operator selects a feed. */
  readonly deletedFeed: { readonly slug: string; readonly atMs: number } | null;
  readonly screen: Screen;
  readonly panel: Panel | null;
  readonly pane: Pane;
  readonly logView: LogView;
  /** The program whose recipe is open. */
  readonly recipe: RecipeTarget;
  /** Index of the address of the recipe that the key copies next, from 0. */
  readonly nextAddress: number;
  /** The open part of the Settings screen. */
  readonly settingPart: SettingPart;
  /** The revision selected in History; `null` for the previous one. */
  readonly historyRevision: number | null;
  /** Used the next time rotation is switched on. */
  readonly rotation: RotationChoice;
  readonly selection: Selection | null;
  /** From where the next arrow key selects while nothing is selected; `null` before a selected post has left. */
  readonly lostPosition: LostPosition | null;
  /** When the desk last changed the selection by itself, as `performance.now()` returns it; `null` once the operator selects. */
  readonly selectionMovedAtMs: number | null;
  /** Several selected posts of the selection’s list, it included; `null` while it is alone. `anchor`: from where Shift extends it. */
  readonly several: { readonly ids: ReadonlySet<string>; readonly anchor: string } | null;
  readonly notice: Notice | null;
  /** The key whose reason the notice gives; `null` for any other notice. */
  readonly disabledPress: DisabledPress | null;
  /** The effect of the operator's last press; `count` differs for each, so that the same sentence is spoken again. */
  readonly done: (Done & { readonly count: number }) | null;
  /** Ids of posts that arrived above the visible part of staging and have not been seen. */
  readonly arrivals: readonly string[];
  /** Whether videos play in the selected row, under the pointer, in the details and in the picture; not on air. */
  readonly isVideoPlaying: boolean;
  readonly arrangement: Readonly<Record<ListName, Arrangement>>;
  /** The list whose filters the filter panel shows. */
  readonly filteredList: ListName;
};

export const initialUiState: UiState = {
  slug: null,
  deletedFeed: null,
  screen: 'show',
  panel: null,
  pane: 'live',
  logView: 'events',
  recipe: 'obs',
  nextAddress: 0,
  settingPart: 'source',
  historyRevision: null,
  rotation: { seconds: 8 },
  selection: null,
  lostPosition: null,
  selectionMovedAtMs: null,
  several: null,
  notice: null,
  disabledPress: null,
  done: null,
  arrivals: [],
  isVideoPlaying: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  arrangement: { staging: unarranged, live: unarranged },
  filteredList: 'live',
};

export const useUiState = create<UiState>()(() => initialUiState);

// Sentences that were said in the language before.
useSpokenLanguage.subscribe(() => {
  dismissNotice();
  showDone(null);
});

const noticeShownForMs = 10_000;

let noticeTimer: ReturnType<typeof setTimeout> | null = null;

export function showNotice(notice: Notice): void {
  dismissNotice();
  useUiState.setState({ notice });
  noticeTimer = setTimeout(dismissNotice, noticeShownForMs);
}

export function dismissNotice(): void {
  if (noticeTimer !== null) clearTimeout(noticeTimer);
  if (useUiState.getState().notice !== null) useUiState.setState({ notice: null, disabledPress: null });
}

const doneShownForMs = 8000;

let doneTimer: ReturnType<typeof setTimeout> | null = null;
let doneCount = 0;

/** Shows and announces what a press did, while that is true; `null` replaces what an earlier press did. */
export function showDone(done: Done | null): void {
  if (doneTimer !== null) clearTimeout(doneTimer);
  doneCount += 1;
  useUiState.setState({ done: done === null ? null : { ...done, count: doneCount } });
  doneTimer = setTimeout(() => useUiState.setState({ done: null }), doneShownForMs);
}

/** Shows why a press did nothing. */
export function showDisabledReason(lead: string, rest: string): void {
  showNotice({ lead, rest, hasWaitingButton: false, endsWith: 'gate', isUrgent: false });
}

/** Like `showDisabledReason`, on every screen and spoken immediately, because the operator goes on typing. */
export function showUrgentReason(lead: string, rest: string): void {
  showNotice({ lead, rest, hasWaitingButton: false, endsWith: 'gate', isUrgent: true });
}

/** Shows why a disabled key did nothing, until that is no longer the reason. `isUrgent`: as `showUrgentReason` does. */
export function showDisabledKey(press: DisabledPress, isUrgent = false): void {
  const lead = say('{title}: {reason}.', { title: say(press.title), reason: press.reason });
  (isUrgent ? showUrgentReason : showDisabledReason)(lead, say('Nothing happened.'));
  useUiState.setState({ disabledPress: press });
}

/** Dismisses the reason of a press, which may no longer be true. */
export function dismissDisabledReason(): void {
  if (useUiState.getState().notice?.endsWith === 'gate') dismissNotice();
}

/** Dismisses the refusal of a press because the state could not be saved. Call once it can be again. */
export function dismissUnsavedRefusal(): void {
  if (useUiState.getState().notice?.endsWith === 'saving') dismissNotice();
}

export function select(list: ListName, id: string): void {
  const { selection, several, panel, pane } = useUiState.getState();
  if (selection?.list === list && selection.id === id && several === null) return;
  useUiState.setState({
    ...{ selection: { list, id }, lostPosition: null, selectionMovedAtMs: null, several: null },
    pane: panel === null ? list : pane,
  });
}

/** The several posts of this list on which keys act together; `null` also while details are open, because keys then act on their post alone. */
export function severalIdsOf({ selection, several, panel }: UiState, list: ListName): ReadonlySet<string> | null {
  return several === null || selection?.list !== list || panel === 'detail' ? null : several.ids;
}

/** The list in which keys act. */
export function activeListOf({ selection, lostPosition }: Pick<UiState, 'selection' | 'lostPosition'>): ListName {
  return (selection ?? lostPosition)?.list ?? 'live';
}

/** Whether an open panel covers the list, so that no press may act on its posts. Details and filters show theirs. */
export function isCovered({ panel }: Pick<UiState, 'panel'>, list: ListName): boolean {
  return list === 'staging' && panel !== null && panel !== 'detail' && panel !== 'filter';
}

export function deselect(): void {
  useUiState.setState({ selection: null, lostPosition: null, several: null });
}

/** Selects the selected post in the list that it went to. */
export function followSelected(list: ListName, id: string): void {
  select(list, id);
  useUiState.setState({ selectionMovedAtMs: performance.now() });
}

export function arrange(list: ListName, change: Partial<Arrangement>): void {
  useUiState.setState(({ arrangement }) => ({
    arrangement: { ...arrangement, [list]: { ...arrangement[list], ...change } },
  }));
}

export function toggleVideo(): void {
  useUiState.setState(({ isVideoPlaying }) => ({ isVideoPlaying: !isVideoPlaying }));
}

export function openPanel(panel: Panel | null): void {
  const { screen, panel: closed, filteredList, ...ui } = useUiState.getState();
  if (screen !== 'show') dismissDisabledReason();
  const listBelow = closed === 'filter' ? filteredList : activeListOf(ui);
  const pane = panel === null ? listBelow : 'staging';
  useUiState.setState({ panel, pane, screen: 'show' });
}

export function togglePanel(panel: Panel): void {
  openPanel(useUiState.getState().panel === panel ? null : panel);
}

export function openScreen(screen: Screen): void {
  dismissDisabledReason();
  useUiState.setState({ screen, panel: null });
}

export function selectRecipe(recipe: RecipeTarget): void {
  useUiState.setState({ recipe, nextAddress: 0 });
}

/** Opens the filters of this list, or closes them. */
export function toggleFilters(list: ListName): void {
  const { panel, filteredList } = useUiState.getState();
  const isOpen = panel === 'filter' && filteredList === list;
  useUiState.setState({ filteredList: list });
  openPanel(isOpen ? null : 'filter');
}

/** Opens the Log screen at one of its views. */
export function openLog(logView: LogView): void {
  dismissDisabledReason();
  useUiState.setState({ screen: 'log', panel: null, logView });
}

export function selectRevision(historyRevision: number): void {
  useUiState.setState({ historyRevision });
}

export function selectFeed(slug: string): void {
  dismissDisabledReason();
  useUiState.setState({
    slug,
    deletedFeed: null,
    selection: null,
    lostPosition: null,
    several: null,
    panel: null,
    historyRevision: null,
  });
}
