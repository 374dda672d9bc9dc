/** Reads the service's event stream, so that changes from other windows show immediately. */
import { parseJson } from '../../core/parseJson.ts';
import { noResponse, parseFailure } from './callApi.ts';

/** The service sends a heartbeat every 15 s; after this time without one, the connection is dead. */
const silentAfterMs = 40_000;

/** `data` is `null` if it is not JSON. */
export type ServiceEvent = { readonly name: string; readonly data: unknown };

/**
 * Calls `onOpen` when the stream opens and `onEvents` with the events that arrive together. Resolves when the
 * stream ends; rejects with an `ApiError` when it can't be opened.
 */
export async function readEvents(
  organisation: string,
  token: string,
  signal: AbortSignal,
  onOpen: () => void,
  onEvents: (events: readonly ServiceEvent[]) => void,
): Promise<void> {
  const path = `/authoring/v1/${encodeURIComponent(organisation)}/events`;
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silentAfterMs);
  const response = await fetch(path, {
    headers,
    cache: 'no-store',
    signal: AbortSignal.any([signal, silence.signal]),
  })
    .catch(() => {
      throw noResponse();
    })
    .finally(() => clearTimeout(timer));
  if (!response.ok || response.body === null) throw parseFailure(response.status, null);
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      timer = setTimeout(() => silence.abort(), silentAfterMs);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      const messages = (buffer + value).split('\n\n');
      buffer = messages.pop() ?? '';
      onEvents(messages.flatMap(parseEvent));
    }
  } catch {
    // The connection broke; the caller opens another.
  } finally {
    clearTimeout(timer);
  }
}

function parseEvent(message: string): readonly ServiceEvent[] {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)/.exec(message) ?? [];
  return name === undefined ? [] : [{ name, data: parseJson(data) }];
}
