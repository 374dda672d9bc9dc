/** Sends presses to the control API, and reads the service’s collections from it. */
import type { Panel } from '../src/contract/panel.ts';
import { readErrorMessage } from './errorMessage.ts';
import { readPanel } from './panelState.ts';
import { authorisation, type Target } from './target.ts';

export type CollectionChoice = { readonly id: string; readonly name: string };

/** `refusal`: why the press did nothing; `null` when it was done. `panel` is the state after a command on a feed. */
export type Answer = { readonly refusal: string | null; readonly panel: Panel | null };

export type ControlClient = {
  readonly send: (path: string, body: object) => Promise<Answer>;
  /** Resolves with `null` if they can’t be read now. */
  readonly listCollections: () => Promise<readonly CollectionChoice[] | null>;
};

const timeoutMs = 5000;
/** Companion shows them in one dropdown. */
const maxPages = 10;

export function createControlClient(target: Target, { fetch: send }: { readonly fetch: typeof fetch }): ControlClient {
  return {
    send: async (path, body) => {
      try {
        const response = await send(`${target.address}${path}`, {
          method: 'POST',
          headers: { ...authorisation(target), 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) return { refusal: await readErrorMessage(response), panel: null };
        return { refusal: null, panel: readPanel(await response.text()) };
      } catch {
        const refusal =
          'Greenroom did not respond, so the press may not have arrived. Check the lamps before you press again.';
        return { refusal, panel: null };
      }
    },
    listCollections: async () => {
      const found: CollectionChoice[] = [];
      try {
        for (let page = 0, pages = 1; page < Math.min(pages, maxPages); page += 1) {
          const response = await send(`${target.address}/api/collections?page=${page}`, {
            headers: authorisation(target),
            redirect: 'error',
            signal: AbortSignal.timeout(timeoutMs),
          });
          if (!response.ok) return null;
          const read = (await response.json()) as { rows: readonly CollectionChoice[]; totalPages: number };
          found.push(...read.rows.map(({ id, name }) => ({ id, name })));
          pages = read.totalPages;
        }
        return found;
      } catch {
        return null;
      }
    },
  };
}
