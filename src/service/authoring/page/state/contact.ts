/** Keeps the page true: asks the service again and again, and notices when it is gone and when it is back. */
import type { Context } from './context.ts';
import { sayRefused, takeIn } from './context.ts';

/** How often the open collection and the column are asked for. An unchanged collection costs one 304. */
const everyMs = 2000;

export type Contact = { readonly start: () => void; readonly stop: () => void; readonly lookNow: () => Promise<void> };

export function createContact(context: Context): Contact {
  const { store, client, now } = context;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let clock: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;

  async function begin(): Promise<boolean> {
    if (store.getState().organisation !== null) return true;
    const found = await client.organisations();
    if (!found.ok) {
      store.setState({ contact: found.status === 401 ? 'refused' : 'lost' });
      return false;
    }
    const [first = null] = found.value;
    const faults = first === null ? null : await client.faults(first);
    store.setState({
      organisations: found.value,
      organisation: first,
      faults: faults?.ok === true ? faults.value : null,
    });
    return first !== null;
  }

  async function look(): Promise<void> {
    if (!(await begin())) return;
    const { organisation } = store.getState();
    if (organisation === null) return;
    const summaries = await client.summaries(organisation);
    if (!summaries.ok) {
      if (store.getState().contact === 'ready') sayRefused(context, summaries);
      store.setState({ contact: summaries.status === 401 ? 'refused' : 'lost' });
      return;
    }
    if (store.getState().organisation !== organisation) return;
    store.setState({ contact: 'ready', summaries: summaries.value });
    await lookAtCollection(organisation);
    await lookAround(organisation);
  }

  async function lookAtCollection(organisation: string): Promise<void> {
    const { collectionId, summaries, collection } = store.getState();
    const isThere = summaries?.some((summary) => summary.id === collectionId) ?? false;
    const wanted = isThere ? collectionId : (summaries?.[0]?.id ?? null);
    if (wanted !== collectionId) store.setState({ collectionId: wanted, collection: null, selectedId: null });
    if (wanted === null) return;
    const known = collection?.id === wanted ? collection.etag : null;
    const read = await client.read(organisation, wanted, known);
    if (read.ok && read.value !== null) takeIn(context, read.value, false);
  }

  async function lookAround(organisation: string): Promise<void> {
    const [keys, hooks, sent, faults] = await Promise.all([
      client.keys(organisation),
      client.hooks(organisation),
      client.deliveries(organisation),
      store.getState().faults === null ? null : client.faults(organisation),
    ]);
    if (store.getState().organisation !== organisation) return;
    if (keys.ok) store.setState({ keys: keys.value });
    if (hooks.ok) store.setState({ hooks: hooks.value });
    if (sent.ok) store.setState({ sent: sent.value.deliveries, sentTotal: sent.value.total });
    if (faults?.ok === true) store.setState({ faults: faults.value });
  }

  async function lookOnAndOn(): Promise<void> {
    await look();
    if (isStopped || store.getState().contact === 'refused') return;
    timer = setTimeout(() => void lookOnAndOn(), everyMs);
  }

  return {
    start: () => {
      clock = setInterval(() => store.setState({ now: now() }), 1000);
      void lookOnAndOn();
    },
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      if (clock !== null) clearInterval(clock);
    },
    lookNow: look,
  };
}
