/** Keeps the page up to date: polls the service, refreshes on its events, and tracks whether it responds. */
import { type Subscription, subscribeToEvents } from '../api/listen.ts';
import type { Context } from './context.ts';
import { acceptVersion } from './context.ts';

/** Polling is slower while the event stream is open. */
const pollIntervalMs = { withEvents: 10_000, withoutEvents: 2000 } as const;
/** Merges a burst of events into one refresh. */
const debounceMs = 60;

export type Connection = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly refresh: () => Promise<void>;
};

export function createConnection(context: Context): Connection {
  const { store, client, now } = context;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let clock: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;
  let refreshing: Promise<void> | null = null;
  let isRefreshQueued = false;
  let isRefreshScheduled = false;
  let subscription: ({ readonly organisation: string } & Subscription) | null = null;

  async function loadOrganisation(): Promise<boolean> {
    if (store.getState().organisation !== null) return true;
    const found = await client.listOrganisations();
    if (!found.ok) {
      store.setState({ connection: found.status === 401 ? 'refused' : 'lost' });
      return false;
    }
    const [first = null] = found.value;
    const faults = first === null ? null : await client.listFaults(first);
    store.setState({
      organisations: found.value,
      organisation: first,
      faults: faults?.ok === true ? faults.value : null,
    });
    return first !== null;
  }

  async function pollOnce(): Promise<void> {
    if (!(await loadOrganisation())) return;
    const { organisation } = store.getState();
    if (organisation === null) return;
    const summaries = await client.listCollections(organisation);
    if (!summaries.ok) {
      store.setState({ connection: summaries.status === 401 ? 'refused' : 'lost' });
      return;
    }
    if (store.getState().organisation !== organisation) return;
    store.setState({ connection: 'ready', summaries: summaries.value });
    await refreshCollection(organisation);
    await refreshService(organisation);
  }

  async function refreshCollection(organisation: string): Promise<void> {
    const { collectionId, summaries, collection } = store.getState();
    const doesExist = summaries?.some((summary) => summary.id === collectionId) ?? false;
    const wantedId = doesExist ? collectionId : (summaries?.[0]?.id ?? null);
    if (wantedId !== collectionId) store.setState({ collectionId: wantedId, collection: null, selectedId: null });
    if (wantedId === null) return;
    const knownEtag = collection?.id === wantedId ? collection.etag : null;
    const read = await client.readCollection(organisation, wantedId, knownEtag);
    if (read.ok && read.value !== null) acceptVersion(context, read.value, false);
  }

  async function refreshService(organisation: string): Promise<void> {
    const [keys, webhooks, deliveries, faults] = await Promise.all([
      client.listKeys(organisation),
      client.listWebhooks(organisation),
      client.listDeliveries(organisation),
      store.getState().faults === null ? null : client.listFaults(organisation),
    ]);
    if (store.getState().organisation !== organisation) return;
    if (keys.ok) store.setState({ keys: keys.value });
    if (webhooks.ok) store.setState({ webhooks: webhooks.value });
    if (deliveries.ok)
      store.setState({ deliveries: deliveries.value.deliveries, deliveriesTotal: deliveries.value.total });
    if (faults?.ok === true) store.setState({ faults: faults.value });
  }

  /** Runs one refresh at a time; a call during one queues exactly one more. */
  function refresh(): Promise<void> {
    if (refreshing !== null) {
      isRefreshQueued = true;
      return refreshing;
    }
    isRefreshScheduled = false;
    refreshing = pollOnce().finally(scheduleNext);
    return refreshing;
  }

  function scheduleNext(): void {
    refreshing = null;
    const { connection, organisation } = store.getState();
    if (isStopped || connection === 'refused') return;
    if (connection === 'ready' && organisation !== null && subscription?.organisation !== organisation)
      subscribe(organisation);
    const intervalMs = subscription === null ? pollIntervalMs.withoutEvents : pollIntervalMs.withEvents;
    schedule(isRefreshQueued ? debounceMs : intervalMs);
    isRefreshQueued = false;
  }

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void refresh(), milliseconds);
  }

  /** Ignores an event if a refresh is already running, queued or scheduled soon. */
  function onEvent(): void {
    if (refreshing !== null) isRefreshQueued = true;
    if (refreshing !== null || isRefreshScheduled) return;
    isRefreshScheduled = true;
    schedule(debounceMs);
  }

  function subscribe(organisation: string): void {
    subscription?.stop();
    const onEnded = () => {
      if (subscription?.organisation !== organisation) return;
      subscription = null;
      schedule(pollIntervalMs.withoutEvents);
    };
    subscription = { organisation, ...subscribeToEvents(organisation, context.token, onEvent, onEnded) };
  }

  return {
    start: () => {
      clock = setInterval(() => store.setState({ now: now() }), 1000);
      void refresh();
    },
    stop: () => {
      isStopped = true;
      subscription?.stop();
      if (timer !== null) clearTimeout(timer);
      if (clock !== null) clearInterval(clock);
    },
    refresh: refresh,
  };
}
