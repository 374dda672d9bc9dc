/** Measures whether a post fits each overlay, by drawing it with the overlays' own elements without showing it. */
import type { Appearance } from './appearance.ts';
import { CardElement } from './cardElement.ts';
import { pictureUrlOf, shapeOf } from './cardMedia.ts';
import { createMediaFrame } from './mediaSequence.ts';
import type { OverlayItem } from './overlayItem.ts';
import { loadFonts } from './postHead.ts';
import type { StageElement } from './stageElement.ts';
import { WallElement } from './wallElement.ts';

export type Fit = {
  readonly itemId: string;
  /** Whether the whole text is shown; the ticker shows every text whole. */
  readonly isWholeOnCard: boolean;
  readonly isWholeOnWall: boolean;
  /** Whether a tile of the wall shows a portrait picture as a landscape one. */
  readonly isCroppedOnWall: boolean;
  /** Characters that no font of the overlays has. */
  readonly missing: string;
};

/** The stage must be in the page. Loads the fonts of the text, and no media: `item` needs only their sizes. */
export async function measureFit(
  item: OverlayItem,
  stage: StageElement,
  appearance: Appearance,
  missingIn: (text: string) => string,
): Promise<Fit> {
  const medium = appearance.hidden.includes('media')
    ? undefined
    : item.media.find((other) => pictureUrlOf(other) !== null);
  const [width, height] = [medium?.width || 1, medium?.height || 1];
  const createFrame = (): HTMLElement | null => (medium === undefined ? null : createMediaFrame(width, height));

  const card = new CardElement();
  void card.draw(item, appearance.logo).catch(() => undefined);
  const frame = createFrame();
  if (frame !== null) card.showMedia(frame);
  const wall = new WallElement();
  const tileFrame = createFrame();
  wall.drawInSmallestTile(item, tileFrame);
  const drawnText = String(card.textContent);
  await loadFonts(drawnText);
  try {
    stage.addHidden(card);
    stage.addHidden(wall);
    return {
      itemId: item.id,
      isWholeOnCard: card.fit(appearance),
      isWholeOnWall: wall.fit(),
      isCroppedOnWall: tileFrame !== null && shapeOf(width, height) === 'portrait' && isLandscape(tileFrame),
      missing: missingIn(drawnText),
    };
  } finally {
    card.remove();
    wall.remove();
  }
}

function isLandscape({ offsetWidth, offsetHeight }: HTMLElement): boolean {
  return shapeOf(offsetWidth, offsetHeight) === 'landscape';
}
