/** The sentences about a blocked post that may still be on screen, and about how its takedown ended. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { findLostConsumers } from '../../../contract/lostConsumers.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';

type Block = DeskFeed['blocked'][number];

/** The blocked posts that consumers may still show. */
export function unconfirmedBlocksOf(feed: DeskFeed): readonly Block[] {
  return feed.blocked.filter(({ waitingFor }) => waitingFor.length > 0);
}

/** The names of consumers that a takedown waits for and that are no longer listed, so that no sentence counts them. */
export function lostConsumersOf(feed: DeskFeed): readonly string[] {
  return findLostConsumers(feed.consumers, feed.blocked).map(({ name }) => name);
}

/** How to remove a post in each program. */
const clears: readonly (readonly [RegExp, string])[] = [
  [/caspar/i, 'clear the layer on'],
  [/\bobs\b/i, 'hide the source in'],
  [/vmix/i, 'turn off the input or overlay in'],
  [/\bspx\b/i, 'stop the template in'],
  [/^(?:chrome|edge|firefox|browser)\b/i, 'close the page in'],
];

/** For example `clear the layer on CasparCG 1 and hide the source in OBS main`. */
export function describeClear({ waitingFor }: Block): string {
  return waitingFor
    .map(({ name, program }) => {
      const known =
        clears.find(([pattern]) => pattern.test(program ?? '')) ?? clears.find(([pattern]) => pattern.test(name));
      const isNamed = program !== null && !name.toLowerCase().includes(program.toLowerCase());
      return `${known?.[1] ?? 'remove it on'} ${isolateName(name)}${isNamed ? ` (${isolateName(program)})` : ''}`;
    })
    .join(' and ');
}

/** Who has not confirmed the block after `age`, such as `9 s`, and who never can: nothing proves what an event stream has read. */
export function describeWaiting({ waitingFor }: Block, age: string): string {
  const late = waitingFor.filter(({ canConfirm }) => canConfirm);
  const unable = waitingFor.filter(({ canConfirm }) => !canConfirm);
  return [
    ...(late.length === 0
      ? []
      : [
          `${listNames(late)} ${late.length === 1 ? 'hasn’t' : 'haven’t'} confirmed the block ${age === '0 s' ? 'yet' : `after ${age}`}.`,
        ]),
    ...(unable.length === 0 ? [] : [`${listNames(unable)} can’t confirm a block.`]),
  ].join(' ');
}

function listNames(waitingFor: Block['waitingFor']): string {
  return waitingFor.map(({ name }) => isolateName(name)).join(' and ');
}

/** How the takedown ended, or which consumers it waits for, and whether the block is saved, without a full stop. */
export function describeConfirmation(block: Omit<Block, 'itemId'>): string {
  return `${describeEnd(block)}${block.saved ? '' : '. Not saved yet'}`;
}

function describeEnd(block: Omit<Block, 'itemId'>): string {
  const { waitingFor, confirmedOffAirAt, confirmedOffAirBy, confirmedInMs } = block;
  if (waitingFor.length > 0) return `Not confirmed by ${waitingFor.map(({ name }) => isolateName(name)).join(', ')}`;
  if (confirmedOffAirAt === null) return 'No consumer confirmed it';
  const at = formatClockTime(confirmedOffAirAt);
  if (confirmedOffAirBy !== null)
    return `${isolateName(confirmedOffAirBy)} confirmed at ${at} that it is not on screen`;
  if (confirmedInMs === null) return `Confirmed off air at ${at}`;
  return `Confirmed off air in ${confirmedInMs < 10_000 ? `${confirmedInMs} ms` : formatDuration(confirmedInMs)}`;
}
