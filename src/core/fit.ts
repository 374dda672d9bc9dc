/** Says in words why a post would not look right on air. */
import { say } from './language/say.ts';
import { listNames } from './listNames.ts';
import { isolateName } from './outsideName.ts';
import { codecNameOf, type Playback, playbackOf, playbacks, type Target, targetNameOf } from './targets.ts';

/** How a post fits, measured by a browser with the overlays’ own elements. */
export type MeasuredFit = {
  readonly itemId: string;
  /** Whether the whole text is shown; the ticker shows every text whole. */
  readonly isWholeOnCard: boolean;
  readonly isWholeOnWall: boolean;
  /** Whether a tile of the wall shows a portrait picture as a landscape one. */
  readonly isCroppedOnWall: boolean;
  /** Characters that no font of the overlays has. */
  readonly missing: string;
};

export type FitFaultKind = 'cut' | 'missing' | 'codec' | 'cropped';

export type FitFault = {
  readonly kind: FitFaultKind;
  /** In capitals and short, so that a row keeps room for the name. */
  readonly badge: string;
  /** Part of a sentence. */
  readonly text: string;
};

/** A desk reports no more to a preflight, so that the message stays small. */
export const maxFaultyFits = 200;

type Post = { readonly media: readonly { readonly codec: string | null }[] };

const maxNamedCharacters = 8;

/** The worst first; none if the post fits. `fit` is `null` while it is not measured. */
export function fitFaultsOf(post: Post, fit: MeasuredFit | null, targets: readonly Target[]): readonly FitFault[] {
  return [...textFaultsOf(fit), ...codecFaultsOf(post, targets), ...cropFaultsOf(fit)];
}

function textFaultsOf(fit: MeasuredFit | null): readonly FitFault[] {
  if (fit === null) return [];
  const faults: FitFault[] = [];
  const cut = describeCut(fit);
  if (cut !== null) faults.push({ kind: 'cut', badge: say('TEXT CUT'), text: cut });
  if (fit.missing !== '') {
    faults.push({
      kind: 'missing',
      badge: say('NO FONT'),
      text: say('no font of the overlays has {characters}', { characters: nameCharacters(fit.missing) }),
    });
  }
  return faults;
}

/** With their code points, because the desk and its printer may draw only boxes for them too. */
function nameCharacters(missing: string): string {
  const characters = Array.from(missing);
  const named = characters.slice(0, maxNamedCharacters);
  const more = characters.length > named.length ? ['…'] : [];
  const codes = named.map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`);
  return `${isolateName([...named, ...more].join(' '))} (${[...codes, ...more].join(', ')})`;
}

function describeCut({ isWholeOnCard, isWholeOnWall }: MeasuredFit): string | null {
  if (!isWholeOnCard && !isWholeOnWall) return say('text cut on card and wall, at the smallest size');
  if (!isWholeOnCard) return say('text cut on card, at the smallest size');
  return isWholeOnWall ? null : say('text cut on wall, at the smallest size');
}

function codecsOf({ media }: Post): readonly string[] {
  return [...new Set(media.flatMap(({ codec }) => codec ?? []))];
}

function codecFaultsOf(post: Post, targets: readonly Target[]): readonly FitFault[] {
  return codecsOf(post).flatMap((codec) => {
    const names = targets.filter((target) => playbackOf(target, codec) === 'cannot').map(targetNameOf);
    if (names.length === 0) return [];
    return [
      {
        kind: 'codec' as const,
        badge: say('NO VIDEO'),
        text: say('{codec}, which {programs} can’t play', { codec: codecNameOf(codec), programs: listNames(names) }),
      },
    ];
  });
}

/** Says for each target which of the post’s videos it plays; empty for a post without a known codec. */
export function describePlayback(post: Post, targets: readonly Target[]): readonly string[] {
  const codecs = codecsOf(post);
  if (codecs.length === 0) return [];
  return targets.map((target) => {
    const namesOf = (playback: Playback): readonly string[] =>
      codecs.filter((codec) => playbackOf(target, codec) === playback).map(codecNameOf);
    return playbacks
      .filter((playback) => namesOf(playback).length > 0)
      .map((playback) => describePlaybackOf(targetNameOf(target), listNames(namesOf(playback)), playback))
      .join('; ');
  });
}

function describePlaybackOf(program: string, codecs: string, playback: Playback): string {
  switch (playback) {
    case 'plays':
      return say('{program} plays {codecs}', { program, codecs });
    case 'cannot':
      return say('{program} can’t play {codecs}', { program, codecs });
    case 'unknown':
      return say('{program} may not play {codecs}', { program, codecs });
    default:
      return playback satisfies never;
  }
}

function cropFaultsOf(fit: MeasuredFit | null): readonly FitFault[] {
  if (fit?.isCroppedOnWall !== true) return [];
  return [
    { kind: 'cropped', badge: say('CROPPED'), text: say('portrait, cropped to landscape in a small tile of the wall') },
  ];
}
