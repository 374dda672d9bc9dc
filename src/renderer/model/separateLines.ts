/** Gives each line of the gutter an x for its vertical part, so that no two lines run over each other. */

/** Vertical positions in pixels. */
type Ends = { readonly from: number; readonly to: number };

/** Pixels of the arrow at the end of a line, which its vertical part keeps clear of. */
export const arrowWidth = 12;

/** The x of each line, in the order given: the middle, or side by side where lines overlap. */
export function separateLines(lines: readonly Ends[], width: number): readonly number[] {
  const xs = lines.map(() => width / 2);
  for (const group of groupOverlapping(lines))
    if (group.length > 1)
      group
        .sort((a, b) => compareLines(lines[a], lines[b]))
        .forEach((line, index) => {
          xs[line] = ((width - arrowWidth) * (index + 1)) / (group.length + 1);
        });
  return xs;
}

/** Indexes of the lines whose vertical parts overlap, directly or through others. */
function groupOverlapping(lines: readonly Ends[]): number[][] {
  const groups: { bottom: number; readonly members: number[] }[] = [];
  const spans = lines.map(({ from, to }, index) => ({ index, top: Math.min(from, to), bottom: Math.max(from, to) }));
  for (const { index, top, bottom } of spans.sort((a, b) => a.top - b.top)) {
    const last = groups.at(-1);
    if (last === undefined || last.bottom < top) groups.push({ bottom, members: [index] });
    else {
      last.members.push(index);
      last.bottom = Math.max(last.bottom, bottom);
    }
  }
  return groups.map(({ members }) => members);
}

/** From left to right. Lines of one direction that stay in order do not cross: downwards the lowest is on the left, upwards the highest. */
function compareLines(a: Ends | undefined, b: Ends | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [isDown, isOtherDown] = [a.to >= a.from, b.to >= b.from];
  if (isDown !== isOtherDown) return isDown ? -1 : 1;
  return isDown ? b.from - a.from : a.from - b.from;
}
