/** A block that several lost consumers have not confirmed: three of one name, and others with long names. */
import type { DeskItem } from '../../../src/contract/deskItem.ts';
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

/** The same about a post whose author has a long name, in an alarm that is higher than a short window has room for. */
export function losingConsumersOfLongName(): Scene {
  const { state, lists } = losingConsumers();
  const fullName = `Mira Solberg ${'of the wonderful northern harbour '.repeat(6)}`.trim();
  const feeds = state.feeds.map((feed) => ({
    ...feed,
    blocked: feed.blocked.map((block) =>
      block.post === null ? block : { ...block, post: { ...block.post, fullName } },
    ),
  }));
  const rename = (item: DeskItem): DeskItem => (item.id === 'dealz' ? { ...item, fullName } : item);
  return {
    state: { ...state, feeds },
    lists: { ...lists, live: lists.live.map(rename), keptOff: lists.keptOff.map(rename) },
  };
}
