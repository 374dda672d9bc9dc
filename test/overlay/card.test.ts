// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { readFeedName } from '../../src/kit/readFeedName.ts';
import { loadMedium, pictureUrlOf, shapeOf } from '../../src/overlay/cardMedia.ts';
import { directionOf } from '../../src/overlay/direction.ts';
import { sizesFor, splitCharacters, truncateAtWord } from '../../src/overlay/fitText.ts';
import { formatSourceName } from '../../src/overlay/formatSourceName.ts';
import { detectHost } from '../../src/overlay/host.ts';
import { parseQuery } from '../../src/overlay/parseQuery.ts';

test('text starts at the size for its length and never goes below 30 px', () => {
  expect([6, 52, 60, 200, 5000].map((length) => sizesFor(length)[0])).toEqual([96, 58, 48, 38, 30]);
  expect(sizesFor(1)).toEqual([96, 58, 48, 38, 30]);
});

test('truncates text after a whole word, or after a whole character in text without spaces', () => {
  expect(truncateAtWord(splitCharacters('one two three four'), 11)).toBe('one two…');
  expect(truncateAtWord(splitCharacters('港の花火雨でも最高でした来年も絶対に来ます港の花火雨でも最高'), 26)).toMatch(
    /^港の花火.+…$/,
  );
  expect(truncateAtWord(splitCharacters('ab 👩‍👧'), 5)).not.toMatch(/\u200D…$/);
});

test('never cuts through a family, a flag or another joined character', () => {
  const joined = ['👨‍👩‍👧‍👦', '🇳🇴', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👍🏽', 'é', '1️⃣', '❤️', 'म', 'ू', '한'].join('');
  const text = `👨‍👩‍👧‍👦🇳🇴🇸🇪🏴󠁧󠁢󠁳󠁣󠁴󠁿👍🏽e\u03011️⃣❤️\r\nसमुद्र क्या می‌خواهم ${joined}ab`;
  const graphemes = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  expect(splitCharacters(text)).toEqual(graphemes);
  for (let length = 1; length < 12; length += 1) {
    const cut = truncateAtWord(splitCharacters(text), length).replace(/…$/, '');
    expect(graphemes.map((_, index) => graphemes.slice(0, index).join(''))).toContain(cut);
  }
});

test('takes the direction of the majority script', () => {
  expect(directionOf('@omar.h أجمل ليلة على الميناء منذ سنوات')).toBe('rtl');
  expect(directionOf('They call it شكرا and mean thanks')).toBe('ltr');
  expect(directionOf('💃 2026')).toBe('ltr');
  expect(directionOf('ערב טוב')).toBe('rtl');
});

test('shows an unknown source in sentence case', () => {
  expect(['INSTAGRAM', 'WHATSAPP', 'PEBBLE', 'NEW_THING', ''].map(formatSourceName)).toEqual([
    'Instagram',
    'WhatsApp',
    'Pebble',
    'New thing',
    '',
  ]);
});

test('shows a medium only when it is stored, and a video by its poster', () => {
  const medium = { mediaType: 'image/jpeg', url: '/a', posterUrl: null, width: null, height: null, ready: true };
  expect(pictureUrlOf(medium)).toBe('/a');
  expect(pictureUrlOf({ ...medium, ready: false })).toBeNull();
  expect(pictureUrlOf({ ...medium, mediaType: 'video/mp4', posterUrl: '/p' })).toBe('/p');
  expect(pictureUrlOf({ ...medium, mediaType: 'application/pdf' })).toBeNull();
  expect([shapeOf(1920, 1080), shapeOf(1080, 1350), shapeOf(1000, 1010)]).toEqual(['landscape', 'portrait', 'square']);
});

test('detects each host program and its playback behaviour', () => {
  const navigator = { userAgent: 'Mozilla/5.0 Chrome/127.0 OBS/32.1.0' };
  expect(detectHost({ obsstudio: {}, navigator }, null)).toMatchObject({ name: 'OBS 32.1.0', isAutoPlay: true });
  expect(detectHost({ caspar: {}, navigator }, null)).toMatchObject({ name: 'CasparCG', isAutoPlay: false });
  expect(detectHost({ navigator }, 'vmix')).toMatchObject({ name: 'vMix', isAutoPlay: true });
  expect(detectHost({ navigator }, 'spx-frame')).toMatchObject({ name: 'SPX', isAutoPlay: true });
  expect(detectHost({ navigator }, 'ograf-frame')).toMatchObject({ name: 'OGraf', isAutoPlay: true });
  expect(detectHost({ navigator: { userAgent: 'jsdom/25.0.1' } }, null)).toMatchObject({ isAutoConnect: false });
});

test('reads feed, preview and token from the address, and uses main for an invalid feed', () => {
  expect(parseQuery('?feed=wall-2&preview=1&token=a%20b')).toMatchObject({
    ...{ feed: 'wall-2', isPreview: true, token: 'a b' },
  });
  expect(parseQuery('?feed=../x').feed).toBe('main');
});

test('reads the feed from every encoding of update data and ignores anything else', () => {
  const json = '{"feed":"second"}';
  expect(readFeedName(json)).toBe('second');
  expect(readFeedName(JSON.stringify({ b64: btoa(json) }))).toBe('second');
  expect(readFeedName(JSON.stringify({ uri: encodeURIComponent(json) }))).toBe('second');
  expect(
    readFeedName(
      '<templateData><componentData id="feed"><data id="text" value="second"/></componentData></templateData>',
    ),
  ).toBe('second');
  for (const invalid of ['', ' ', '{', '[]', 'null', '{"feed":"../x"}', '{"b64":"%"}', '<', undefined, {}]) {
    expect(readFeedName(invalid)).toBeNull();
  }
});

test('shows a video without its poster when the poster can’t be loaded', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('missing'));
  const create = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation(((name: string) => {
    const element = create(name);
    if (name === 'video') setTimeout(() => (element as HTMLVideoElement).onloadeddata?.(new Event('loadeddata')), 0);
    return element;
  }) as typeof document.createElement);
  const video = { mediaType: 'video/mp4', url: '/a.mp4', posterUrl: '/p.jpg', width: 64, height: 48, ready: true };
  const { element } = await loadMedium(video, false, null);
  expect(element.innerHTML).toMatch(/^<video[^>]*>/);
  await expect(loadMedium({ ...video, mediaType: 'image/jpeg' }, false, null)).rejects.toThrow('missing');
  vi.restoreAllMocks();
});
