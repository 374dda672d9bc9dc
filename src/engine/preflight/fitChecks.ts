/** Checks whether posts fit the overlays, from what a desk measured. */

import type { PreflightInput } from '../../contract/preflight.ts';
import type { Item } from '../../core/collection.ts';
import { type FitFaultKind, fitFaultsOf } from '../../core/fit.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { authorOf } from '../../core/postLabel.ts';
import { type Finding, good, joinFindings, warning } from './findings.ts';

type MeasuredFeed = PreflightInput['fit'][number];

export type FitFindings = { readonly text: Finding; readonly fonts: Finding; readonly crop: Finding };

type MeasuredKind = Exclude<FitFaultKind, 'codec'>;

const nextSteps: Readonly<Record<MeasuredKind, string>> = {
  cut: markMessage('Shorten the text at the service, or show the post in the ticker.'),
  missing: markMessage('Look at the post on the graphics machine, or set a font that has it in Settings, Overlays.'),
  cropped: markMessage('Look at it on the wall, or crop the picture at the service.'),
};

/** `measured` is `null` if no desk has measured this feed. */
export function checkFit(measured: MeasuredFeed | null, items: readonly Item[]): FitFindings {
  if (measured === null) {
    const unknown = warning(say('Not checked: only a desk can measure it'), say('Run the preflight on a desk (F3).'));
    return { text: unknown, fonts: unknown, crop: unknown };
  }
  const byId = new Map(items.map((item) => [item.id, item]));
  const findingsOf = (kind: MeasuredKind): readonly Finding[] =>
    measured.faulty.flatMap((fit) => {
      const item = byId.get(fit.itemId);
      const found = fitFaultsOf({ media: [] }, fit, []).filter((other) => other.kind === kind);
      return item === undefined
        ? []
        : found.map(({ text }) =>
            warning(say('{name}: {note}', { name: authorOf(item), note: text }), say(nextSteps[kind])),
          );
    });
  const rest = measured.posts - measured.measured;
  const unmeasured =
    rest === 0
      ? []
      : [
          warning(
            say('{count, plural, one {# of {all} posts was not measured} other {# of {all} posts were not measured}}', {
              count: rest,
              all: formatNumber(measured.posts),
            }),
            say('Keep the desk open and the feed’s port reachable from it, then test again.'),
          ),
        ];
  return {
    text: joinFindings(
      [...findingsOf('cut'), ...unmeasured],
      good(
        say('{count, plural, one {# post} other {# posts}} in card, ticker, wall. Longest {longest} characters', {
          count: measured.posts,
          longest: formatNumber(measured.longest),
        }),
      ),
    ),
    fonts: joinFindings(findingsOf('missing'), good(say('No character is missing'))),
    crop: joinFindings(findingsOf('cropped'), good(say('None is cropped on the wall'))),
  };
}
