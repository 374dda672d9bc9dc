/** Waiting with a limit: what goes on air never waits for ever for a picture or a font. */

/** Resolves when the work is done, has failed, or so many milliseconds are over, whichever is first. Never rejects. */
export function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
