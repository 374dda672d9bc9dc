/** Subscribes to the service's event stream, so that changes from other windows show immediately. */

export type Subscription = { readonly stop: () => void };

/** Calls `onEvent` when the stream opens and at each event. Calls `onEnded` if the stream ends, except after `stop`. */
export function subscribeToEvents(
  organisation: string,
  token: string,
  onEvent: () => void,
  onEnded: () => void,
): Subscription {
  const abortController = new AbortController();
  const path = `/authoring/v1/${encodeURIComponent(organisation)}/events`;

  async function read(): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(path, { headers, cache: 'no-store', signal: abortController.signal });
    if (!response.ok || response.body === null) return;
    // The stream has no events for earlier changes, so refresh when it opens.
    onEvent();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const messages = (buffer + value).split('\n\n');
      buffer = messages.pop() ?? '';
      if (messages.some((message) => message.startsWith('event:'))) onEvent();
    }
  }

  read()
    .catch(() => undefined)
    .finally(() => {
      if (!abortController.signal.aborted) onEnded();
    });
  return { stop: () => abortController.abort() };
}
