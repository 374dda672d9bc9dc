/** Sample publications for the golden files, and hostile strings that have broken other programs. */
import type { Item } from '../../../src/core/collection.ts';
import type { Publication } from '../../../src/core/feed/publication.ts';
import { createTimeOfDay } from '../../../src/core/feed/timeOfDay.ts';
import { createEmptyFeed } from '../../../src/core/feedState.ts';
import type { MediaFacts } from '../../../src/core/show.ts';

export const base = 'http://127.0.0.1:7411';

const picture: MediaFacts = {
  name: 'aaaa.jpg',
  width: 1080,
  height: 1350,
  durationMs: null,
  codec: null,
  sizes: [],
  bytes: null,
  posterName: null,
  progress: 1,
  isBroken: false,
};
const video: MediaFacts = {
  ...picture,
  name: 'bbbb.mp4',
  width: 1920,
  height: 1080,
  durationMs: 9000,
  codec: null,
  bytes: null,
};
const pending: MediaFacts = { ...picture, name: null, width: null, height: null, progress: 0.4 };

export const media: ReadonlyMap<string, MediaFacts> = new Map([
  ['https://pics.example/one.jpg', picture],
  ['https://pics.example/video.mp4', video],
  ['https://pics.example/coming.png', pending],
  ['https://pics.example/face.jpg', { ...picture, name: 'dddd.jpg', width: 200, height: 200 }],
]);

export function sample(changes: Partial<Item>): Item {
  return {
    id: 'p1',
    fullName: 'Ada Lovelace',
    username: 'ada',
    source: 'INSTAGRAM',
    message: 'The Analytical Engine weaves patterns.',
    profileImageUrl: 'https://pics.example/face.jpg',
    media: [{ mediaUrl: 'https://pics.example/one.jpg', mediaType: 'image/jpeg' }],
    publishedAt: '2026-11-20T17:55:00Z',
    lastModifiedDate: '2026-11-20T17:56:00.250Z',
    extra: null,
    ...changes,
  };
}

export const everything: readonly Item[] = [
  sample({}),
  sample({
    id: 'p2 & <two>',
    fullName: null,
    username: '@omar',
    source: 'MASTODON',
    message: 'أجمل ليلة على الميناء 💃\nsecond line, "quoted" & <b>bold</b>',
    profileImageUrl: null,
    media: [
      { mediaUrl: 'https://pics.example/video.mp4', mediaType: 'video/mp4' },
      { mediaUrl: 'https://pics.example/coming.png?a=1&b=2', mediaType: 'image/png' },
      { mediaUrl: 'https://pics.example/coming.png', mediaType: 'image/png' },
      { mediaUrl: 'https://pics.example/one.jpg', mediaType: 'image/jpeg' },
      { mediaUrl: 'https://pics.example/fifth.webp', mediaType: 'image/webp' },
    ],
    extra: { likes: 3 },
  }),
  sample({
    id: 'p3',
    fullName: '',
    username: null,
    message: `=HYPERLINK("http://evil.example")${' and words that go on'.repeat(12)}`,
    profileImageUrl: 'https://pics.example/coming.png',
    media: [],
    publishedAt: 'yesterday',
    lastModifiedDate: 'unknown',
  }),
];

export const formatTimeOfDay = createTimeOfDay({ timeLocale: null, timeZone: 'UTC' });

export function publicationOf(items: readonly Item[], index: number | null = items.length > 0 ? 0 : null): Publication {
  const feed = createEmptyFeed('main', '2026-11-20T18:00:01.123Z');
  const header = {
    id: 'col_1',
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    lastModifiedDate: '2026-11-20T18:00:00Z',
  };
  const itemId = index === null ? null : (items[index]?.id ?? null);
  return {
    feed: {
      ...feed,
      onAir: { ...feed.onAir, items, header, revision: 42 },
      playHead: { ...feed.playHead, index, itemId },
    },
    freshness: 'fresh',
    media,
    formatTimeOfDay,
    contentHash: '0123456789abcdef0123456789abcdef',
  };
}

const seeds: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0008\u000b\u000c\u000e\u001f',
  '\u007f\u0080\u0085\u009f',
  '\ud800',
  'x\udc00y',
  '\udbff\udbff',
  '\ufffe\uffff',
  '\ufeffmark first',
  '\u202eright to left override',
  '\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
  '\u2028\u2029 separators',
  `z${'\u0300\u0301\u0302\u0303'.repeat(20)}algo`,
  '👩‍👩‍👧‍👦🏳️‍🌈🇫🇮',
  '𝓕𝓪𝓷𝓬𝔂 ｆｕｌｌ',
  'مرحبا بالعالم',
  'नमस्ते दुनिया',
  '你好，世界',
  '<script>alert(1)</script>',
  '</message><item>',
  ']]>',
  '<![CDATA[',
  '<!-- --><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '&amp;amp; &lt; &#0; &#x1F;',
  `"><img src=x onerror='alert(1)'>`,
  'javascript:alert(1)',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  'a,b;c\td',
  '"',
  '""","',
  'line\r\nline\rline\nline',
  '\\u0041 \\n \\',
  '{{7*7}} #{7*7} %s %n',
  '__proto__',
  'constructor',
  "'; DROP TABLE posts; --",
  '../../../etc/passwd',
  'A'.repeat(100_000),
  '💃'.repeat(5000),
  '\u0301'.repeat(2000),
  'null',
  'undefined',
  '[]',
  '{}',
];

/** 500 strings: each seed on its own, doubled, inside text, and combined with another seed. */
export const hostile: readonly string[] = seeds
  .flatMap((seed, index) => {
    const next = seeds[(index + 7) % seeds.length] ?? '';
    return [
      seed,
      seed + seed,
      `words ${seed} words`,
      `${seed}${next}`,
      `${next}${seed}`,
      `\n${seed}`,
      `${seed}\u0000`,
      `<${seed}>`,
      `"${seed}`,
      `&${seed};`,
    ];
  })
  .slice(0, 500);
