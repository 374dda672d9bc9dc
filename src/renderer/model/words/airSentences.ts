/** The sentences about what changed on air last, about new posts of staging, and about how many posts are on air. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { listNames } from '../../../core/listNames.ts';
import type { AirChange } from '../airChange.ts';
import { nameOf } from './counts.ts';
import { emphasise } from './emphasis.ts';

/** The bold part and the rest, which begins with a comma. */
export function describeArrivals(count: number): readonly [lead: string, rest: string] {
  return [
    say('{count, plural, one {New in staging: # post} other {New in staging: # posts}}', { count }),
    say(', above the part on screen. Your position is kept.'),
  ];
}

export function describeOnAirCount({ counts, collection }: DeskFeed): string {
  if (counts.onAir > 0)
    return say('{count, plural, one {# post is on air.} other {# posts are on air.}}', { count: counts.onAir });
  return counts.live === 0 && collection !== null
    ? say('Nothing is on air: live is empty.')
    : say('Nothing is on air.');
}

export function describeAirChange(change: AirChange): string {
  const { on, off, edited, isReordered } = change;
  const [firstOn] = on;
  if (firstOn !== undefined) return addOthers(describeOn(firstOn, on.length - 1), change);
  return off.length === 0 ? describeStayed(edited, isReordered) : addOthers(describeOff(off), { ...change, off: [] });
}

/** Adds what else changed on air together with it. */
function addOthers(sentence: string, { off, edited, isReordered }: Omit<AirChange, 'on'>): string {
  const sentences = [
    sentence,
    off.length > 0 &&
      say('{count, plural, one {# post went off air.} other {# posts went off air.}}', { count: off.length }),
    edited.length > 0 &&
      say('{count, plural, one {# post was edited.} other {# posts were edited.}}', { count: edited.length }),
    isReordered && sayReordered(),
  ];
  return sentences.filter((other) => other !== false).join(' ');
}

const sayReordered = (): string => say('The order on air changed.');

/** The posts that went on air in a held feed, the newest first: each can be from a press of its own. */
export function describeReturned(change: AirChange): string {
  // Nothing comes from staging then.
  const on = change.on.map((post) => ({ ...post, isFromStaging: false }));
  if (on.length < 2) return describeAirChange({ ...change, on });
  const newest = on.toSorted((a, b) => b.at.localeCompare(a.at));
  const names = emphasise(listNames(newest.map(({ name }) => nameOf({ fullName: name }))));
  return addOthers(say('Went on air: {names}.', { names }), change);
}

/** The posts are the same, in other versions or in another order. */
function describeStayed([first, ...more]: AirChange['edited'], isReordered: boolean): string {
  const order = isReordered ? sayReordered() : '';
  if (first === undefined) return order;
  const values = { name: emphasise(nameOf({ fullName: first.name })), position: first.position };
  const edited =
    more.length === 0
      ? say('Edited on air: {name}, at position {position}.', values)
      : say('Edited on air: {name}, at position {position}, and {count} more.', {
          ...values,
          count: formatNumber(more.length),
        });
  return `${edited} ${order}`.trimEnd();
}

/** `more` is how many other posts went on air. */
function describeOn({ name, position, isFromStaging }: AirChange['on'][number], more: number): string {
  const values = { name: emphasise(nameOf({ fullName: name })), position };
  const count = formatNumber(more);
  if (isFromStaging)
    return more === 0
      ? say('Went on air: {name}, from staging to position {position}.', values)
      : say('Went on air: {name}, from staging to position {position}, and {count} more.', { ...values, count });
  return more === 0
    ? say('Went on air: {name}, at position {position}.', values)
    : say('Went on air: {name}, at position {position}, and {count} more.', { ...values, count });
}

function describeOff([first, ...more]: AirChange['off']): string {
  const values = { name: emphasise(nameOf({ fullName: first?.name ?? null })), position: first?.position ?? 0 };
  return more.length === 0
    ? say('Went off air: {name}, from position {position}.', values)
    : say('Went off air: {name}, from position {position}, and {count} more.', {
        ...values,
        count: formatNumber(more.length),
      });
}
