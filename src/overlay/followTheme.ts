/** Follows the station’s theme, which an operator can change while the overlay is on air. */
import { type Appearance, defaultAppearance, readTheme } from './appearance.ts';
import { waitAtMost } from './waitAtMost.ts';

/** After this wait, a theme is used before its font has loaded. */
const fontWaitMs = 1500;

/** Calls back with each new theme, and again when its font arrives later. Keeps the last theme while it can’t be read. */
export function followTheme(checkEveryMs: number, onTheme: (theme: Appearance) => void): void {
  let last = '';
  let theme = defaultAppearance;
  const loadFont = createFontLoader();
  const check = async (): Promise<void> => {
    try {
      const response = await fetch('/overlay/theme.json', { cache: 'no-store' });
      const text = response.ok ? await response.text() : last;
      const isNew = text !== last;
      if (isNew) theme = readTheme(JSON.parse(text));
      last = text;
      let isLate = true;
      const font = loadFont(theme);
      if (isNew) {
        await waitAtMost(
          fontWaitMs,
          font.then(() => {
            isLate = false;
          }),
        );
        onTheme(theme);
      }
      if ((await font) && isLate) onTheme(theme);
    } catch {
      // The feed is restarting. The overlay keeps its appearance.
    }
  };
  void check();
  setInterval(() => void check(), checkEveryMs);
}

/** Returns a function that resolves with whether it has added the theme’s font. The next call tries a font again that could not be loaded. */
function createFontLoader(): (theme: Appearance) => Promise<boolean> {
  let addedFile: string | null = null;
  let isLoading = false;
  return async ({ font, fontFile }) => {
    if (fontFile === null || font === null || fontFile === addedFile || isLoading) return false;
    isLoading = true;
    const face = await new FontFace(font, `url("${encodeURI(fontFile)}")`).load().catch(() => null);
    isLoading = false;
    if (face === null) return false;
    addedFile = fontFile;
    document.fonts.add(face);
    return true;
  };
}
