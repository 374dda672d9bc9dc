/** Keeps up with the service, by polling, by its deliveries, or both; and says how far it can be trusted. */
import type { Collection } from '../../core/collection.ts';
import type { Problem } from '../../core/problem.ts';
import { PortTaken } from '../door/listen.ts';
import type { Ports } from '../ports.ts';
import type { SourceSettings } from '../record/settings.ts';
import type { Store } from '../store.ts';
import { type Base, isSameAddress, readBase } from './address.ts';
import { browse, fetchOne, type Rows } from './browse.ts';
import { createClient } from './client.ts';
import { createValidators } from './conditional.ts';
import { createContact } from './contact.ts';
import { createDetect, type Detect } from './detect.ts';
import { type Failure, failure } from './failure.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createLead } from './lead.ts';
import type { Rhythm } from './loop.ts';
import { createOrigins } from './origins.ts';
import { createProbe } from './probe.ts';
import { createPush, type Push } from './push.ts';
import { createReconciliation, type Reconciliation } from './reconcile.ts';
import { openSeen, type SeenDeliveries } from './seen.ts';
import { schemeOf } from './signature.ts';
import { createSlots } from './slots.ts';
import { createTieBreak } from './tieBreak.ts';
import { createUnreadable } from './unreadable.ts';
import { createWatch } from './watch.ts';

/** Requests under way at once, all collections together. */
const atOnceLimit = 4;

/** How long a held list counts as confirmed where deliveries alone can confirm it. Milliseconds. */
const keylessEveryMs = 24 * 60 * 60 * 1000;

export type SourceDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly dataDir: string;
  readonly isDemo: boolean;
};

export type Source = {
  /** Resolves once the webhook listener (if the mode has one, and its address is here) listens; never waits for the network. Rejects with PortTaken, polling all the same. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Works by other settings from now on; drops nothing, repeats nothing. Rejects with PortTaken, everything then being as it was. */
  readonly configure: (settings: SourceSettings) => Promise<void>;
  /** Looks now at every watched collection: ends a backoff, never a wait that the service asked for. */
  readonly checkNow: () => void;
  /** One page (from 0) of the service's collections whose name or id holds the words. */
  readonly collections: (search: string, page: number) => Promise<Rows | Problem>;
  /** One collection with its lists, not applied to anything. */
  readonly collection: (id: string) => Promise<Collection | Problem>;
  /** Where deliveries have to go; null while nothing listens. */
  readonly webhookAddress: () => string | null;
  /** Finding out how the service signs. Deliveries are answered 503 meanwhile, so that none is lost. */
  readonly detect: Omit<Detect, 'capture'>;
};

