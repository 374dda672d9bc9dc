/** Finds interface text that the page cuts off. Only a text from outside, in an element with the class `is-outside`, may end with an ellipsis. */
import type { Page } from '@playwright/test';

/** One line for each cut text or placeholder: the element, its text and by how much. */
export function findCutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // After another window size, texts of limited height are fitted again.
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
    type Clip = {
      readonly box: Box;
      readonly x: string;
      readonly y: string;
      readonly position: string;
      readonly isInFlow: boolean;
    };
    const clips = new Map<Element, Clip>();
    const readClip = (element: Element): Clip => {
      const known = clips.get(element);
      if (known !== undefined) return known;
      const { overflowX: x, overflowY: y, display, position } = getComputedStyle(element);
      const { left, top } = element.getBoundingClientRect();
      const [innerLeft, innerTop] = [left + element.clientLeft, top + element.clientTop];
      const inner = { right: innerLeft + element.clientWidth, bottom: innerTop + element.clientHeight };
      const box = { left: innerLeft, top: innerTop, ...inner };
      const isInFlow = display !== 'inline' && display !== 'contents';
      const clip = isInFlow
        ? { box, x, y, position, isInFlow }
        : { box, x: 'visible', y: 'visible', position, isInFlow };
      clips.set(element, clip);
      return clip;
    };
    /** Parts whose height does not grow with their text. */
    const fixedHeights = '.strip, .list-head, .key, .announcer, .panel-head, .row-tally, .recorded-event, .revision';
    /** Parts that are shown whole or not at all. */
    const wholeOrHidden = '.list-note.is-whole, .row-rest, .row-meta, .row-badges';
    /** The box of a line, with the top and the bottom of its characters instead of those of its font. */
    type Line = Box & { readonly inkTop: number; readonly inkBottom: number };
    const context = document.createElement('canvas').getContext('2d');
    /** Canvas rounds to whole pixels, so characters are measured at this many times their size. */
    const magnified = 50;
    const measureLines = (node: Node, parent: Element): readonly Line[] => {
      if (context === null) throw new Error('no canvas to measure text on');
      const range = document.createRange();
      range.selectNodeContents(node);
      const { fontStyle, fontWeight, fontSize, fontFamily, textTransform } = getComputedStyle(parent);
      const text = node.nodeValue ?? '';
      const measure = (sizePx: number): TextMetrics => {
        context.font = `${fontStyle} ${fontWeight} ${sizePx}px ${fontFamily}`;
        return context.measureText(textTransform === 'uppercase' ? text.toUpperCase() : text);
      };
      const sizePx = Number.parseFloat(fontSize);
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = measure(sizePx);
      const ink = measure(sizePx * magnified);
      return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
        ...{ left, right, top, bottom },
        inkTop: top + fontBoundingBoxAscent - ink.actualBoundingBoxAscent / magnified,
        inkBottom: bottom - fontBoundingBoxDescent + ink.actualBoundingBoxDescent / magnified,
      }));
    };
    /** The smoothed edge of a character. */
    const mayBeCutPx = 1;
    const isHidden = (line: Line, from: Element): boolean => {
      const part = from.closest(wholeOrHidden);
      if (part === null) return false;
      const { right, bottom } = readClip(part).box;
      return line.left >= right - 1 || line.inkTop >= bottom - mayBeCutPx;
    };
    const isCutting = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
    /**
     * The element that cuts a line of text, or that it runs out of: sideways by more than a pixel, or its characters above or below. `isEndCut`
     * allows an ellipsis and hidden lines, but no line that is half in view.
     */
    const findCutter = (line: Line, from: Element, isEndCut: boolean): Element | null => {
      // A placed box may be outside its parents.
      let [canCutX, canCutY, isPlaced] = [!isEndCut, true, false];
      for (let element: Element | null = from; element !== null; element = element.parentElement) {
        const { box, x, y, position, isInFlow } = readClip(element);
        // The rest of a text in a box that scrolls is in reach.
        if (scrolls(x)) canCutX = false;
        if (scrolls(y)) canCutY = false;
        // A box without a height only places what covers the page.
        const isOut = isInFlow && !isPlaced && box.bottom > box.top;
        // A text may use some of the padding around it.
        const slack = element.matches('.row-tally') ? -1 : isCutting(x) ? 1 : 4;
        if (canCutX && (isCutting(x) || isOut) && (line.right > box.right + slack || line.left < box.left - slack))
          return element;
        const isFixed = element.matches(fixedHeights) && isOut;
        const isCutInHeight = line.inkBottom > box.bottom + mayBeCutPx || line.inkTop < box.top - mayBeCutPx;
        const isOutOfView = line.inkTop > box.bottom - mayBeCutPx || line.inkBottom < box.top + mayBeCutPx;
        if (isEndCut && isOutOfView && isCutting(y)) return null;
        if (canCutY && (isCutting(y) || isFixed) && isCutInHeight) return element;
        if (position !== 'static' && position !== 'relative') isPlaced = true;
      }
      return null;
    };
    const describe = (element: Element): string => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('.visually-hidden, svg, option, script, style, [aria-hidden="true"]') === null;
    const plain = (text: string | null | undefined): string => (text ?? '').replace(/[\u2066-\u2069\s…]+/g, '');
    /** A text from outside may be cut if its tooltip has all of it, or if it is in a row whose post opens in detail. */
    const mayBeCut = (element: Element, text: string | null): boolean =>
      element.closest('.is-outside') !== null &&
      (element.closest('#list-live, #list-staging') !== null ||
        plain(element.closest('[title]')?.getAttribute('title')).includes(plain(text)));
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.nodeValue?.trim() === '' || !isShown(parent)) continue;
      const isEndCut = mayBeCut(parent, node.nodeValue);
      for (const line of measureLines(node, parent)) {
        const cutter = line.left === line.right || isHidden(line, parent) ? null : findCutter(line, parent, isEndCut);
        if (cutter === null) continue;
        faults.push(`cut off: ${describe(parent)} by ${describe(cutter)} “${parent.textContent?.slice(0, 60)}”`);
        break;
      }
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      // A field that is folded up to its icon shows nothing of its placeholder.
      const isHidden = getComputedStyle(field, '::placeholder').color === 'rgba(0, 0, 0, 0)';
      if (!isShown(field) || field.value !== '' || field.clientWidth === 0 || isHidden) continue;
      // The placeholder has no width of its own; as a value it does.
      field.value = field.placeholder;
      const { scrollWidth, clientWidth } = field;
      field.value = '';
      if (scrollWidth > clientWidth)
        faults.push(
          `cut off: placeholder “${field.placeholder}” of ${describe(field)} ${scrollWidth} > ${clientWidth}`,
        );
    }
    return faults;
  });
}
