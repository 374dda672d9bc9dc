/** Tells when what was just changed is really on the screen. */

/** Calls back once the next frame has been drawn; a newer call takes the place of one that waits. */
export function createAfterPaint(): (callback: () => void) => void {
  let newest = 0;
  return (callback) => {
    newest += 1;
    const mine = newest;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (mine === newest) callback();
      }),
    );
  };
}
