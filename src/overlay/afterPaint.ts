/** Reports when the latest change has been painted. */

/** Returns a function that calls back after the next painted frame. A newer call replaces a pending one. */
export function createAfterPaint(): (callback: () => void) => void {
  let latestCall = 0;
  return (callback) => {
    latestCall += 1;
    const thisCall = latestCall;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (thisCall === latestCall) callback();
      }),
    );
  };
}
