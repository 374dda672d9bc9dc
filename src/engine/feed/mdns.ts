/** Announces the feed on local networks by multicast DNS, so that it is found by name. */
import { hostname } from 'node:os';
import multicastDns from 'multicast-dns';
import type { Cancel, Clock } from '../ports.ts';

type Responder = Pick<multicastDns.MulticastDNS, 'on' | 'respond' | 'destroy'>;
type Question = { readonly name: string; readonly type: string };
type Record = { readonly name: string; readonly ttl: number } & (
  | { readonly type: 'PTR'; readonly data: string }
  | { readonly type: 'SRV'; readonly data: { readonly port: number; readonly target: string } }
  | { readonly type: 'TXT'; readonly data: readonly string[] }
  | { readonly type: 'A'; readonly data: string }
);

export type FeedAnnouncement = {
  /** Announces the port at these IPv4 addresses, each on its own network, and follows their changes. `null` withdraws it. */
  readonly set: (port: number, listAddresses: (() => readonly string[]) | null) => void;
  readonly stop: () => void;
};

const timeToLiveSeconds = 120;
/** RFC 6762 wants a second announcement, in case the first is lost. */
const repeatAfterMs = 1000;
const checkEveryMs = 5000;
const service = '_http._tcp.local';

export function createFeedAnnouncement(deps: {
  readonly clock: Pick<Clock, 'after'>;
  /** `error` is `null` once the announcement works or is withdrawn. */
  readonly onResult: (error: string | null) => void;
  /** Opens port 5353 on the network of that address. */
  readonly open: (address: string) => Responder;
}): FeedAnnouncement {
  const opened = new Map<string, { readonly end: () => void }>();
  let announcedPort = 0;
  let cancelCheck: Cancel = () => undefined;

  const announce = (port: number, address: string): { readonly end: () => void } => {
    const records = listRecords(port, address, timeToLiveSeconds);
    const responder = deps.open(address);
    let cancelRepeat: Cancel = () => undefined;
    responder.on('error', (error: NodeJS.ErrnoException) => deps.onResult(error.code ?? error.message));
    // A malformed packet, or a network that has just gone.
    responder.on('warning', () => undefined);
    responder.on('ready', () => {
      deps.onResult(null);
      send(responder, records);
      cancelRepeat = deps.clock.after(repeatAfterMs, () => send(responder, records));
    });
    responder.on('query', ({ questions }: { readonly questions: readonly Question[] }) => {
      const answers = records.filter((record) => questions.some((question) => isAnswer(record, question)));
      if (answers.length > 0) send(responder, [...answers, ...records.filter((record) => !answers.includes(record))]);
    });
    return {
      end: () => {
        cancelRepeat();
        // Readers forget the feed now instead of after its time to live.
        send(responder, listRecords(port, address, 0), () => responder.destroy());
      },
    };
  };
  const update = (port: number, addresses: readonly string[]): void => {
    for (const [address, { end }] of opened) {
      if (port === announcedPort && addresses.includes(address)) continue;
      opened.delete(address);
      end();
    }
    announcedPort = port;
    if (addresses.length === 0) deps.onResult(null);
    for (const address of addresses) if (!opened.has(address)) opened.set(address, announce(port, address));
  };
  const set: FeedAnnouncement['set'] = (port, listAddresses) => {
    cancelCheck();
    update(port, listAddresses?.() ?? []);
    if (listAddresses !== null) cancelCheck = deps.clock.after(checkEveryMs, () => set(port, listAddresses));
  };
  return { set, stop: () => set(0, null) };
}

/** The socket hears only queries of that network, and answers there. */
export function openResponder(address: string): Responder {
  return multicastDns({ interface: address, bind: '0.0.0.0' });
}

function send(responder: Responder, records: readonly Record[], onSent: () => void = () => undefined): void {
  responder.respond({ answers: records as never }, undefined as never, onSent as never);
}

/** A host name of its own, because the system already answers for the machine’s. */
function listRecords(port: number, address: string, ttl: number): readonly Record[] {
  const machine = hostname().split('.')[0] ?? 'greenroom';
  const instance = `Greenroom on ${machine} (${port}).${service}`;
  const target = `greenroom-${port}-${machine.replaceAll(/[^\w-]/g, '-').toLowerCase()}.local`;
  return [
    { name: service, type: 'PTR', ttl, data: instance },
    { name: '_services._dns-sd._udp.local', type: 'PTR', ttl, data: service },
    { name: instance, type: 'SRV', ttl, data: { port, target } },
    { name: instance, type: 'TXT', ttl, data: ['path=/'] },
    { name: target, type: 'A', ttl, data: address },
  ];
}

function isAnswer(record: Record, { name, type }: Question): boolean {
  return (type === record.type || type === 'ANY') && name.toLowerCase() === record.name.toLowerCase();
}
