/** Checks whether posts fit the overlays, from what a desk measured. */
import type { PreflightInput } from '../../contract/preflight.ts';
import type { Item } from '../../core/collection.ts';
import { type FitFaultKind, fitFaultsOf } from '../../core/fit.ts';
import { formatCount, formatNumber } from '../../core/formatNumber.ts';
import { authorOf } from '../../core/postLabel.ts';
import { type Finding, good, joinFindings, warning } from './findings.ts';

type MeasuredFeed = PreflightInput['fit'][number];

export type FitFindings = { readonly text: Finding; readonly fonts: Finding; readonly crop: Finding };

type MeasuredKind = Exclude<FitFaultKind, 'codec'>;

const nextSteps: Readonly<Record<MeasuredKind, string>> = {
  cut: 'Shorten the text at the service, or show the post in the ticker.',
  missing: 'Look at the post on the graphics machine, or set a font that has it in Settings, Overlays.',
  cropped: 'Look at it on the wall, or crop the picture at the service.',
};

/** `measured` is `null` if no desk has measured this feed. */
export function checkFit(measured: MeasuredFeed | null, items: readonly Item[]): FitFindings {
  if (measured === null) {
    const unknown = warning('Not checked: only a desk can measure it', 'Run the preflight on a desk (F3).');
    return { text: unknown, fonts: unknown, crop: unknown };
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  const findingsOf = (kind: MeasuredKind): readonly Finding[] =>
    measured.faulty.flatMap((fit) => {
      const item = byId.get(fit.itemId);
      const found = fitFaultsOf({ media: [] }, fit, []).filter((other) => other.kind === kind);
      return item === undefined ? [] : found.map(({ text }) => warning(`${authorOf(item)}: ${text}`, nextSteps[kind]));
    });
  const rest = measured.posts - measured.measured;
  const unmeasured =
    rest === 0
      ? []
      : [
          warning(
            `${formatNumber(rest)} of ${formatNumber(measured.posts)} posts were not measured`,
            'Keep the desk open and the feed’s port reachable from it, then test again.',
          ),
        ];
  return {
    text: joinFindings(
      [...findingsOf('cut'), ...unmeasured],
      good(
        `${formatCount(measured.posts, 'post')} in card, ticker, wall. Longest ${formatNumber(measured.longest)} characters`,
      ),
    ),
    fonts: joinFindings(findingsOf('missing'), good('No character is missing')),
    crop: joinFindings(findingsOf('cropped'), good('None is cropped on the wall')),
  };
}
