/** Keeps the page true: asks the service again and again, and notices when it is gone and when it is back. */
import { type Listening, listen } from '../api/listen.ts';
import type { Context } from './context.ts';
import { takeIn } from './context.ts';

/** How often the service is asked while it tells of its changes, and while it does not. */
const everyMs = { told: 10_000, untold: 2000 } as const;
/** What is told in a burst is asked for once. */
const gatherMs = 60;

export type Contact = { readonly start: () => void; readonly stop: () => void; readonly lookNow: () => Promise<void> };

export function createContact(context: Context): Contact {
  const { store, client, now } = context;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let clock: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let isWanted = false;
  let isSoon = false;
  let listening: ({ readonly organisation: string } & Listening) | null = null;

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

  /** One look at a time; what is told meanwhile makes one more. */
  function lookNow(): Promise<void> {
    if (looking !== null) {
      isWanted = true;
      return looking;
    }
    isSoon = false;
    looking = look().finally(goOn);
    return looking;
  }

  function goOn(): void {
    looking = null;
    const { contact, organisation } = store.getState();
    if (isStopped || contact === 'refused') return;
    if (contact === 'ready' && organisation !== null && listening?.organisation !== organisation) hear(organisation);
    const usual = listening === null ? everyMs.untold : everyMs.told;
    schedule(isWanted ? gatherMs : usual);
    isWanted = false;
  }

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void lookNow(), milliseconds);
  }

  /** What is told while a look is under way or near makes none of its own. */
  function onTold(): void {
    if (looking !== null) isWanted = true;
    if (looking !== null || isSoon) return;
    isSoon = true;
    schedule(gatherMs);
  }

  function hear(organisation: string): void {
    listening?.stop();
    const onEnded = () => {
      if (listening?.organisation !== organisation) return;
      listening = null;
      schedule(everyMs.untold);
    };
    listening = { organisation, ...listen(organisation, context.token, onTold, onEnded) };
  }

  return {
    start: () => {
      clock = setInterval(() => store.setState({ now: now() }), 1000);
      void lookNow();
    },
    stop: () => {
      isStopped = true;
      listening?.stop();
      if (timer !== null) clearTimeout(timer);
      if (clock !== null) clearInterval(clock);
    },
    lookNow,
  };
}
