/** Keeps the ends of as-run rows by row number, in about 12 bytes each. */
import type { AirEnd } from '../../core/asRun.ts';

type End = Omit<AirEnd, 'feed' | 'of' | 'itemId'>;
type Cause = Omit<End, 'at'>;

export type AirEnds = {
  readonly set: (row: number, end: End) => void;
  /** `null` for a row that has no end. */
  readonly get: (row: number) => End | null;
  /** Epoch milliseconds; infinite for a row that has no end. */
  readonly timeMsOf: (row: number) => number;
};

const rowsPerBlock = 8192;

export function createAirEnds(): AirEnds {
  const blocks: { readonly timesMs: Float64Array; readonly causes: Uint32Array }[] = [];
  /** Few differ, so each is kept once. */
  const causes: Cause[] = [];
  const causeIndexes = new Map<string, number>();
  const indexOf = ({ cause, by, verb, about }: Cause): number => {
    const key = JSON.stringify([cause, by, verb, about]);
    const known = causeIndexes.get(key);
    if (known !== undefined) return known;
    causeIndexes.set(key, causes.length);
    return causes.push({ cause, by, verb, about }) - 1;
  };
  const timeMsOf = (row: number): number =>
    blocks[Math.floor(row / rowsPerBlock)]?.timesMs[row % rowsPerBlock] ?? Number.POSITIVE_INFINITY;
  return {
    set: (row, end) => {
      const index = Math.floor(row / rowsPerBlock);
      blocks[index] ??= {
        timesMs: new Float64Array(rowsPerBlock).fill(Number.POSITIVE_INFINITY),
        causes: new Uint32Array(rowsPerBlock),
      };
      blocks[index].timesMs[row % rowsPerBlock] = Date.parse(end.at);
      blocks[index].causes[row % rowsPerBlock] = indexOf(end);
    },
    get: (row) => {
      const timeMs = timeMsOf(row);
      const cause = causes[blocks[Math.floor(row / rowsPerBlock)]?.causes[row % rowsPerBlock] ?? 0];
      return cause === undefined || timeMs === Number.POSITIVE_INFINITY
        ? null
        : { at: new Date(timeMs).toISOString(), ...cause };
    },
    timeMsOf,
  };
}
