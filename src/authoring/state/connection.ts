/** Keeps the page up to date: polls the service, refreshes on its events, and tracks whether it responds. */
import { type Subscription, subscribeToEvents } from '../api/events.ts';
import type { Context } from './context.ts';
import { acceptVersion } from './context.ts';

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
  let pollTimer: ReturnType<typeof setTimeout> | null = null;
  let clockTimer: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;
  let refreshInProgress: Promise<void> | null = null;
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
    const isListed = summaries?.some((summary) => summary.id === collectionId) ?? false;
    const nextId = isListed ? collectionId : (summaries?.[0]?.id ?? null);
    if (nextId !== collectionId) store.setState({ collectionId: nextId, collection: null, selectedId: null });
    if (nextId === null) return;
    const knownEtag = collection?.id === nextId ? collection.etag : null;
    const result = await client.readCollection(organisation, nextId, knownEtag);
    if (result.ok && result.value !== null) acceptVersion(context, result.value, false);
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

  /** Runs one refresh at a time; any calls during it queue one more. */
  function refresh(): Promise<void> {
    if (refreshInProgress !== null) {
      isRefreshQueued = true;
      return refreshInProgress;
    }
    isRefreshScheduled = false;
    refreshInProgress = pollOnce().finally(scheduleNext);
    return refreshInProgress;
  }

  function scheduleNext(): void {
    refreshInProgress = null;
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
    if (pollTimer !== null) clearTimeout(pollTimer);
    pollTimer = setTimeout(() => void refresh(), milliseconds);
  }

  /** Schedules one refresh for a burst of events; during a refresh, queues one more. */
  function onEvent(): void {
    if (refreshInProgress !== null) isRefreshQueued = true;
    if (refreshInProgress !== null || isRefreshScheduled) return;
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
      clockTimer = setInterval(() => store.setState({ now: now() }), 1000);
      void refresh();
    },
    stop: () => {
      isStopped = true;
      subscription?.stop();
      if (pollTimer !== null) clearTimeout(pollTimer);
      if (clockTimer !== null) clearInterval(clockTimer);
    },
    refresh,
  };
}
