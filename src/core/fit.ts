/** Says in words why a post would not look right on air. */
import { listNames } from './listNames.ts';
import { codecNameOf, playbackOf, type Target, targetNames } from './targets.ts';

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
  const cutOn = [...(fit.isWholeOnCard ? [] : ['card']), ...(fit.isWholeOnWall ? [] : ['wall'])];
  const faults: FitFault[] = [];
  if (cutOn.length > 0) {
    faults.push({ kind: 'cut', badge: 'TEXT CUT', text: `text cut on ${listNames(cutOn)}, at the smallest size` });
  }
  if (fit.missing !== '') {
    const characters = Array.from(fit.missing);
    const named = characters.slice(0, maxNamedCharacters).join(' ');
    const more = characters.length > maxNamedCharacters ? ' …' : '';
    faults.push({ kind: 'missing', badge: 'NO FONT', text: `no font of the overlays has ${named}${more}` });
  }
  return faults;
}

function codecFaultsOf({ media }: Post, targets: readonly Target[]): readonly FitFault[] {
  const codecs = [...new Set(media.flatMap(({ codec }) => codec ?? []))];
  return codecs.flatMap((codec) => {
    const names = targets.filter((target) => playbackOf(target, codec) === 'cannot').map((name) => targetNames[name]);
    if (names.length === 0) return [];
    return [
      {
        kind: 'codec' as const,
        badge: 'NO VIDEO',
        text: `${codecNameOf(codec)}, which ${listNames(names)} can’t play`,
      },
    ];
  });
}

function cropFaultsOf(fit: MeasuredFit | null): readonly FitFault[] {
  if (fit?.isCroppedOnWall !== true) return [];
  return [{ kind: 'cropped', badge: 'CROPPED', text: 'portrait, cropped to landscape in a small tile of the wall' }];
}
