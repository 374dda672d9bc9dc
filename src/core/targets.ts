/** The kinds of program that show the overlays, and the videos that each can play in a page. */
import { say } from './language/say.ts';

export const targets = ['obs', 'vmix', 'casparcg', 'browser'] as const;
export type Target = (typeof targets)[number];

export const targetNames: Readonly<Record<Exclude<Target, 'browser'>, string>> = {
  obs: 'OBS',
  vmix: 'vMix',
  casparcg: 'CasparCG',
};

/** For a sentence. */
export function targetNameOf(target: Target): string {
  return target === 'browser' ? say('a browser') : targetNames[target];
}

const programPatterns: readonly (readonly [RegExp, Target])[] = [
  [/CasparCG/i, 'casparcg'],
  [/vMix/i, 'vmix'],
  [/^OBS(?! url-text)/i, 'obs'],
  [/^(?:Chrome|Edge|Firefox|Electron|SPX|OGraf)/i, 'browser'],
];

/** The targets among these programs of consumers, in the order of `targets`. Programs that read text alone are none. */
export function targetsOf(programs: readonly string[]): readonly Target[] {
  const found = programs.map((program) => programPatterns.find(([pattern]) => pattern.test(program))?.[1]);
  return targets.filter((target) => found.includes(target));
}

/** Codecs by the four characters in an MP4 file. */
const codecNames: readonly (readonly [RegExp, string])[] = [
  [/^avc/, 'H.264'],
  [/^(?:hev|hvc|dvh)/, 'HEVC'],
  [/^vp08/, 'VP8'],
  [/^vp09/, 'VP9'],
  [/^av01/, 'AV1'],
  [/^mp4v/, 'MPEG-4 Visual'],
];

/** For example `H.264`; the four characters themselves for a codec without a known name. */
export function codecNameOf(codec: string): string {
  return codecNames.find(([pattern]) => pattern.test(codec))?.[1] ?? codec;
}

export const playbacks = ['plays', 'cannot', 'unknown'] as const;
export type Playback = (typeof playbacks)[number];

const openCodecs: readonly string[] = ['VP8', 'VP9', 'AV1'];

/**
 * Whether the target plays the codec. CEF without licensed codecs, as in CasparCG, has no H.264. OBS builds its own CEF with it. vMix does not
 * say which of the two it has.
 */
export function playbackOf(target: Target, codec: string): Playback {
  const name = codecNameOf(codec);
  if (openCodecs.includes(name)) return 'plays';
  if (name === 'H.264') return target === 'casparcg' ? 'cannot' : target === 'vmix' ? 'unknown' : 'plays';
  return name === 'HEVC' && target === 'browser' ? 'unknown' : 'cannot';
}
