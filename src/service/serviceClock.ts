/** The service's clock, which its shell or a test provides. */

export type ServiceClock = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls back once. Returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};
