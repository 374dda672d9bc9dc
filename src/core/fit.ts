/** Says in words why a post would not look right on air. */
import { say } from './language/say.ts';
import { listNames } from './listNames.ts';
import { codecNameOf, playbackOf, type Target, targetNameOf } from './targets.ts';

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
    const characters = Array.from(fit.missing);
    const named = characters.slice(0, maxNamedCharacters).join(' ');
    const more = characters.length > maxNamedCharacters ? ' …' : '';
    faults.push({
      kind: 'missing',
      badge: say('NO FONT'),
      text: say('no font of the overlays has {characters}', { characters: `${named}${more}` }),
    });
  }
  return faults;
}

function describeCut({ isWholeOnCard, isWholeOnWall }: MeasuredFit): string | null {
  if (!isWholeOnCard && !isWholeOnWall) return say('text cut on card and wall, at the smallest size');
  if (!isWholeOnCard) return say('text cut on card, at the smallest size');
  return isWholeOnWall ? null : say('text cut on wall, at the smallest size');
}

function codecFaultsOf({ media }: Post, targets: readonly Target[]): readonly FitFault[] {
  const codecs = [...new Set(media.flatMap(({ codec }) => codec ?? []))];
  return codecs.flatMap((codec) => {
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

function cropFaultsOf(fit: MeasuredFit | null): readonly FitFault[] {
  if (fit?.isCroppedOnWall !== true) return [];
  return [
    { kind: 'cropped', badge: say('CROPPED'), text: say('portrait, cropped to landscape in a small tile of the wall') },
  ];
}
