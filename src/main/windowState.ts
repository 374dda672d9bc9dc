/** Remembers the window’s position and size, and keeps the window on a connected screen. */
import { readFileIfExists, writeAtomic } from '../disk/atomicFile.ts';

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type WindowState = { readonly bounds: Rectangle; readonly isMaximized: boolean };

const minSize = { width: 1024, height: 640 };

/** Returns the saved state if its title bar is on a screen; otherwise a window centred on the first screen. */
export function positionWindow(saved: WindowState | null, screens: readonly Rectangle[]): WindowState {
  const isVisible = (bounds: Rectangle): boolean =>
    screens.some(
      (screen) =>
        bounds.x + bounds.width > screen.x + 100 &&
        bounds.x < screen.x + screen.width - 100 &&
        bounds.y >= screen.y - 10 &&
        bounds.y < screen.y + screen.height - 60,
    );
  if (saved !== null && isVisible(saved.bounds)) {
    const width = Math.max(saved.bounds.width, minSize.width);
    return { ...saved, bounds: { ...saved.bounds, width, height: Math.max(saved.bounds.height, minSize.height) } };
  }
  const screen = screens[0] ?? { x: 0, y: 0, width: 1920, height: 1080 };
  const width = Math.min(1920, Math.round(screen.width * 0.9));
  const height = Math.min(1080, Math.round(screen.height * 0.9));
  const x = screen.x + Math.round((screen.width - width) / 2);
  const y = screen.y + Math.round((screen.height - height) / 2);
  return { bounds: { x, y, width, height }, isMaximized: false };
}

/** Returns `null` if the file is missing or invalid. Never rejects. */
export async function readWindowState(path: string): Promise<WindowState | null> {
  try {
    const file: unknown = JSON.parse((await readFileIfExists(path))?.toString('utf8') ?? 'null');
    if (typeof file !== 'object' || file === null || !('bounds' in file)) return null;
    const { bounds } = file;
    if (!isRectangle(bounds)) return null;
    return { bounds, isMaximized: 'isMaximized' in file && file.isMaximized === true };
  } catch {
    return null;
  }
}

/** Saves the state; a failed write is ignored, because the next start then uses the default. */
export async function writeWindowState(path: string, state: WindowState): Promise<void> {
  await writeAtomic(path, JSON.stringify(state)).catch(() => undefined);
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== 'object' || value === null) return false;
  return ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(Reflect.get(value, side)));
}
