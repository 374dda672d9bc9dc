/** Long work in steps, between which other work may run. */

export type Steps<Result> = Generator<void, Result, void>;

/** Takes the steps without a pause. */
export function runAllSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
