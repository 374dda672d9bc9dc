/** The exports that desks read part by part, so that neither the engine nor a connection holds the text of a whole log. */
import type { Refusal } from '../../contract/commands.ts';
import type { QueryResult } from '../../contract/queries.ts';
import type { Cancel, Ports } from '../ports.ts';
import { refuse } from '../refuse.ts';

type Part = QueryResult<'exportPart'>;

/** Begins a file. Its parts reject if the log cannot be read, and end once `signal` is aborted. */
type BeginExport = (signal: AbortSignal) => { readonly ok: true; readonly parts: AsyncGenerator<string> } | Refusal;

export type OpenExports = {
  /** Returns the first part. Both reject if the log cannot be read. */
  readonly begin: (beginExport: BeginExport) => Promise<Part | Refusal>;
  readonly readNext: (id: number) => Promise<Part | Refusal>;
};

type OpenExport = { readonly parts: AsyncGenerator<string>; readonly abort: AbortController; cancelStop: Cancel };

/** In UTF-16 units; formatting it as a message takes about two milliseconds. */
const partLength = 500_000;

/** A desk that closes reads no further. Milliseconds. */
const stopAfterMs = 30_000;

/** Each open export holds 12 bytes for each row of the log. */
const maxOpen = 4;

export function createOpenExports(clock: Pick<Ports['clock'], 'after'>): OpenExports {
  const open = new Map<number, OpenExport>();
  let lastId = 0;

  const stop = (id: number): void => {
    const stopped = open.get(id);
    stopped?.cancelStop();
    stopped?.abort.abort();
    open.delete(id);
  };

  const readPart = async (id: number): Promise<Part | Refusal> => {
    const reading = open.get(id);
    if (reading === undefined) return refuse('EXPORT_STOPPED', {});
    const { parts, abort } = reading;
    reading.cancelStop();
    let text = '';
    try {
      while (text.length < partLength) {
        const part = await parts.next();
        // An export that was stopped has no end, and must not look complete.
        if (abort.signal.aborted) return refuse('EXPORT_STOPPED', {});
        if (part.done === true) {
          stop(id);
          return { text, next: null };
        }
        text += part.value;
      }
    } catch (error) {
      stop(id);
      throw error;
    }
    reading.cancelStop = clock.after(stopAfterMs, () => stop(id));
    return { text, next: id };
  };

  return {
    begin: async (beginExport) => {
      const abort = new AbortController();
      const begun = beginExport(abort.signal);
      if (!begun.ok) return begun;
      const [oldest] = open.keys();
      if (oldest !== undefined && open.size >= maxOpen) stop(oldest);
      lastId += 1;
      open.set(lastId, { parts: begun.parts, abort, cancelStop: () => undefined });
      return readPart(lastId);
    },
    readNext: readPart,
  };
}
