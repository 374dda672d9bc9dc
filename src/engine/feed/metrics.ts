/** `/metrics`: the feeds and the process in figures, as Prometheus reads them. */
import type { Freshness } from '../../core/source.ts';
import type { Clock } from '../ports.ts';
import type { Channel } from './channel.ts';

const words: readonly Freshness[] = ['fresh', 'stale', 'offline', 'demo'];
const states = ['reading', 'behind', 'silent'] as const;

type Sample = readonly [labels: string, value: number];

export function formatMetrics(channels: readonly Channel[], version: string, clock: Clock): string {
  const each = (read: (channel: Channel) => readonly Sample[]): readonly Sample[] => channels.flatMap(read);
  const of = (channel: Channel, more = ''): string => `{feed="${channel.board.slug}"${more}}`;
  const { rss, heapUsed } = process.memoryUsage();
  const cpu = process.cpuUsage();
  return [
    family('greenroom_info', 'gauge', 'The version that runs.', [[`{version="${version}"}`, 1]]),
    family(
      'greenroom_feed_revision',
      'gauge',
      'Revision on air.',
      each((channel) => [[of(channel), channel.board.standing().revision]]),
    ),
    family(
      'greenroom_feed_items',
      'gauge',
      'Posts on air.',
      each((channel) => [[of(channel), channel.board.publication().feed.onAir.items.length]]),
    ),
    family(
      'greenroom_feed_following',
      'gauge',
      '1 while the feed follows live, 0 while held or cleared.',
      each((channel) => [[of(channel), channel.board.standing().gate === 'following' ? 1 : 0]]),
    ),
    family(
      'greenroom_feed_freshness',
      'gauge',
      '1 for the freshness word that is true now.',
      each((channel) =>
        words.map((word) => [of(channel, `,word="${word}"`), channel.board.standing().freshness === word ? 1 : 0]),
      ),
    ),
    family(
      'greenroom_feed_confirmed_age_seconds',
      'gauge',
      'Seconds since the service last confirmed what we hold.',
      each((channel) => {
        const { checkedAt } = channel.board.standing();
        return checkedAt === null ? [] : [[of(channel), Math.max(0, (clock.now() - Date.parse(checkedAt)) / 1000)]];
      }),
    ),
    family(
      'greenroom_feed_consumers',
      'gauge',
      'Graphics clients seen, by how they keep up.',
      each((channel) => {
        const consumers = channel.consumers.list();
        return states.map((state) => [
          of(channel, `,state="${state}"`),
          consumers.filter((consumer) => consumer.state === state).length,
        ]);
      }),
    ),
    family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [['', rss]]),
    family('greenroom_heap_used_bytes', 'gauge', 'Memory of its JavaScript.', [['', heapUsed]]),
    family('process_cpu_seconds_total', 'counter', 'Processor time of the process.', [
      ['', (cpu.user + cpu.system) / 1e6],
    ]),
  ].join('');
}

function family(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
