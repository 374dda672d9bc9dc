/** Lets the text of a very long alarm scroll where the gate keys are below it, so that they stay in view. */

/** Three lines. */
const leastTextPx = 46;

/** `container` has the announcer. */
export function leaveRoomForKeys(container: HTMLElement): void {
  const bar = container.querySelector<HTMLElement>('.announcer.is-alarm');
  const text = bar?.querySelector<HTMLElement>('.announcer-text') ?? null;
  if (bar === null || text === null) return;
  text.style.maxHeight = '';
  text.removeAttribute('tabindex');
  const desk = container.closest('.desk');
  const keys = desk?.querySelector<HTMLElement>('.keys') ?? null;
  // In wider windows, they are next to the lists.
  if (desk === null || keys === null || getComputedStyle(keys).position !== 'sticky') return;
  // As if the page, which can scroll, were at its top.
  const bottomPx = bar.getBoundingClientRect().bottom + desk.scrollTop;
  const missingPx = bottomPx + keys.offsetHeight - window.innerHeight;
  if (missingPx <= 0) return;
  text.style.maxHeight = `${Math.max(leastTextPx, Math.floor(text.offsetHeight - missingPx))}px`;
  // A part that scrolls must be reachable by keys.
  text.tabIndex = 0;
}
