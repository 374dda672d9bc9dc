/** Follows the event stream of one feed, notices a lost connection within five seconds, and reconnects for ever. */
import { createParser } from 'eventsource-parser';
import type { Panel } from '../src/contract/panel.ts';
import { readErrorMessage } from './errorMessage.ts';
import { type Link, readPanel } from './panelState.ts';
import { authorisation, type Target } from './target.ts';

export type PanelStreamPorts = {
  readonly fetch: typeof fetch;
  readonly onPanel: (panel: Panel) => void;
  readonly onNoLink: (link: Exclude<Link, 'connected'>, message: string) => void;
};

/** Greenroom sends at least a heartbeat every 2 s. */
const silentMs = 5000;
const retryMs = 1000;

/** Returns a function that stops it. */
export function followPanel(target: Target, ports: PanelStreamPorts): () => void {
  const stopped = new AbortController();
  void follow();
  return () => stopped.abort();

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      const { link, message } = await readUntilLost();
      if (stopped.signal.aborted) return;
      ports.onNoLink(link, message);
      await wait(retryMs, stopped.signal);
    }
  }

  async function readUntilLost(): Promise<{ readonly link: Exclude<Link, 'connected'>; readonly message: string }> {
    const connecting = new AbortController();
    let giveUp = (): void => connecting.abort();
    const giveUpNow = (): void => giveUp();
    stopped.signal.addEventListener('abort', giveUpNow);
    let timer = setTimeout(giveUpNow, silentMs);
    try {
      const response = await ports.fetch(`${target.address}/api/events?feed=${encodeURIComponent(target.feed)}`, {
        // Greenroom counts the readers of this name as Companion.
        headers: { ...authorisation(target), accept: 'text/event-stream', 'user-agent': 'Greenroom-Companion' },
        redirect: 'error',
        signal: connecting.signal,
      });
      if (response.status !== 200 || response.body === null) return await describeRefusal(response);
      const reader = response.body.getReader();
      // Once there is a response, Node may forget the signal of a request.
      giveUp = () => void reader.cancel().catch(() => undefined);
      const decoder = new TextDecoder();
      const parser = createParser({
        onEvent: ({ data }) => {
          const panel = readPanel(data);
          if (panel !== null && !stopped.signal.aborted) ports.onPanel(panel);
        },
      });
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(giveUpNow, silentMs);
        parser.feed(decoder.decode(read.value, { stream: true }));
      }
    } catch {
      // The address is wrong, Greenroom is not running, or it has gone silent.
    } finally {
      clearTimeout(timer);
      stopped.signal.removeEventListener('abort', giveUpNow);
    }
    return {
      link: 'lost',
      message: `No connection to Greenroom at ${target.address}. On air may continue. Check that Greenroom is running.`,
    };
  }
}

async function describeRefusal(response: Response): Promise<{ link: Exclude<Link, 'connected'>; message: string }> {
  const message = await readErrorMessage(response);
  if (response.status === 401 || response.status === 403) return { link: 'refused', message };
  return { link: response.status === 404 ? 'misconfigured' : 'lost', message };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
