/** Keeps the page up to date: reads the service's events and reconnects when they end. */
import { readEvents } from '../api/events.ts';
import type { Context } from './context.ts';
import { acceptEvents, currentOrganisation, noteFailure, organisationsQuery } from './serviceData.ts';

const reconnectAfterMs = 2000;

export function createConnection(context: Context) {
  const { store, queryClient, token, now } = context;
  let stream = new AbortController();
  let isStopped = false;

  async function readOnce(signal: AbortSignal): Promise<void> {
    await queryClient.fetchQuery(organisationsQuery(context));
    const organisation = currentOrganisation(context);
    if (organisation === null) return;
    // The stream has no events for earlier changes, so everything is requested again when it opens.
    const onOpen = () => void queryClient.invalidateQueries({ queryKey: [organisation] });
    await readEvents(organisation, token, signal, onOpen, (events) => acceptEvents(context, organisation, events));
  }

  async function keepReading(): Promise<void> {
    while (!isStopped && store.getState().connection !== 'refused') {
      const { signal } = stream;
      await readOnce(signal).catch((error: unknown) => {
        if (!signal.aborted) noteFailure(store, error);
      });
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectAfterMs));
    }
  }

  /** Ends the stream; the next one is of the organisation that is then chosen. */
  const restart = (): void => {
    const previous = stream;
    stream = new AbortController();
    previous.abort();
  };

  return {
    /** Returns a function that stops it. */
    start: () => {
      const clock = setInterval(() => store.setState({ now: now() }), 1000);
      void keepReading();
      return () => {
        clearInterval(clock);
        isStopped = true;
        restart();
      };
    },
    restart,
  };
}
