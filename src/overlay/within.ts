/** A time limit for waiting, so that a missing picture or font never keeps a post off air. */

/** Resolves when the work succeeds, fails or takes longer than the limit. Never rejects. */
export function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(finish, finish);
  });
}
