/** Scales pictures in a worker thread, one at a time, with a limit of time and pixels. */
import { Worker } from 'node:worker_threads';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import type { Cancel, Clock } from '../ports.ts';

export type ScaleJob = {
  readonly bytes: Uint8Array;
  readonly kind: 'jpg' | 'png' | 'webp';
  /** In pixels. A narrower picture keeps its size. */
  readonly maxWidth: number;
};

/** A picture without transparent pixels becomes a JPEG, others a PNG. */
export type ScaledPicture = {
  readonly kind: 'jpg' | 'png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

export type Scaler = {
  /** Resolves with `null` if the picture can’t be read, or not within the limits. */
  readonly scale: (job: ScaleJob) => Promise<ScaledPicture | null>;
  readonly stop: () => Promise<void>;
};

/** A decoded picture takes four bytes a pixel, twice for a moment: 200 MB. */
export const maxScaledPixels = 25_000_000;
const jobTimeoutMs = 20_000;
/** Then the thread and its memory are given back. */
const idleMs = 10_000;

export function createScaler(clock: Clock): Scaler {
  const inTurn = createSerialQueue();
  let worker: Worker | null = null;
  let cancelIdle: Cancel | null = null;
  let isStopped = false;
  /** Ends the running job. */
  let onResult: (result: ScaledPicture | null) => void = () => undefined;

  const endWorker = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const run = async (job: ScaleJob): Promise<ScaledPicture | null> => {
    if (isStopped) return null;
    cancelIdle?.();
    const current = worker ?? startWorker((result) => onResult(result));
    worker = current;
    const scaled = await new Promise<ScaledPicture | null>((resolve) => {
      const cancelTimeout = clock.after(jobTimeoutMs, () => onResult(null));
      onResult = (result) => {
        cancelTimeout();
        resolve(result);
      };
      current.postMessage(job);
    });
    // A decoder that has failed may be damaged.
    if (scaled === null) await endWorker();
    else cancelIdle = clock.after(idleMs, () => void inTurn(endWorker));
    return scaled;
  };

  return {
    scale: (job) => inTurn(() => run(job)),
    stop: async () => {
      isStopped = true;
      cancelIdle?.();
      await endWorker();
    },
  };
}

function startWorker(onResult: (result: ScaledPicture | null) => void): Worker {
  const name = import.meta.url.endsWith('.ts') ? './scaleWorker.ts' : './scaleWorker.js';
  const started = new Worker(new URL(name, import.meta.url), {
    // The codecs write to these.
    ...{ stdout: true, stderr: true },
    ...{ env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  started.on('message', onResult);
  started.on('error', () => onResult(null));
  started.on('exit', () => onResult(null));
  started.stdout.resume();
  started.stderr.resume();
  started.unref();
  return started;
}
