/** Follows what is on air for a presenter, notices a lost connection within five seconds, and reconnects for ever. */
import { createParser } from 'eventsource-parser';
import type { PresenterView } from '../../contract/presenter.ts';
import { say } from '../../core/language/say.ts';
import { parseJson } from '../../core/parseJson.ts';

export type PresenterTarget = {
  /** `null` for the first feed. */
  readonly feed: string | null;
  readonly token: string | null;
};

export type FollowPorts = {
  readonly fetch: typeof fetch;
  readonly onView: (view: PresenterView) => void;
  /** Called whenever something arrives. `engineMs` is Greenroom’s time, `null` if it is not part of what arrived. */
  readonly onHeard: (engineMs: number | null) => void;
  /** `refusal` says why Greenroom refused the link; `null` without an answer. */
  readonly onLost: (refusal: string | null) => void;
};

/** Greenroom sends at least a heartbeat every 2 s. */
const silentMs = 5000;
const retryMs = 1000;
const retryRefusedMs = 5000;

/** Returns a function that stops it. */
export function followPresenter({ feed, token }: PresenterTarget, ports: FollowPorts): () => void {
  const stopped = new AbortController();
  void follow();
  return () => stopped.abort();

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      const refusal = await readUntilLost().catch(() => null);
      if (stopped.signal.aborted) return;
      ports.onLost(refusal);
      await wait(refusal === null ? retryMs : retryRefusedMs);
    }
  }

  /** Resolves with the reason of a refusal. */
  async function readUntilLost(): Promise<string | null> {
    const silence = new AbortController();
    const giveUp = (): void => silence.abort();
    let timer = setTimeout(giveUp, silentMs);
    try {
      const query = feed === null ? '' : `?feed=${encodeURIComponent(feed)}`;
      const response = await ports.fetch(`/api/present${query}`, {
        headers: { authorization: `Bearer ${token ?? ''}`, accept: 'text/event-stream' },
        cache: 'no-store',
        signal: AbortSignal.any([stopped.signal, silence.signal]),
      });
      if (response.status !== 200 || response.body === null) return describeRefusal(response.status);
      let engineMs = Date.parse(response.headers.get('date') ?? '') || null;
      let hasView = false;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = createParser({
        onEvent: ({ data }) => {
          const view = readView(parseJson(data));
          if (view === null) return;
          ports.onView(view);
          hasView = true;
        },
      });
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, silentMs);
        parser.feed(read.value);
        // Until this connection brings a view, the page shows that of an earlier one.
        if (!hasView) continue;
        ports.onHeard(engineMs);
        engineMs = null;
      }
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  function wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

function describeRefusal(status: number): string | null {
  if (status === 401 || status === 403) return say('This link is not accepted. Ask the gallery for a new one.');
  return status === 404 ? say('This feed does not exist. Ask the gallery for the right link.') : null;
}

/** The engine validates what it sends, so only the outer shape is checked here. */
function readView(value: unknown): PresenterView | null {
  return typeof value === 'object' && value !== null && 'current' in value ? (value as PresenterView) : null;
}

/** Marks the post used or removes the mark. Resolves with what to tell the presenter; `null` once it is done. */
export async function markUsed(
  { token }: PresenterTarget,
  feed: string,
  itemId: string,
  used: boolean,
): Promise<string | null> {
  const response = await fetch(`/api/feeds/${encodeURIComponent(feed)}/used`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ itemId, used }),
    signal: AbortSignal.timeout(silentMs),
  }).catch(() => null);
  if (response === null) return say('No connection. The mark may not have changed.');
  return response.ok ? null : say('The mark has not changed. Tell the gallery.');
}
