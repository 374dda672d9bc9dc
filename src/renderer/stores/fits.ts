/** Holds what a hidden frame of the feed has measured: whether each post fits the overlays. Posts are measured when they are needed. */
import { create } from 'zustand';
import type { DeskItem } from '../../contract/deskItem.ts';
import { handleOf } from '../../core/collection.ts';
import { toAirText } from '../../core/feed/airText.ts';
import type { MeasuredFit } from '../../core/fit.ts';

/** Small, so that posts that have scrolled into view do not wait long. */
const batchSize = 8;

/** The frame loads within this time, unless the feed’s port can’t be reached from this desk. */
const frameStartMs = 5000;

type Fits = {
  /** By post object, which is another after each change of the post. Replaced when the theme changes. */
  readonly fits: WeakMap<DeskItem, MeasuredFit>;
  /** Changes with each result. */
  readonly version: number;
  /** Whether a frame can measure. */
  readonly isReady: boolean;
};

export const useFits = create<Fits>()(() => ({ fits: new WeakMap(), version: 0, isReady: false }));

/** The newest request is measured first, because its row is on screen. */
let waiting: readonly DeskItem[] = [];
let sent: { readonly id: number; readonly items: readonly DeskItem[] } | null = null;
let lastId = 0;
let post: ((message: unknown) => void) | null = null;

/** `send` passes a message to the frame. Returns a function that disconnects it. */
export function connectFitFrame(send: (message: unknown) => void): () => void {
  post = send;
  return () => {
    post = null;
    sent = null;
    useFits.setState({ isReady: false });
  };
}

export function requestFit(item: DeskItem): void {
  if (useFits.getState().fits.has(item) || sent?.items.includes(item) === true) return;
  waiting = [...waiting.filter((other) => other !== item), item];
  sendNext();
}

/** Stops measuring a post that is no longer needed. */
export function withdrawFit(item: DeskItem): void {
  waiting = waiting.filter((other) => other !== item);
}

/** Resolves when each of these posts is measured, or after this time; also when nothing can measure. */
export function measureFits(items: readonly DeskItem[], limitMs: number): Promise<void> {
  const isMeasured = (): boolean => items.every((item) => useFits.getState().fits.has(item));
  const isKnown = new Set(waiting);
  // Rows on screen are measured before them.
  waiting = [...items.filter((item) => !isKnown.has(item) && !useFits.getState().fits.has(item)), ...waiting];
  sendNext();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      const isNeeded = new Set(items);
      waiting = waiting.filter((item) => !isNeeded.has(item));
      resolve();
    };
    const timer = setTimeout(end, useFits.getState().isReady ? limitMs : Math.min(limitMs, frameStartMs));
    const unsubscribe = useFits.subscribe(() => {
      if (isMeasured()) end();
    });
    if (isMeasured()) end();
  });
}

/** Reads a message of the frame; ignores any other. */
export function receiveFits(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  if ('fitReady' in data) {
    // The theme decides what fits.
    sent = null;
    useFits.setState(({ version }) => ({ fits: new WeakMap(), version: version + 1, isReady: true }));
    sendNext();
    return;
  }
  const answer = 'fits' in data ? readAnswer(data.fits) : null;
  if (answer === null || sent?.id !== answer.id) return;
  const { fits } = useFits.getState();
  for (const item of sent.items) {
    const fit = answer.fits.find(({ itemId }) => itemId === item.id);
    if (fit !== undefined) fits.set(item, fit);
  }
  sent = null;
  useFits.setState(({ version }) => ({ version: version + 1 }));
  sendNext();
}

function sendNext(): void {
  if (post === null || sent !== null || !useFits.getState().isReady || waiting.length === 0) return;
  const items = waiting.slice(-batchSize);
  waiting = waiting.slice(0, -batchSize);
  lastId += 1;
  sent = { id: lastId, items };
  post({ measureFit: { id: lastId, items: items.map(toMeasured) } });
}

/** The post as the feed has it on air. */
function toMeasured({ id, fullName, username, source, message, media }: DeskItem) {
  return {
    id,
    fullName: fullName === null ? null : toAirText(fullName),
    handle: username === null ? null : handleOf(toAirText(username)),
    source: toAirText(source),
    message: toAirText(message),
    media: media.map(({ mediaType, width, height, url, posterUrl }) => ({
      ...{ mediaType, width, height, isReady: url !== null, hasPoster: posterUrl !== null },
    })),
  };
}

function readAnswer(value: unknown): { readonly id: number; readonly fits: readonly MeasuredFit[] } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, fits }: { id?: unknown; fits?: unknown } = value;
  return typeof id === 'number' && Array.isArray(fits) ? { id, fits: fits.flatMap(readFit) } : null;
}

function readFit(value: unknown): readonly MeasuredFit[] {
  if (typeof value !== 'object' || value === null) return [];
  const fit: { readonly [Field in keyof MeasuredFit]?: unknown } = value;
  const { itemId, missing } = fit;
  if (typeof itemId !== 'string' || typeof missing !== 'string') return [];
  const isTrue = (field: 'isWholeOnCard' | 'isWholeOnWall' | 'isCroppedOnWall'): boolean => fit[field] === true;
  return [
    {
      ...{ itemId, missing, isWholeOnCard: isTrue('isWholeOnCard'), isWholeOnWall: isTrue('isWholeOnWall') },
      isCroppedOnWall: isTrue('isCroppedOnWall'),
    },
  ];
}
