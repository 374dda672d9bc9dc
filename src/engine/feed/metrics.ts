/** Formats `/metrics` for Prometheus. */
import type { Freshness } from '../../core/source.ts';
import type { Clock } from '../ports.ts';
import type { Channel } from './channel.ts';

const freshnessValues: readonly Freshness[] = ['fresh', 'stale', 'offline', 'demo'];
const states = ['reading', 'behind', 'silent'] as const;

type Sample = readonly [labels: string, value: number];

export function formatMetrics(channels: readonly Channel[], version: string, clock: Clock): string {
  const each = (read: (channel: Channel) => readonly Sample[]): readonly Sample[] => channels.flatMap(read);
  const labelsOf = (channel: Channel, extra = ''): string => `{feed="${channel.documents.slug}"${extra}}`;
  const { rss, heapUsed } = process.memoryUsage();
  const cpu = process.cpuUsage();
  return [
    formatFamily('greenroom_info', 'gauge', 'Greenroom version.', [[`{version="${version}"}`, 1]]),
    formatFamily(
      'greenroom_feed_revision',
      'gauge',
      'Revision on air.',
      each((channel) => [[labelsOf(channel), channel.documents.status().revision]]),
    ),
    formatFamily(
      'greenroom_feed_items',
      'gauge',
      'Posts on air.',
      each((channel) => [[labelsOf(channel), channel.documents.publication().feed.onAir.items.length]]),
    ),
    formatFamily(
      'greenroom_feed_following',
      'gauge',
      '1 while the feed follows live, 0 while held or cleared.',
      each((channel) => [[labelsOf(channel), channel.documents.status().gate === 'following' ? 1 : 0]]),
    ),
    formatFamily(
      'greenroom_feed_freshness',
      'gauge',
      '1 for the current freshness, 0 for the others.',
      each((channel) =>
        freshnessValues.map((freshness) => [
          labelsOf(channel, `,word="${freshness}"`),
          channel.documents.status().freshness === freshness ? 1 : 0,
        ]),
      ),
    ),
    formatFamily(
      'greenroom_feed_confirmed_age_seconds',
      'gauge',
      'Seconds since the service last confirmed our copy.',
      each((channel) => {
        const { checkedAt } = channel.documents.status();
        return checkedAt === null
          ? []
          : [[labelsOf(channel), Math.max(0, (clock.now() - Date.parse(checkedAt)) / 1000)]];
      }),
    ),
    formatFamily(
      'greenroom_feed_consumers',
      'gauge',
      'Consumers by state.',
      each((channel) => {
        const consumers = channel.consumers.list();
        return states.map((state) => [
          labelsOf(channel, `,state="${state}"`),
          consumers.filter((consumer) => consumer.state === state).length,
        ]);
      }),
    ),
    formatFamily('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', rss]]),
    formatFamily('greenroom_heap_used_bytes', 'gauge', 'JavaScript heap in use.', [['', heapUsed]]),
    formatFamily('process_cpu_seconds_total', 'counter', 'CPU time.', [['', (cpu.user + cpu.system) / 1e6]]),
  ].join('');
}

function formatFamily(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
