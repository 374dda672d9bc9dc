/** Remembers the window’s position for each set of displays, and keeps the window on a connected one. */
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import type { ReadonlyOutput } from '../../core/readonlyOutput.ts';
import { readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';

const positionSchema = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  isMaximized: z.boolean().catch(false),
  /** Absent in files of earlier versions. */
  displays: z.string().catch(''),
});
const fileSchema = z.object({ positions: z.array(positionSchema) });

export type WindowPosition = Omit<ReadonlyOutput<typeof positionSchema>, 'displays'>;
export type Rectangle = WindowPosition['bounds'];
/** The last position on each set of displays, newest first. */
export type WindowPositions = readonly ReadonlyOutput<typeof positionSchema>[];

const minSize = { width: 1024, height: 640 };
const maxPositions = 8;

/** Whether the title bar can be reached. */
export function isVisible(bounds: Rectangle, displays: readonly Rectangle[]): boolean {
  return displays.some(
    (display) =>
      bounds.x + bounds.width > display.x + 100 &&
      bounds.x < display.x + display.width - 100 &&
      bounds.y >= display.y - 10 &&
      bounds.y < display.y + display.height - 60,
  );
}

/** Returns the last position on these displays, else the newest that is visible on them, else the middle of the first display. */
export function positionWindow(saved: WindowPositions, displays: readonly Rectangle[]): WindowPosition {
  const key = describeDisplays(displays);
  const visible = saved.filter(({ bounds }) => isVisible(bounds, displays));
  const found = visible.find((position) => position.displays === key) ?? visible[0];
  if (found === undefined) return centre(displays[0] ?? { x: 0, y: 0, width: 1920, height: 1080 });
  const { bounds, isMaximized } = found;
  const width = Math.max(bounds.width, minSize.width);
  return { bounds: { ...bounds, width, height: Math.max(bounds.height, minSize.height) }, isMaximized };
}

export function rememberPosition(
  saved: WindowPositions,
  displays: readonly Rectangle[],
  { bounds, isMaximized }: WindowPosition,
): WindowPositions {
  const key = describeDisplays(displays);
  const others = saved.filter((position) => position.displays !== key);
  return [{ bounds, isMaximized, displays: key }, ...others].slice(0, maxPositions);
}

/** Returns no positions if the file is missing or invalid. Never rejects. */
export async function readPositions(path: string): Promise<WindowPositions> {
  const json = parseJson(String(await readFileIfExists(path).catch(() => null)));
  const old = positionSchema.safeParse(json).data;
  return fileSchema.safeParse(json).data?.positions ?? (old === undefined ? [] : [old]);
}

/** A failed write is ignored, because the next start then uses another position. */
export async function writePositions(path: string, positions: WindowPositions): Promise<void> {
  await writeAtomic(path, JSON.stringify({ positions })).catch(() => undefined);
}

function describeDisplays(displays: readonly Rectangle[]): string {
  return displays
    .map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`)
    .sort()
    .join(' | ');
}

function centre(display: Rectangle): WindowPosition {
  const width = Math.min(1920, Math.round(display.width * 0.9));
  const height = Math.min(1080, Math.round(display.height * 0.9));
  const x = display.x + Math.round((display.width - width) / 2);
  const y = display.y + Math.round((display.height - height) / 2);
  return { bounds: { x, y, width, height }, isMaximized: false };
}
