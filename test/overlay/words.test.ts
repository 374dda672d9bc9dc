// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pictureAddress, shapeOf } from '../../src/overlay/cardMedia.ts';
import { directionOf } from '../../src/overlay/direction.ts';
import { cutAtWord, sizesFor } from '../../src/overlay/fitWords.ts';
import { detectHost } from '../../src/overlay/host.ts';
import { readFrame } from '../../src/overlay/readFrame.ts';
import { readQuery, socketAddress } from '../../src/overlay/readQuery.ts';
import { readUpdate } from '../../src/overlay/readUpdate.ts';
import { sourceName } from '../../src/overlay/sourceName.ts';

test('words begin at the size that suits their length and never go below 30 px', () => {
  expect([6, 52, 60, 200, 5000].map((length) => sizesFor(length)[0])).toEqual([96, 58, 48, 38, 30]);
  expect(sizesFor(1)).toEqual([96, 58, 48, 38, 30]);
});

test('a cut ends at a word, and inside a text without spaces at a whole sign', () => {
  expect(cutAtWord(Array.from('one two three four'), 11)).toBe('one two…');
  expect(cutAtWord(Array.from('港の花火雨でも最高でした来年も絶対に来ます港の花火雨でも最高'), 26)).toMatch(
    /^港の花火.+…$/,
  );
  expect(cutAtWord(Array.from('ab 👩‍👧 x'.replace(' x', '')), 5)).not.toMatch(/\u200D…$/);
});

test('a text runs the way most of its letters do', () => {
  expect(directionOf('@omar.h أجمل ليلة على الميناء منذ سنوات')).toBe('rtl');
  expect(directionOf('They call it شكرا and mean thanks')).toBe('ltr');
  expect(directionOf('💃 2026')).toBe('ltr');
  expect(directionOf('ערב טוב')).toBe('rtl');
});

test('an unknown source is shown as it reads', () => {
  expect(['INSTAGRAM', 'WHATSAPP', 'PEBBLE', 'NEW_THING', ''].map(sourceName)).toEqual([
    'Instagram',
    'WhatsApp',
    'Pebble',
    'New thing',
    '',
  ]);
});

test('a medium is drawn only once it is on this machine, a film by its poster', () => {
  const medium = { mediaType: 'image/jpeg', url: '/a', posterUrl: null, width: null, height: null, ready: true };
  expect(pictureAddress(medium)).toBe('/a');
  expect(pictureAddress({ ...medium, ready: false })).toBeNull();
  expect(pictureAddress({ ...medium, mediaType: 'video/mp4', posterUrl: '/p' })).toBe('/p');
  expect(pictureAddress({ ...medium, mediaType: 'application/pdf' })).toBeNull();
  expect([shapeOf(1920, 1080), shapeOf(1080, 1350), shapeOf(1000, 1010)]).toEqual(['landscape', 'portrait', 'square']);
});

test('each host plays as its users expect', () => {
  const navigator = { userAgent: 'Mozilla/5.0 Chrome/127.0 OBS/32.1.0' };
  expect(detectHost({ obsstudio: {}, navigator }, null)).toMatchObject({ name: 'OBS 32.1.0', playsByItself: true });
  expect(detectHost({ caspar: {}, navigator }, null)).toMatchObject({ name: 'CasparCG', playsByItself: false });
  expect(detectHost({ navigator }, 'vmix')).toMatchObject({ name: 'vMix', playsByItself: true });
  expect(detectHost({ navigator: { userAgent: 'jsdom/25.0.1' } }, null)).toMatchObject({ readsByItself: false });
});

test('the address names feed, preview and token; a feed that cannot be is main', () => {
  const query = readQuery('?feed=wall-2&preview=1&token=a%20b');
  expect(socketAddress('http://127.0.0.1:7411', query.feed, query)).toBe(
    'ws://127.0.0.1:7411/feeds/wall-2/socket?preview=1&token=a+b',
  );
  expect(readQuery('?feed=../x').feed).toBe('main');
});

test('update reads what survives the escaping of playout programs, and nothing else harms it', () => {
  const json = '{"feed":"second"}';
  expect(readUpdate(json)).toBe('second');
  expect(readUpdate(JSON.stringify({ b64: btoa(json) }))).toBe('second');
  expect(readUpdate(JSON.stringify({ uri: encodeURIComponent(json) }))).toBe('second');
  expect(
    readUpdate(
      '<templateData><componentData id="feed"><data id="text" value="second"/></componentData></templateData>',
    ),
  ).toBe('second');
  for (const odd of ['', ' ', '{', '[]', 'null', '{"feed":"../x"}', '{"b64":"%"}', '<', undefined, {}]) {
    expect(readUpdate(odd)).toBeNull();
  }
});

test('an item that cannot be read is left out and its siblings stay', () => {
  const frame = {
    type: 'state',
    revision: 1,
    playHead: { itemId: 'b' },
    items: [null, { id: 1 }, { id: 'b', media: [{}] }],
  };
  expect(readFrame(JSON.stringify(frame))).toEqual({
    revision: 1,
    currentId: 'b',
    items: [{ id: 'b', fullName: null, handle: null, source: '', message: '', profileImage: null, media: [] }],
  });
});
