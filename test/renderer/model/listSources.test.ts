import { expect, it } from 'vitest';
import { sourcesOf } from '../../../src/renderer/model/listSources.ts';
import { scenes } from '../states/show.ts';

const [post] = scenes.following.lists.staging;
const postsFrom = (sources: readonly string[]) =>
  sources.flatMap((source) => (post === undefined ? [] : [{ ...post, source }]));
const known = ['INSTAGRAM', 'FACEBOOK', 'WHATSAPP'];

it('offers the known sources, then those of the posts by name', () => {
  expect(sourcesOf(postsFrom(['ZEBRA', 'FACEBOOK', 'APPLE', 'ZEBRA']), [])).toEqual([...known, 'APPLE', 'ZEBRA']);
});

it('offers a chosen source that no post has, so that it can be removed', () => {
  expect(sourcesOf([], ['GONE', 'FACEBOOK'])).toEqual([...known, 'GONE']);
});

it('offers the 20 most common of many sources', () => {
  const many = Array.from({ length: 500 }, (_, index) => `SOURCE ${index}`);
  const offered = sourcesOf(postsFrom([...many, 'SOURCE 499', 'SOURCE 499']), ['SOURCE 498']);
  expect(offered).toHaveLength(known.length + 20);
  expect(offered).toContain('SOURCE 499');
  expect(offered).toContain('SOURCE 498');
});
