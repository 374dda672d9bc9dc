/** Tests what a preview says about air, because an import without a choice makes every change that it says doesn’t affect air. */
import { expect, test } from 'vitest';
import { createEmptyFeed } from '../../../src/core/feedState.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { effectOf } from '../../../src/engine/settings/airEffect.ts';
import { compareSettings } from '../../../src/engine/settings/compareSettings.ts';
import { aloneDeps, readTestSettings } from '../testSettings.ts';

const state = { ...emptyShow, feeds: [createEmptyFeed('main', '2026-11-20T17:00:00Z')] };

/** The effects of the change, by path, while this many consumers read the feed. */
async function effectsOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  consumers = 1,
  show: ShowState = state,
): Promise<Readonly<Record<string, { readonly onAir: string; readonly changesAir: boolean }>>> {
  const deps = {
    state: () => show,
    ...aloneDeps,
    countActiveConsumers: () => consumers,
    serviceKey: { otherOwner: async () => null },
  };
  const differences = compareSettings(readTestSettings(before), readTestSettings(after));
  const effects = await Promise.all(
    differences.map(async (difference) => [difference.path, await effectOf(difference, false, null, deps)] as const),
  );
  return Object.fromEntries(effects);
}

const origins = (...allowedOrigins: string[]) => ({ feedServer: { allowedOrigins } });
const hosts = (...allowedHosts: string[]) => ({ feedServer: { allowedHosts } });

test('a web page that may no longer read the feed loses it', async () => {
  expect(await effectsOf(origins('http://a.example', 'http://b.example'), origins('http://b.example'))).toMatchObject({
    'feedServer.allowedOrigins': {
      onAir: 'graphics on pages of http://a.example would lose the feed and keep the last picture',
      changesAir: true,
    },
  });
  expect(await effectsOf(origins('http://a.example'), origins('http://b.example', 'http://a.example'))).toMatchObject({
    'feedServer.allowedOrigins': { changesAir: false },
  });
});

test('a reader loses the feed if it uses a host name that is no longer allowed', async () => {
  expect(await effectsOf(hosts('graphics.example'), hosts())).toMatchObject({
    'feedServer.allowedHosts': {
      onAir: 'readers that use the name graphics.example would lose the feed and keep the last picture',
      changesAir: true,
    },
  });
  expect(await effectsOf(hosts(), hosts('graphics.example'))).toMatchObject({
    'feedServer.allowedHosts': { changesAir: false },
  });
});

test('every setting of the appearance changes the overlays on air, unless nothing reads the feed', async () => {
  const { overlay } = readTestSettings({});
  const changed = {
    ...{ accent: '#123456', plate: '#123456', ink: '#123456', font: 'Arial', fontFile: '/a.woff2', logoFile: '/a.png' },
    ...{ label: 'BREAKING', safe: 7, scale: 2, position: 'top-left', hidden: ['avatar'] },
  };
  const onAir = await effectsOf({}, { overlay: changed });
  expect(Object.keys(onAir).sort()).toEqual(
    Object.keys(overlay)
      .map((name) => `overlay.${name}`)
      .sort(),
  );
  for (const effect of Object.values(onAir)) expect(effect.changesAir).toBe(true);
  const unread = await effectsOf({}, { overlay: changed }, 0);
  for (const effect of Object.values(unread)) expect(effect.changesAir).toBe(false);
});

test.each([
  [
    'following',
    true,
    'the last good list of main stays until the other service responds; then its live list goes on air',
  ],
  ['held', false, 'none; no feed follows live, so the live list of the other service waits'],
  ['cleared', false, 'none; no feed follows live, so the live list of the other service waits'],
] as const)('another service changes air only while a feed follows live: %s', async (gate, changesAir, onAir) => {
  const [feed] = state.feeds;
  if (feed === undefined) throw new Error('no feed');
  const idle = { ...feed, slug: 'idle', collectionId: null, gate: 'following' } as const;
  const show = { ...state, feeds: [{ ...feed, collectionId: 'col_1', gate }, idle] };
  const address = (baseUrl: string) => ({ source: { baseUrl } });
  const effects = await effectsOf(address('https://a.example'), address('https://b.example'), 1, show);
  expect(effects['source.baseUrl']).toMatchObject({ onAir, changesAir });
});

test('every effect of a feed names it, so that a confirmation never speaks of another feed in the same words', async () => {
  const feeds = (...slugs: readonly string[]) => ({ feeds: slugs.map((slug) => ({ slug, collectionId: null })) });
  const [main] = state.feeds;
  if (main === undefined) throw new Error('no feed');
  const show = { ...state, feeds: ['main', 'old', 'bonus'].map((slug) => ({ ...main, slug })) };
  expect(await effectsOf(feeds('main', 'old', 'bonus'), feeds('main'), 0, show)).toMatchObject({
    'feeds.old': { onAir: 'no consumers lose old; its history and as-run log are kept' },
    'feeds.bonus': { onAir: 'no consumers lose bonus; its history and as-run log are kept' },
  });
  expect(await effectsOf(feeds('main'), feeds('main', 'sport'), 0)).toMatchObject({
    'feeds.sport': { onAir: 'none until you take or release sport' },
  });
});
