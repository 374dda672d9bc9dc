/** Sends every operator command in turn through the control API, one at each call. */
import { readFeed } from '../faults/child.ts';
import type { Probe } from '../faults/feedProbe.ts';
import { waitUntil } from '../waitUntil.ts';
import type { SoakEngine } from './soakProcesses.ts';

/** `ITEM` is replaced by the id of the first post on air. Each group ends as it began: following, nothing blocked, no guard. */
const commands: readonly (readonly [verb: string, body: Readonly<Record<string, unknown>>])[] = [
  ...([
    ['hold', {}],
    ['take', { only: 'removals' }],
    ['take', {}],
    ['release', {}],
  ] as const),
  ...([
    ['block', { itemId: 'ITEM', reason: 'soak' }],
    ['unblock', { itemId: 'ITEM' }],
  ] as const),
  ...([
    ['guards', { words: ['again'] }],
    ['allow', { itemId: 'ITEM' }],
    ['guards', { words: [] }],
  ] as const),
  ...([
    ['clear', {}],
    ['back', {}],
    ['release', {}],
  ] as const),
  ...([
    ['rotate', { seconds: 1 }],
    ['next', {}],
    ['pin', {}],
    ['unpin', {}],
    ['rotate', { seconds: null }],
  ] as const),
  ...([
    ['cue', { index: 0 }],
    ['used', { itemId: 'ITEM' }],
    ['used', { itemId: 'ITEM', used: false }],
  ] as const),
];

export type SoakOperator = {
  readonly sendNext: () => Promise<void>;
  /** One sentence for each command that was refused without reason. */
  readonly faults: () => readonly string[];
};

export function createSoakOperator(engine: SoakEngine, probe: Probe): SoakOperator {
  const refusals = new Set<string>();
  let position = 0;
  let itemId = '';
  return {
    sendNext: async () => {
      const [verb, body] = commands[position % commands.length] ?? ['hold', {}];
      position += 1;
      if (verb === 'block' || verb === 'allow' || verb === 'cue')
        itemId = (await readFeed(engine)).items[0]?.id ?? itemId;
      if (verb === 'clear') probe.setEmptyAllowed(true);
      const response = await fetch(`${engine.desk}/api/feeds/main/${verb}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${engine.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body).replace('"ITEM"', JSON.stringify(itemId)),
      });
      const text = await response.text();
      // 409: live changed meanwhile, or the post left it.
      if (!response.ok && response.status !== 409)
        refusals.add(`${verb} returned ${response.status}: ${text.slice(0, 200)}`);
      if (verb === 'back') {
        await waitUntil('the list is on air again', async () => (await readFeed(engine)).items.length > 0);
        const reads = probe.readCount();
        // A read that began before is allowed to see nothing.
        await waitUntil('the probe has read the feed twice', () => probe.readCount() > reads + 1);
        probe.setEmptyAllowed(false);
      }
    },
    faults: () => [...refusals],
  };
}
