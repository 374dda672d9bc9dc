/** The figures of the last hour that the desk plots. */

/** One series; `null` where nothing was measured, which a plot leaves empty. */
export type Series = readonly (number | null)[];

export type Figures = {
  /** Time between two samples. A longer one is a gap: Greenroom or its machine stood still. */
  readonly everySeconds: number;
  /** Epoch milliseconds of each sample, oldest first. Every series has as many values. */
  readonly at: readonly number[];
  /** Duration of the last request to the service, if one was made since the sample before. Milliseconds. */
  readonly latencyMs: Series;
  /** From a change on air to its paint by the slowest consumer, if one has painted since the sample before. Milliseconds. */
  readonly paintedMs: Series;
  /** Consumers that are not silent. */
  readonly consumers: Series;
  /** Changes of live that the gate keeps from air. */
  readonly waiting: Series;
};
