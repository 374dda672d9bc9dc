/** Listens to what the service tells of its changes, so that another window's change is seen at once; silence means asking more often. */

export type Listening = { readonly stop: () => void };

/** `onTold` once the stream is open and at each thing told; `onEnded` once, when the stream is over for whatever reason but `stop`. */
export function listen(organisation: string, token: string, onTold: () => void, onEnded: () => void): Listening {
  const leaving = new AbortController();
  const path = `/authoring/v1/${encodeURIComponent(organisation)}/events`;

  async function read(): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(path, { headers, cache: 'no-store', signal: leaving.signal });
    if (!answer.ok || answer.body === null) return;
    // What changed before the stream was open is told by nobody: one look makes up for it.
    onTold();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const messages = (rest + value).split('\n\n');
      rest = messages.pop() ?? '';
      if (messages.some((message) => message.startsWith('event:'))) onTold();
    }
  }

  read()
    .catch(() => undefined)
    .finally(() => {
      if (!leaving.signal.aborted) onEnded();
    });
  return { stop: () => leaving.abort() };
}
