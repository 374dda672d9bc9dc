/** Runs in a page: notes in each frame when a post first appears on screen and when it is gone. */

export type ShownPosts = {
  /** By the id of the post, when the first frame with it was painted, as epoch milliseconds; removed when it is gone. */
  readonly shownAtMs: Record<string, number>;
  /** When the first frame without it was painted; removed when it is shown again. */
  readonly goneAtMs: Record<string, number>;
};

declare global {
  interface Window {
    shownPosts: ShownPosts;
  }
}

/** Passed to the page as text, so everything that it uses is inside. */
export function watchShownPosts(): void {
  const { shownAtMs, goneAtMs }: ShownPosts = { shownAtMs: {}, goneAtMs: {} };
  window.shownPosts = { shownAtMs, goneAtMs };
  const isSeen = (post: Element): boolean => {
    const picture = post.closest('.is-shown');
    return picture !== null && Number(getComputedStyle(picture).opacity) > 0;
  };
  const checkFrame = (): void => {
    const posts = Array.from(document.querySelectorAll('[data-post]')).filter(isSeen);
    const seen = new Set(posts.map((post) => String(post.getAttribute('data-post'))));
    const { port1, port2 } = new MessageChannel();
    // A message that is sent while a frame is prepared arrives after it is painted.
    port1.onmessage = () => {
      const nowMs = performance.timeOrigin + performance.now();
      for (const id of seen) {
        if (shownAtMs[id] === undefined) shownAtMs[id] = nowMs;
        delete goneAtMs[id];
      }
      for (const id of Object.keys(shownAtMs)) {
        if (seen.has(id)) continue;
        delete shownAtMs[id];
        goneAtMs[id] = nowMs;
      }
    };
    port2.postMessage(null);
    requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
