import { expect, test } from 'vitest';
import { describePlayback, fitFaultsOf, type MeasuredFit } from '../../src/core/fit.ts';
import { codecNameOf, playbackOf, targetsOf } from '../../src/core/targets.ts';

const whole: MeasuredFit = {
  ...{ itemId: 'p', isWholeOnCard: true, isWholeOnWall: true, isCroppedOnWall: false, missing: '' },
};
const textsOf = (...parameters: Parameters<typeof fitFaultsOf>) => fitFaultsOf(...parameters).map(({ text }) => text);
const withCodecs = (...codecs: readonly (string | null)[]) => ({ media: codecs.map((codec) => ({ codec })) });

test('a post that was not measured, or fits, has no fault', () => {
  expect(textsOf(withCodecs(null), null, ['casparcg'])).toEqual([]);
  expect(textsOf(withCodecs('avc1'), whole, ['obs', 'browser'])).toEqual([]);
});

test('names every overlay that cuts the text, and the characters that no font has', () => {
  expect(textsOf(withCodecs(), { ...whole, isWholeOnCard: false, isWholeOnWall: false, missing: '𓀀ꦲ' }, [])).toEqual([
    'text cut on card and wall, at the smallest size',
    'no font of the overlays has 𓀀 ꦲ (U+13000, U+A9B2)',
  ]);
  expect(textsOf(withCodecs(), { ...whole, missing: 'abcdefghij' }, [])).toEqual([
    'no font of the overlays has a b c d e f g h … (U+0061, U+0062, U+0063, U+0064, U+0065, U+0066, U+0067, U+0068, …)',
  ]);
});

test('names each codec once, with every target that cannot play it', () => {
  expect(textsOf(withCodecs('avc1', 'avc1', 'hvc1', 'vp09'), whole, ['obs', 'casparcg'])).toEqual([
    'H.264, which CasparCG can’t play',
    'HEVC, which OBS and CasparCG can’t play',
  ]);
});

test('does not claim that vMix plays H.264, nor that it cannot', () => {
  expect([playbackOf('vmix', 'avc1'), playbackOf('obs', 'avc3'), playbackOf('casparcg', 'avc1')]).toEqual([
    'unknown',
    'plays',
    'cannot',
  ]);
});

test('says for each target which videos of a post it plays', () => {
  expect(describePlayback(withCodecs(null), ['obs'])).toEqual([]);
  expect(describePlayback(withCodecs('avc1', 'hvc1', 'avc1'), ['obs', 'vmix', 'casparcg', 'browser'])).toEqual([
    'OBS plays H.264; OBS can’t play HEVC',
    'vMix can’t play HEVC; vMix may not play H.264',
    'CasparCG can’t play H.264 and HEVC',
    'a browser plays H.264; a browser may not play HEVC',
  ]);
});

test('names a codec, or gives its four characters', () => {
  expect(['avc1', 'hev1', 'av01', 'mp4v', 'xyz1'].map(codecNameOf)).toEqual([
    'H.264',
    'HEVC',
    'AV1',
    'MPEG-4 Visual',
    'xyz1',
  ]);
});

test('finds the targets among the programs that read a feed', () => {
  expect(targetsOf(['curl', 'Chrome', 'CasparCG', 'OBS url-text', 'Edge'])).toEqual(['casparcg', 'browser']);
  expect(targetsOf(['OBS 32.1', 'vMix', 'FFmpeg'])).toEqual(['obs', 'vmix']);
});
