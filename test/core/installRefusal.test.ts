import { expect, it } from 'vitest';
import { type FeedUse, findInstallRefusal } from '../../src/core/installRefusal.ts';

const feed = (slug: string, posts: number, consumers: number): FeedUse => ({ slug, posts, consumers });

it.each([
  ['nothing on air and no consumers', [feed('main', 0, 0)], false, null],
  ['posts on air', [feed('main', 6, 0)], false, 'main has 6 posts on air'],
  ['one consumer of a cleared feed', [feed('main', 0, 1)], false, 'main has 1 consumer'],
  [
    'both, on two feeds',
    [feed('main', 1, 2), feed('foyer', 0, 1)],
    false,
    'main has 1 post on air and 2 consumers and foyer has 1 consumer',
  ],
  ['the posts of the demo', [feed('main', 6, 0)], true, null],
  ['a consumer of the demo', [feed('main', 6, 1)], true, 'main has 1 consumer'],
] as const)('with %s, an update may be installed or names what prevents it', (_, feeds, isDemo, reason) => {
  expect(findInstallRefusal(feeds, isDemo)).toBe(reason);
});
