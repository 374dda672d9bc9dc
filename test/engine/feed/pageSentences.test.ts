// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
/** The feed's page contains the sentences of its design. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createEmptyFeed, type FeedState } from '../../../src/core/feedState.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { idleSource } from '../../../src/core/source.ts';
import { type Channel, createChannel } from '../../../src/engine/feed/channel.ts';
import { formatPage } from '../../../src/engine/feed/page.ts';
import type { Clock } from '../../../src/engine/ports.ts';
import { compareSentences, type SentenceException } from '../../fixtures/sentences/compare.ts';
import { introduce } from './introduce.ts';
import { post } from './showHarness.ts';

const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../fixtures/sentences/feedPage.json'), 'utf8'),
);

const state = 'feed-page';
const worded = (sentence: string, pageSays: string | null, reason: string): SentenceException => ({
  ...{ states: [state], sentence, pageSays, reason },
});
const asOnTheDesk = 'The steps are those of the desk’s recipes, each below its own address.';

const exceptions: readonly SentenceException[] = [
  worded('Nothing on screen.', 'Nothing on air.', 'Graphics that have not followed yet can still show a picture.'),
  worded(
    'Under Sources press +, choose Browser, press OK.',
    'In OBS, under Sources, press + and choose Browser. Press OK.',
    asOnTheDesk,
  ),
  worded(
    'Paste the card’s address into URL. Set Width 1920, Height 1080.',
    'Paste the address into URL. Set Width 1920 and Height 1080.',
    asOnTheDesk,
  ),
  worded(
    'Press Settings, Data Sources, Add, choose JSON.',
    'In vMix press Settings, Data Sources, Add, and choose JSON.',
    asOnTheDesk,
  ),
  worded(
    'Paste the address “vMix, 12 rows” into URL, interval 1000. Press OK.',
    'Paste the address into URL. Set the interval to 1000 milliseconds. Press OK.',
    asOnTheDesk,
  ),
  worded(
    'In your title press the gear, Data Source, and map Headline.Text to message.',
    'In your title press the gear, Data Source, and map Headline.Text to message, Name.Text to fullName.',
    asOnTheDesk,
  ),
  worded(
    'In the rundown press Add template and choose greenroom-card.html; the recipe on the desk puts it there.',
    'In the rundown press +, and press + again next to Greenroom card.',
    'The operator saves the file, because Greenroom doesn’t write to another machine; SPX 1.4 names no button “Add template”.',
  ),
  worded(
    'Give the renderer http://127.0.0.1:7411/overlay/card.ograf.json',
    'Give the renderer the address of the manifest.',
    asOnTheDesk,
  ),
];

/** A local time on the design's day, because the page shows local times. */
const at = (hour: number, minute: number, second: number) => new Date(2026, 10, 20, hour, minute, second);
const now = at(20, 42, 49);

const clock: Clock = {
  now: () => now.getTime(),
  monotonicMs: () => 0,
  uptimeMs: () => 0,
  bootId: () => null,
  after: () => () => undefined,
};
const show: ShowState = {
  ...emptyShow,
  source: {
    ...idleSource,
    confirmations: {
      col_1: { freshness: 'fresh', confirmedAt: at(20, 42, 47).toISOString(), confirmedMonotonicMs: 0 },
    },
  },
};

type Facts = { readonly slug: string; readonly posts: number; readonly revision: number; readonly since: Date };

function feedWith({ slug, posts, revision, since }: Facts): FeedState {
  const feed = createEmptyFeed(slug, since.toISOString());
  const header = { id: 'col_1', name: slug, contentType: 'SOCIAL_POST', lastModifiedDate: since.toISOString() };
  const items = Array.from({ length: posts }, (_, index) => post(`${slug}_${index}`));
  return {
    ...feed,
    collectionId: 'col_1',
    live: { items, header, version: 1 },
    onAir: { ...feed.onAir, items, header, revision, since: since.toISOString() },
  };
}

/** Every consumer has painted the feed's revision. */
function channelOf(feed: FeedState, consumerCount: number): Channel {
  const channel = createChannel(show, feed, {
    ...{ clock, formatTimeOfDay: () => '', onChanged: () => undefined, apply: () => undefined },
  });
  for (let number = 1; number <= consumerCount; number++) {
    const reader = channel.consumers.join(introduce('socket', `Consumer ${number}`));
    channel.consumers.recordSent(reader, feed.onAir.revision);
    channel.consumers.recordPainted(reader, feed.onAir.revision);
  }
  return channel;
}

const facts = {
  base: 'http://127.0.0.1:7411',
  now: now.getTime(),
  token: null,
  isLoopback: true,
  templates: ['card'],
  isRehearsal: false,
};

/** The text of the open page, then each label and title, as a browser with scripts shows them. */
async function readPageTexts(): Promise<readonly string[]> {
  const main = feedWith({ slug: 'main', posts: 6, revision: 128, since: at(20, 42, 7) });
  const studio = feedWith({ slug: 'studio-b', posts: 12, revision: 77, since: at(20, 38, 20) });
  const foyer = feedWith({ slug: 'foyer', posts: 0, revision: 1, since: at(18, 2, 11) });
  const channels = [channelOf(main, 4), channelOf({ ...studio, gate: 'held' }, 2), channelOf(foyer, 0)];
  document.documentElement.innerHTML = formatPage(channels, facts);
  for (const element of document.querySelectorAll('noscript')) element.remove();
  vi.resetModules();
  await import('../../../src/feedPage/feedPage.ts');
  for (const details of document.querySelectorAll('details')) {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  }
  const labels = [...document.querySelectorAll('[aria-label], [title]')].flatMap((element) =>
    ['aria-label', 'title'].map((name) => element.getAttribute(name) ?? ''),
  );
  return [document.body.textContent, ...labels];
}

let texts: readonly string[] = [];
beforeEach(async () => {
  texts = await readPageTexts();
});

test('the page contains every sentence of its design', () => {
  expect(Object.keys(sentences)).toEqual([state]);
  expect(compareSentences(state, sentences[state] ?? [], texts, exceptions)).toEqual([]);
});

test('a list that damage left unknown is called neither held nor empty', () => {
  const lost = feedWith({ slug: 'main', posts: 0, revision: 1002, since: now });
  document.documentElement.innerHTML = formatPage([channelOf({ ...lost, gate: 'held', loss: 'list' }, 0)], facts);
  expect(document.querySelector('h2 + .tally')?.textContent).toBe('ON AIR?');
  expect(document.querySelector('.feed > header p')?.textContent).toMatch(/^Not known\..*keep their last picture\./);
  expect(document.querySelector('.preview')?.getAttribute('data-empty')).toBe('Not known.');
});

test('the comparison reports a missing sentence and an unneeded exception', () => {
  const unneeded = { states: [state], sentence: 'health check', pageSays: null, reason: 'None.' };
  expect(compareSentences(state, ['On air at 21:00.', 'health check'], texts, [unneeded])).toEqual([
    'The page does not say: On air at 21:00.',
    'Exception not needed: health check',
  ]);
});

test('does not say that a consumer is on revision 0, when nothing was on air yet', () => {
  const facts = { base: 'http://127.0.0.1:7411', now: now.getTime(), token: null, isLoopback: true };
  const young = channelOf(feedWith({ slug: 'main', posts: 0, revision: 0, since: at(20, 42, 7) }), 1);
  const page = formatPage([young], { ...facts, templates: ['card'], isRehearsal: false });
  expect(page).toContain('1 consumer.');
  expect(page).not.toContain('on revision 0');
});
