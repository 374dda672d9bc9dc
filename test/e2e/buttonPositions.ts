/** Checks that a button that needs a second press keeps its width and place, and that nothing moves beside it. */
import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { isInRun } from '../shortRun.ts';

/** Longer than the time in which a second press is a bounce. */
const betweenPressesMs = 200;

/** The two sizes at which operators work. */
export const twoSizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
] as const;

export type PressedBy = 'mouse' | 'keys';
const bothWays: readonly PressedBy[] = ['mouse', 'keys'];
export const waysAt = ({ width }: { readonly width: number }, turn: number): readonly PressedBy[] =>
  bothWays.filter((way) => isInRun(width, way, turn));

type Positions = {
  /** Left, top, width and height of every control on the same part of the page, in pixels. */
  readonly boxes: readonly (readonly number[])[];
  /** Whether the middle and the four corners of the button are the button’s own. */
  readonly isOwn: readonly boolean[];
};

function readPositions(button: ElementHandle<HTMLElement | SVGElement>): Promise<Positions> {
  return button.evaluate((element) => {
    const boxOf = (one: Element): readonly number[] => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left, top, width, height].map((value) => Math.round(value * 10) / 10);
    };
    const part = element.closest('main, .announcer, .log-screen') ?? document.body;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inset = 4;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ] as const;
    return {
      boxes: [...part.querySelectorAll('button, input, select, textarea')]
        .filter((one) => one.checkVisibility())
        .map(boxOf),
      isOwn: points.map(([x, y]) => element.contains(document.elementFromPoint(x, y))),
    };
  });
}

/** Presses the button once, at its right edge or with Enter, and compares; then presses again in the same place. `pass` passes the time between the presses. */
export async function expectSamePosition(
  page: Page,
  button: Locator,
  by: PressedBy,
  pass: (milliseconds: number) => Promise<void> = (milliseconds) => page.waitForTimeout(milliseconds),
): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const element = await button.elementHandle();
  const box = await element?.boundingBox();
  if (element === null || box == null) throw new Error('the button is not shown');
  const before = await readPositions(element);
  const press = async (): Promise<void> => {
    if (by === 'mouse') await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
    else await page.keyboard.press('Enter');
  };
  if (by === 'keys') await element.focus();
  await press();
  await expect.poll(() => element.evaluate((one) => one.className)).toContain('is-armed');
  expect(await readPositions(element)).toEqual(before);
  if (by === 'keys') expect(await element.evaluate((one) => document.activeElement === one)).toBe(true);
  await pass(betweenPressesMs);
  await press();
  await expect(page.locator('.is-armed')).toHaveCount(0);
}
