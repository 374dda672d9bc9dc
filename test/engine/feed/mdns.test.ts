/** Tests the announcement of the feed by multicast DNS, without a network. */
import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createFeedAnnouncement } from '../../../src/engine/feed/mdns.ts';
import { listAnnouncedAddresses } from '../../../src/engine/feed/networkAccess.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createFakeClock } from '../../fakeClock.ts';

type Sent = { readonly name: string; readonly type: string; readonly ttl: number; readonly data: unknown };

function createTestBed() {
  const clock = createFakeClock();
  const results: (string | null)[] = [];
  const responders = new Map<string, EventEmitter>();
  const sent: { readonly from: string; readonly answers: readonly Sent[] }[] = [];
  const closed: string[] = [];
  const announcement = createFeedAnnouncement({
    clock,
    onResult: (error) => results.push(error),
    open: (address) => {
      const responder = Object.assign(new EventEmitter(), {
        respond: ({ answers }: { answers: readonly Sent[] }, _: unknown, onSent: () => void) => {
          sent.push({ from: address, answers });
          onSent();
        },
        destroy: () => void closed.push(address),
      });
      responders.set(address, responder);
      return responder as never;
    },
  });
  const emit = (address: string, event: string, value: unknown = undefined): void =>
    void responders.get(address)?.emit(event, value);
  return { clock, announcement, results, sent, closed, emit };
}

const instance = `Greenroom on ${hostname().split('.')[0]} (7411)._http._tcp.local`;

describe('the announcement of the feed', () => {
  it('is sent twice to the network of each address, with the port and the address there', () => {
    const { clock, announcement, sent, emit } = createTestBed();
    announcement.set(7411, () => ['10.20.4.17', '192.168.40.2']);
    emit('10.20.4.17', 'ready');
    expect(sent.map(({ from }) => from)).toEqual(['10.20.4.17']);
    expect(sent[0]?.answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '_http._tcp.local', type: 'PTR', data: instance }),
        expect.objectContaining({ name: instance, type: 'SRV', data: expect.objectContaining({ port: 7411 }) }),
        expect.objectContaining({ type: 'A', data: '10.20.4.17' }),
      ]),
    );
    expect(JSON.stringify(sent)).not.toContain('192.168.40.2');
    clock.advance(1000);
    expect(sent).toHaveLength(2);
    announcement.stop();
  });

  it('answers queries for its names only', () => {
    const { announcement, sent, emit } = createTestBed();
    announcement.set(7411, () => ['10.20.4.17']);
    emit('10.20.4.17', 'query', { questions: [{ name: '_ipp._tcp.local', type: 'PTR' }] });
    expect(sent).toEqual([]);
    emit('10.20.4.17', 'query', { questions: [{ name: '_HTTP._tcp.local', type: 'PTR' }] });
    expect(sent[0]?.answers[0]).toMatchObject({ type: 'PTR', data: instance });
    announcement.stop();
  });

  it('follows an address that changes, and is withdrawn with a time to live of 0', () => {
    const { clock, announcement, sent, closed } = createTestBed();
    let addresses = ['10.20.4.17'];
    announcement.set(7411, () => addresses);
    addresses = ['10.20.4.18'];
    clock.advance(5000);
    expect(closed).toEqual(['10.20.4.17']);
    expect(sent.at(-1)?.answers.map(({ ttl }) => ttl)).toEqual([0, 0, 0, 0, 0]);
    announcement.set(7411, null);
    expect(closed).toEqual(['10.20.4.17', '10.20.4.18']);
    expect(clock.timerCount()).toBe(0);
  });

  it('is reported when port 5353 is not available, until it works', () => {
    const { announcement, results, emit } = createTestBed();
    announcement.set(7411, () => ['10.20.4.17']);
    emit('10.20.4.17', 'error', Object.assign(new Error('x'), { code: 'EADDRINUSE' }));
    expect(results.at(-1)).toBe('EADDRINUSE');
    emit('10.20.4.17', 'ready');
    expect(results.at(-1)).toBeNull();
    announcement.stop();
  });

  it.each([
    [{ host: '127.0.0.1' }, []],
    [{ host: '10.20.4.17' }, ['10.20.4.17']],
    [{ interfaces: ['Ethernet 2', 'absent'] }, ['192.168.40.2']],
    [{ host: '::1', interfaces: [] }, []],
  ])('is made at the addresses where others can read the feed: %j', (settings, wanted) => {
    const { feedServer } = settingsSchema.parse({});
    const interfaces = new Map([
      ['Ethernet 2', '192.168.40.2'],
      ['absent', null],
    ]);
    expect(listAnnouncedAddresses({ ...feedServer, ...settings }, interfaces)).toEqual(wanted);
  });
});
