/** A show with one feed for mutation tests: after each input, every document of the feed is rendered and checked. */
import { expect } from 'vitest';
import type { FeedState } from '../../src/core/feedState.ts';
import { emptyShow } from '../../src/core/show.ts';
import { createDocumentCache } from '../../src/engine/feed/documentCache.ts';
import { formats } from '../../src/engine/feed/formats.ts';
import type { Ports } from '../../src/engine/ports.ts';
import { createStore, type Store } from '../../src/engine/store.ts';

export type MutationShow = {
  readonly store: Store;
  readonly main: () => FeedState;
  /** Runs the work, then renders and checks the documents. Resolves with whether on air changed. `label` names the run in a failure. */
  readonly applyAndCheck: (run: number, label: string, work: () => Promise<void>) => Promise<boolean>;
  /** Processor time of the slowest run with its documents; other load on the machine is not counted. */
  readonly slowest: () => { readonly ms: number; readonly run: number };
};

/** Creates feed `main` with collection `col_1`. `stagingCanary` must not appear in any document. */
export async function createMutationShow(ports: Ports, at: string, stagingCanary: string): Promise<MutationShow> {
  const store = createStore(emptyShow, async () => undefined, ports);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  const main = (): FeedState => {
    const [feed] = store.state().feeds;
    if (feed === undefined) throw new Error('the feed does not exist');
    return feed;
  };
  const cache = createDocumentCache(store.state(), main(), () => '');
  let slowest = { ms: 0, run: 0 };

  return {
    store,
    main,
    slowest: () => slowest,
    applyAndCheck: async (run, label, work) => {
      const before = main().onAir;
      const started = process.cpuUsage();
      await work();
      cache.update(store.state(), main());
      const documents = Object.entries(formats).map(([name, format]) => ({
        name,
        text: cache.rendition(name, format, '', 'http://h').body.toString('utf8'),
      }));
      const { user, system } = process.cpuUsage(started);
      const tookMs = (user + system) / 1000;
      if (tookMs > slowest.ms) slowest = { ms: tookMs, run };

      const { onAir } = main();
      expect(onAir.revision, label).toBeGreaterThanOrEqual(before.revision);
      const ids: readonly unknown[] = onAir.items.map(({ id }) => id);
      expect(
        ids.filter((id) => typeof id !== 'string' || id === ''),
        label,
      ).toEqual([]);
      expect(new Set(ids).size, label).toBe(ids.length);
      expect(Object.getPrototypeOf({}), label).toBe(Object.prototype);
      for (const { name, text } of documents) {
        expect(text.includes(stagingCanary), `${name} in ${label}`).toBe(false);
        if (name.endsWith('.json')) expect(() => JSON.parse(text), `${name} in ${label}`).not.toThrow();
        if (name === 'live.json') expect(idsOf(JSON.parse(text).items), label).toEqual(ids);
      }
      return onAir.items !== before.items;
    },
  };
}

function idsOf(items: readonly { readonly id: unknown }[]): readonly unknown[] {
  return items.map(({ id }) => id);
}
