import { expect, test } from 'vitest';
import { createMissingCharacters, parseUnicodeRange } from '../../src/overlay/missingCharacters.ts';
import { readFitRequest } from '../../src/overlay/readFitRequest.ts';

test('reads every form of unicode-range', () => {
  expect(parseUnicodeRange('U+0-FF, u+131, U+4??')).toEqual([
    [0, 0xff],
    [0x131, 0x131],
    [0x400, 0x4ff],
  ]);
  expect(parseUnicodeRange('none')).toEqual([]);
});

test('names each character once that no font has, and none that draws nothing', () => {
  const missingIn = createMissingCharacters([{ unicodeRange: 'U+20-7E' }, { unicodeRange: 'U+1F308' }], () => false);
  expect(missingIn('Rain \u200d\ufe0f\n🌈')).toBe('');
  expect(missingIn('ab𓀀𓀀cꦲ')).toBe('𓀀ꦲ');
});

test('measures only the other characters in the station’s font', () => {
  const measured: string[] = [];
  const missingIn = createMissingCharacters([{ unicodeRange: 'U+20-7E' }], (character) => {
    measured.push(character);
    return character === 'ꦲ';
  });
  expect(missingIn('abꦲ𓀀')).toBe('𓀀');
  expect(missingIn('ꦲ𓀀')).toBe('𓀀');
  expect(measured).toEqual(['ꦲ', '𓀀']);
});

test('reads a request of the desk, and nothing else', () => {
  const item = {
    id: 'p',
    message: 'Hi',
    source: 7,
    media: [{ mediaType: 'image/png', width: 3, isReady: true }, null],
  };
  expect(readFitRequest({ measureFit: { id: 4, items: [item, 'x'] } })).toEqual({
    id: 4,
    items: [
      {
        ...{ id: 'p', fullName: null, handle: null, source: '', message: 'Hi', profileImage: null },
        media: [
          { mediaType: 'image/png', url: '#', posterUrl: null, width: 3, height: null, ready: true },
          { mediaType: '', url: '#', posterUrl: null, width: null, height: null, ready: false },
        ],
      },
      { ...{ id: '', fullName: null, handle: null, source: '', message: '', profileImage: null }, media: [] },
    ],
  });
  for (const other of [null, 'x', {}, { measureFit: 1 }, { measureFit: { id: 1 } }, { isVideoPlaying: true }])
    expect(readFitRequest(other)).toBeNull();
});
