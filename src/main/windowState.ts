/** Remembers the window’s position and size, and keeps the window on a connected screen. */
import { z } from 'zod';
import { parseJson } from '../core/parseJson.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { readFileIfExists, writeAtomic } from '../disk/atomicFile.ts';

const stateSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean().catch(false),
});
export type WindowState = ReadonlyOutput<typeof stateSchema>;
export type Rectangle = WindowState['bounds'];

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
  const bytes = await readFileIfExists(path).catch(() => null);
  return stateSchema.safeParse(parseJson(String(bytes))).data ?? null;
}

/** Saves the state; a failed write is ignored, because the next start then uses the default. */
export async function writeWindowState(path: string, state: WindowState): Promise<void> {
  await writeAtomic(path, JSON.stringify(state)).catch(() => undefined);
}
