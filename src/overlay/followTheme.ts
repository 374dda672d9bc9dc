/** Follows the station’s theme, which an operator can change while the overlay is on air. */
import { type Appearance, readTheme } from './appearance.ts';

/** Calls back with each new theme. Keeps the last one while it can’t be read. */
export function followTheme(checkEveryMs: number, onTheme: (theme: Appearance) => void): void {
  let last = '';
  const check = async (): Promise<void> => {
    try {
      const response = await fetch('/overlay/theme.json', { cache: 'no-store' });
      const text = response.ok ? await response.text() : last;
      if (text === last) return;
      last = text;
      const theme = readTheme(JSON.parse(text));
      await loadStationFont(theme);
      onTheme(theme);
    } catch {
      // The feed is restarting. The overlay keeps its appearance.
    }
  };
  void check();
  setInterval(() => void check(), checkEveryMs);
}

let fontFile: string | null = null;

async function loadStationFont(theme: Appearance): Promise<void> {
  if (theme.fontFile === null || theme.font === null || theme.fontFile === fontFile) return;
  const face = await new FontFace(theme.font, `url("${encodeURI(theme.fontFile)}")`).load().catch(() => null);
  if (face === null) return;
  fontFile = theme.fontFile;
  document.fonts.add(face);
}
