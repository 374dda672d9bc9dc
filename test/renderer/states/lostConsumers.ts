/** A block that several lost consumers have not confirmed: three of one name, and others with long names. */
import { baseFeed, type Scene, scenes } from './show.ts';

const named = (id: string, name: string, program: string) => ({ id, name, program, canConfirm: true });

export function losingConsumers(): Scene {
  const scene = scenes['onair-risk'];
  const [main = baseFeed, ...others] = scene.state.feeds;
  const waitingFor = [
    named('p4', 'Harbour wall beside the main stage', 'vMix'),
    ...['p1', 'p2', 'p3'].map((id) => named(id, 'Browser', 'Chrome')),
    named('p5', 'Backup graphics', 'CasparCG'),
    named('p6', 'Harbour wall 2', 'vMix'),
  ];
  const feed = {
    ...main,
    counts: { ...main.counts, consumers: 0, lostConsumers: 6 },
    consumers: [],
    blocked: main.blocked.map((block) => ({ ...block, waitingFor })),
  };
  return { ...scene, state: { ...scene.state, feeds: [feed, ...others] } };
}