export function createSource(initial: SourceSettings, deps: SourceDeps): Source {
  const { store, ports } = deps;
  const { clock } = ports;
  let settings = initial;
  const contact = createContact(store, ports, deps.isDemo);
  const client = createClient(() => settings.sendAuthorization, clock);
  const slots = createSlots(atOnceLimit, clock);
  const origins = createOrigins();
  const unreadable = createUnreadable(deps.dataDir, clock);
  let address = addressOf(settings);
  let scheme = schemeOf(settings.push.signing);
  const detect = createDetect(ports, (found) => {
    scheme = found;
  });
  let isKeyless = false;
  let isStarted = false;
  let seen: SeenDeliveries | null = null;
  let push: Push | null = null;
  let reconciliation: Reconciliation | null = null;

  const base = (): Base | Failure => address;
  const everyMs = (): number => {
    const { mode, push: own, poll } = settings;
    return (
      1000 * (mode === 'push' && reconciliation?.isSilent() !== true ? own.reconcileSeconds : poll.intervalSeconds)
    );
  };
  const fullEveryMs = (): number => settings.poll.fullEverySeconds * 1000;
  // While the list leads, each collection itself is asked for only to find out a lying validator.
  const rhythm = (): Rhythm => ({
    everyMs: lead.isLeading() ? Math.max(everyMs(), fullEveryMs()) : everyMs(),
    fullEveryMs: fullEveryMs(),
  });
  const expect = (): void => contact.expectEvery(settings.mode === 'push' && isKeyless ? keylessEveryMs : everyMs());
  const probe = createProbe({ clock, client, contact, slots, base });

  const watch = createWatch({
    store,
    ports,
    client,
    contact,
    slots,
    origins,
    base,
    rhythm,
    validators: createValidators(),
    chance: Math.random,
    needsKey: () => settings.mode !== 'push',
    followed: () => lead.replan(),
    answered: (path) => probe.answered(path),
    seen: (id, { ending }, isFirst) => {
      const wasKeyless = isKeyless;
      if (ending.kind === 'keyless') isKeyless = true;
      else if (ending.kind === 'confirmed') isKeyless = false;
      if (wasKeyless !== isKeyless) expect();
      if (ending.kind === 'confirmed' && ending.isNews && !isFirst) reconciliation?.polled(id);
      if (ending.kind === 'confirmed' && ending.isNews && !isFirst && !woken.delete(id)) lead.wasLate();
    },
  });

  /** Collections that were asked for because the list, or a delivery, told of a change. */
  const woken = new Set<string>();
  const lead = createLead({
    ports,
    clock,
    client,
    slots,
    base,
    everyMs,
    watched: watch.ids,
    // What another service said cannot be confirmed by the list of this one.
    held: (id) => (origins.isForeign(id) ? null : (store.state().collections[id]?.collection ?? null)),
    wake: (id) => {
      woken.add(id);
      watch.wake(id, false);
    },
    confirmed: (ids) => {
      for (const id of ids) woken.delete(id);
      contact.listed(ids);
    },
    changed: () => replan(),
  });
  const heartbeat = createHeartbeat(clock, (why) => {
    ports.log('info', 'SOURCE_WOKEN', { why });
    if (why !== 'clock') client.renew();
    push?.announce();
    // The address to listen at may be here by now.
    if (settings.mode !== 'poll' && push === null) openPush().catch(() => undefined);
    watch.wake(null, false);
  });

  const replan = (): void => {
    expect();
    watch.replan();
  };

  const openPush = async (): Promise<void> => {
    if (push !== null) return;
    seen ??= await openSeen(deps.dataDir, { store, ports });
    const known = seen;
    const made = createPush(() => settings.push, {
      store,
      ports,
      contact,
      seen: known,
      heldOf: (id) => (watch.has(id) ? (store.state().collections[id]?.collection ?? null) : undefined),
      settleTie: createTieBreak(clock, watch.ask),
      ask: (id) => {
        reconciliation?.told(id);
        watch.wake(id, true);
      },
      arrived: (id) => reconciliation?.arrived(id),
      scheme: () => scheme,
      capture: detect.capture,
      keepUnreadable: (body) => void unreadable.keep(body),
    });
    try {
      await made.start();
    } catch (error) {
      if (error instanceof PortTaken) contact.raise('WEBHOOK_PORT_TAKEN', 'webhook', { port: error.port });
      throw error;
    }
    push = made;
    contact.clear('WEBHOOK_PORT_TAKEN', 'webhook');
    contact.clear('WEBHOOK_HOST_ABSENT', 'webhook');
    reconciliation = createReconciliation(contact, clock, replan);
    watch.beginAnew();
  };

  const closePush = async (): Promise<void> => {
    const closing = push;
    push = null;
    reconciliation?.stop();
    reconciliation = null;
    await closing?.stop();
  };

  const adopt = (next: SourceSettings): void => {
    const before = { settings, address };
    settings = next;
    const found = addressOf(next);
    if (!isSameAddress(found, address)) address = found;
    const isMoved = before.settings.baseUrl !== next.baseUrl && before.address !== address;
    const isAskedOtherwise = before.settings.sendAuthorization !== next.sendAuthorization;
    if (isMoved || isAskedOtherwise) probe.beginAnew();
    if (isMoved) leaveBehind();
  };

  /** Nothing that the old service said, or may still say, binds the new one. */
  const leaveBehind = (): void => {
    origins.move();
    client.cutOff();
    slots.letGo();
    woken.clear();
    watch.beginAnew();
    contact.beginAnew();
  };

  const saying = () => ({
    mode: settings.mode,
    baseUrl: settings.baseUrl,
    pollEveryMs: settings.poll.intervalSeconds * 1000,
  });

  /** Has it listen by the new settings, or as before when it cannot: senders try again, so that a moment's gap loses nothing. */
  const moveListener = async (before: SourceSettings, next: SourceSettings): Promise<void> => {
    const isOther = (['host', 'port', 'path'] as const).some((name) => before.push[name] !== next.push[name]);
    const wasOpen = push !== null;
    if (isOther) await closePush();
    settings = { ...before, push: next.push };
    try {
      await openPush();
    } catch (error) {
      settings = before;
      // Nothing was done, so that nothing is wrong now.
      contact.clear('WEBHOOK_PORT_TAKEN', 'webhook');
      if (wasOpen) await openPush();
      throw error;
    }
  };

  return {
    start: async () => {
      if (isStarted) return;
      isStarted = true;
      void unreadable.start();
      contact.say({ ...saying(), webhook: null });
      expect();
      // Listening begins before the first look, so that whatever a later look finds should have been delivered.
      try {
        if (settings.mode !== 'poll') await openPush();
      } catch (error) {
        // A network that comes up late must not keep the last list off air: it is looked for again when the addresses change.
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')) throw error;
        contact.raise('WEBHOOK_HOST_ABSENT', 'webhook', { host: settings.push.host });
      } finally {
        watch.start();
        heartbeat.start();
      }
    },
    stop: async () => {
      heartbeat.stop();
      lead.stop();
      probe.stop();
      detect.end();
      unreadable.stop();
      await closePush();
      // What is under way is cut off, not waited for.
      await Promise.all([watch.stop(), client.close()]);
      contact.stop();
      await seen?.close();
    },
    configure: async (next) => {
      const before = settings;
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      // The listener opens before polling slows down, and closes only after polling has taken over.
      if (next.mode !== 'poll') await moveListener(before, next);
      adopt(next);
      if (next.push.signing !== before.push.signing) scheme = schemeOf(next.push.signing);
      contact.say(saying());
      replan();
      lead.replan();
      // Only a whole answer leads to a probe.
      watch.wake(null, next.sendAuthorization !== before.sendAuthorization);
      if (next.mode === 'poll') await closePush();
    },
    checkNow: () => watch.wake(null, false),
    collections: (search, page) => browse({ ports, client, slots, base }, search, page),
    collection: (id) => fetchOne({ ports, client, slots, base }, id),
    webhookAddress: () => push?.address() ?? null,
    detect,
  };
}

function addressOf(settings: SourceSettings): Base | Failure {
  const found = readBase(settings.baseUrl, settings.allowHttpHosts);
  if (found === 'missing') return failure('SOURCE_ADDRESS_MISSING', {}, 'slow');
  return found === 'insecure' ? failure('SOURCE_INSECURE', {}, 'slow') : found;
}
