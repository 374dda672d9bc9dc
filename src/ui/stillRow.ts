/** Keeps the row under the pointer in place while rows come and go around it, in every list that does not do this itself. */

/** Rows of lists and tables. */
const rowSelector = 'tbody > tr, li:not([aria-hidden]), [role="option"], .row, .change, .kept-off-line, .webhook';
/** Blank space that kept a row in place is removed this long after the pointer left. */
const keptForMs = 1500;

type Pointed = { readonly row: HTMLElement; readonly pane: HTMLElement; topPx: number };

/** `exceptSelector` finds lists that keep their rows in place themselves. Returns a function that stops it. */
export function keepPointedRowStill(root: HTMLElement, exceptSelector: string): () => void {
  let pointed: Pointed | null = null;
  /** The pane in which the pointer was moved. Nobody has pointed at a row of a pane that opened under a resting pointer. */
  let movedIn: HTMLElement | null = null;
  /** The pane with blank space, until the pointer has left it. */
  let padded: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const removePadding = (): void => {
    if (padded === null) return;
    const { paddingTop } = padded.style;
    padded.style.paddingTop = '';
    padded.style.paddingBottom = '';
    padded.scrollTop -= Number.parseFloat(paddingTop || '0');
    padded = null;
  };
  const forget = (): void => {
    pointed = null;
    clearTimeout(timer);
    if (padded !== null) timer = setTimeout(removePadding, keptForMs);
  };
  const onPointer = ({ type, target, buttons }: PointerEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>(rowSelector) : null;
    const pane = row === null || row.closest(exceptSelector) !== null || buttons !== 0 ? null : findPane(row);
    if (type === 'pointermove') movedIn = pane;
    if (row === null || pane === null || pane !== movedIn) {
      if (pointed !== null) forget();
      return;
    }
    clearTimeout(timer);
    if (padded !== null && padded !== pane) removePadding();
    pointed = { row, pane, topPx: row.getBoundingClientRect().top };
  };
  /** Typing changes a list on purpose, for example in a search field. */
  const onKeyDown = ({ target }: KeyboardEvent): void => {
    if (target instanceof HTMLInputElement) forget();
  };
  const onScroll = (): void => {
    if (pointed !== null) pointed.topPx = pointed.row.getBoundingClientRect().top;
  };
  /** Runs after React has changed the page and before the browser paints it. */
  const onChange = (): void => {
    if (pointed === null || !pointed.row.isConnected) return;
    const { row, pane, topPx } = pointed;
    const distance = (): number => row.getBoundingClientRect().top - topPx;
    const moved = distance();
    if (Math.abs(moved) < 0.5) return;
    pane.scrollTop += moved;
    const rest = distance();
    if (Math.abs(rest) < 0.5) return;
    // The pane can’t scroll that far, so blank space makes up for the rest.
    const side = rest > 0 ? 'paddingBottom' : 'paddingTop';
    pane.style[side] =
      `${Number.parseFloat(getComputedStyle(pane)[side]) + Math.abs(rest) + spareHeight(pane, rest)}px`;
    padded = pane;
    if (rest > 0) pane.scrollTop += rest;
  };

  const observer = new MutationObserver(onChange);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  const listeners = [
    ['pointermove', onPointer],
    ['pointerover', onPointer],
    ['pointerdown', forget],
    ['keydown', onKeyDown],
  ] as const;
  for (const [type, listener] of listeners) root.ownerDocument.addEventListener(type, listener as EventListener, true);
  root.ownerDocument.documentElement.addEventListener('pointerleave', forget);
  root.ownerDocument.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const [type, listener] of listeners)
      root.ownerDocument.removeEventListener(type, listener as EventListener, true);
    root.ownerDocument.documentElement.removeEventListener('pointerleave', forget);
    root.ownerDocument.removeEventListener('scroll', onScroll, { capture: true });
  };
}

/** The blank part below the last row, which must be filled before the pane can scroll. */
function spareHeight(pane: HTMLElement, rest: number): number {
  if (rest < 0 || pane.scrollHeight > pane.clientHeight) return 0;
  const bottom = Math.max(...[...pane.children].map((child) => child.getBoundingClientRect().bottom), 0);
  return Math.max(0, pane.getBoundingClientRect().bottom - bottom);
}

function findPane(row: HTMLElement): HTMLElement | null {
  for (let element = row.parentElement; element !== null; element = element.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(element).overflowY)) return element;
  return null;
}
