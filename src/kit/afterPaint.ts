/** Reports when the latest change has been painted. */

/**
 * Returns a function that calls back after the next painted frame. A newer call replaces a pending one. A hidden page paints no frames and
 * shows nothing, so it calls back without one.
 */
export function createAfterPaint(): (callback: () => void) => void {
  let pending: (() => void) | null = null;
  const finish = (callback: () => void): void => {
    if (pending !== callback) return;
    pending = null;
    callback();
  };
  const finishIfHidden = (): void => {
    const callback = pending;
    if (document.hidden && callback !== null) setTimeout(() => finish(callback));
  };
  document.addEventListener('visibilitychange', finishIfHidden);
  return (callback) => {
    pending = callback;
    requestAnimationFrame(() => requestAnimationFrame(() => finish(callback)));
    finishIfHidden();
  };
}
