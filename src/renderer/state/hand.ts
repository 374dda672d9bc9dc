/** The operator's own hand on this desk: what is chosen, opened, armed and said back. Never what is on air. */
import { create } from 'zustand';
import type { ActionName } from '../keys/actions.ts';

export type Screen = 'show' | 'collections' | 'log';
/** The four views of the past on the log's screen, in their order. */
export const pastViews = ['events', 'history', 'asRun', 'rehearsal'] as const;
export type PastView = (typeof pastViews)[number];
/** What opens at the left, over staging. */
export type Panel = 'detail' | 'keys' | 'source' | 'addresses' | 'keptOff' | 'rotation';
export type ListName = 'staging' | 'live';
export type Selection = { readonly list: ListName; readonly id: string };

/** The first of two presses is down. `target` is what it was aimed at, so that the second cannot mean another. */
export type Armed = { readonly id: string; readonly target: string; readonly atMs: number; readonly sentence: string };

/** A short word back to the hand. `lead` is set in bold. */
export type Notice = {
  readonly lead: string;
  readonly rest: string;
  readonly atMs: number;
  readonly isAboutWaiting: boolean;
  /** Why a key rested: no longer so once the screen or the gate is another, or the next press is sent. */
  readonly isOfMoment: boolean;
};

/** Seconds a post stays; by length: the least. */
export type RotationChoice = { readonly seconds: number };

export type Hand = {
  readonly slug: string | null;
  readonly screen: Screen;
  readonly panel: Panel | null;
  readonly pastView: PastView;
  /** The revision that is looked at in the history; null: the one before the present one. */
  readonly pastRevision: number | null;
  /** How the rotation goes when it is next switched on. */
  readonly rotation: RotationChoice;
  readonly selection: Selection | null;
  readonly armed: Armed | null;
  readonly notice: Notice | null;
  /** What came in above what is in sight, in staging; null: all of it was seen. `at` is ISO 8601. */
  readonly arrivals: { readonly count: number; readonly at: string } | null;
  /** Actions whose answer is awaited. */
  readonly working: ReadonlySet<ActionName>;
  readonly find: Readonly<Record<ListName, string>>;
  readonly filter: Readonly<Record<ListName, FilterName>>;
};

export const filterNames = ['all', 'new', 'edited', 'blocked', 'guarded', 'not ready', 'unused'] as const;
export type FilterName = (typeof filterNames)[number];

export const restingHand: Hand = {
  slug: null,
  screen: 'show',
  panel: null,
  pastView: 'events',
  pastRevision: null,
  rotation: { seconds: 8 },
  selection: null,
  armed: null,
  notice: null,
  arrivals: null,
  working: new Set(),
  find: { staging: '', live: '' },
  filter: { staging: 'all', live: 'all' },
};

export const useHand = create<Hand>()(() => restingHand);

/** The window for the second press, and the least time before it. Milliseconds. */
export const armedForMs = 2000;
export const secondPressAfterMs = 150;
/** How long a word back stays. Milliseconds. */
export const noticeForMs = 10_000;

let armedTimer: ReturnType<typeof setTimeout> | null = null;
let noticeTimer: ReturnType<typeof setTimeout> | null = null;

export function arm(id: string, target: string, sentence: string): void {
  if (armedTimer !== null) clearTimeout(armedTimer);
  useHand.setState({ armed: { id, target, sentence, atMs: performance.now() }, notice: null });
  armedTimer = setTimeout(disarm, armedForMs);
}

export function disarm(): void {
  if (armedTimer !== null) clearTimeout(armedTimer);
  armedTimer = null;
  if (useHand.getState().armed !== null) useHand.setState({ armed: null });
}

/** `again` this is the second press in time; `early` too soon after the first; `first` the first. */
export function readPress(id: string, target: string): 'again' | 'early' | 'first' {
  const { armed } = useHand.getState();
  if (armed === null || armed.id !== id || armed.target !== target) return 'first';
  const sinceMs = performance.now() - armed.atMs;
  if (sinceMs > armedForMs) return 'first';
  return sinceMs < secondPressAfterMs ? 'early' : 'again';
}

export function say(lead: string, rest: string, isAboutWaiting: boolean): void {
  showNotice({ lead, rest, isAboutWaiting, atMs: Date.now(), isOfMoment: false });
}

/** Why a press did nothing, on this screen and at this gate. */
export function sayRested(lead: string, rest: string): void {
  showNotice({ lead, rest, isAboutWaiting: false, atMs: Date.now(), isOfMoment: true });
}

function showNotice(notice: Notice): void {
  if (noticeTimer !== null) clearTimeout(noticeTimer);
  useHand.setState({ notice });
  noticeTimer = setTimeout(() => useHand.setState({ notice: null }), noticeForMs);
}

/** Takes back what was true of the moment alone. */
export function forgetRested(): void {
  if (useHand.getState().notice?.isOfMoment === true) useHand.setState({ notice: null });
}

export function select(list: ListName, id: string): void {
  const { selection } = useHand.getState();
  if (selection?.list === list && selection.id === id) return;
  disarm();
  useHand.setState({ selection: { list, id } });
}

export function openPanel(panel: Panel | null): void {
  if (useHand.getState().screen !== 'show') forgetRested();
  useHand.setState({ panel, screen: 'show' });
}

export function openScreen(screen: Screen): void {
  forgetRested();
  useHand.setState({ screen, panel: null });
}

/** Opens the log at one of its views. */
export function openPast(pastView: PastView): void {
  disarm();
  forgetRested();
  useHand.setState({ screen: 'log', panel: null, pastView });
}

export function lookAtRevision(pastRevision: number): void {
  disarm();
  useHand.setState({ pastRevision });
}

export function chooseFeed(slug: string): void {
  disarm();
  forgetRested();
  useHand.setState({ slug, selection: null, panel: null, pastRevision: null });
}

export function setWorking(action: ActionName, isWorking: boolean): void {
  const working = new Set(useHand.getState().working);
  if (isWorking) working.add(action);
  else working.delete(action);
  useHand.setState({ working });
}
