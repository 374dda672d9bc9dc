/** The consumers of the desk's states. */
import type { Consumer } from '../../../src/contract/consumer.ts';
import { ago } from './posts.ts';

const consumer = (id: string, name: string, revision: number, state: Consumer['state']): Consumer => ({
  id,
  name,
  program: name.split(' ')[0] ?? name,
  address: '127.0.0.1',
  protocol: 'socket',
  revision,
  confirmedRevision: revision,
  paintedRevision: revision,
  paintedInMs: id === 'c1' ? 41 : 32,
  state,
  behindSince: null,
  problem: null,
  lastSeenAt: ago(1),
});

export const consumers = (revision: number): readonly Consumer[] => [
  consumer('c1', 'OBS main', revision, 'reading'),
  consumer('c2', 'vMix 1', revision, 'reading'),
  consumer('c3', 'CasparCG 1', revision, 'reading'),
  consumer('c4', 'Foyer wall', revision, 'reading'),
];
