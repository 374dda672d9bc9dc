/** The sentences about a blocked post that may still be on screen, and about how its takedown ended. */
import type { DeskFeed, DeskPresence } from '../../../contract/deskState.ts';
import { findLostConsumers } from '../../../contract/lostConsumers.ts';
import { capitalise } from '../../../core/capitalise.ts';
import { joinWithAnd } from '../../../core/joinWithAnd.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { countNames, listSharedNames } from '../../../core/listNames.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatDayTime, formatShortDuration } from '../../../core/time.ts';
import { onePressMs } from '../airChange.ts';

type Block = DeskFeed['blocked'][number];

/** The blocked posts that consumers may still show. */
export function unconfirmedBlocksOf(feed: DeskFeed): readonly Block[] {
  return feed.blocked.filter(({ waitingFor }) => waitingFor.length > 0);
}

/** The names of consumers that a takedown waits for and that are no longer listed, so that no sentence counts them. */
export function lostConsumersOf(feed: DeskFeed): readonly string[] {
  return findLostConsumers(feed.consumers, feed.blocked).map(({ name }) => name);
}

type Clear = { readonly program: RegExp; readonly step: string };

/** How to remove a post in each program. */
const clears: readonly Clear[] = [
  { program: /caspar/i, step: markMessage('clear the layer on {consumer}') },
  { program: /\bobs\b/i, step: markMessage('hide the source in {consumer}') },
  { program: /vmix/i, step: markMessage('turn off the input or overlay in {consumer}') },
  { program: /\bspx\b/i, step: markMessage('stop the template in {consumer}') },
  { program: /^(?:chrome|edge|firefox|browser)\b/i, step: markMessage('close the page in {consumer}') },
];

const otherClear: Clear = { program: /^/, step: markMessage('remove it on {consumer}') };

/** More would push what to do out of the announcer. */
const maxNamed = 3;

/** For example `Clear the layer on CasparCG 1 and hide the source in OBS main, then check the programme monitor.` */
export function describeClear({ waitingFor }: Block): string {
  const consumers = waitingFor.map((consumer) => ({ step: findStep(consumer), text: nameWithProgram(consumer) }));
  const isOneStep = new Set(consumers.map(({ step }) => step)).size === 1;
  const named = new Set([...new Set(consumers.map(({ text }) => text))].slice(0, maxNamed));
  const shown = isOneStep ? consumers : consumers.filter(({ text }) => named.has(text));
  const steps = [...Map.groupBy(shown, ({ step }) => step)].map(([step, together]) =>
    say(step, { consumer: listSharedNames(together.map(({ text }) => text)) }),
  );
  const count = consumers.length - shown.length;
  const rest =
    count > 0
      ? [say('{count, plural, one {remove it on # more consumer} other {remove it on # more consumers}}', { count })]
      : [];
  return capitalise(say('{steps}, then check the programme monitor.', { steps: joinWithAnd([...steps, ...rest]) }));
}

function findStep({ name, program }: Block['waitingFor'][number]): string {
  const { step } =
    clears.find((known) => known.program.test(program ?? '')) ??
    clears.find((known) => known.program.test(name)) ??
    otherClear;
  return step;
}

function nameWithProgram({ name, program }: Block['waitingFor'][number]): string {
  const isNamed = program !== null && !name.toLowerCase().includes(program.toLowerCase());
  return isNamed ? `${isolateName(name)} (${isolateName(program)})` : isolateName(name);
}

/** Who has not confirmed the block after `age`, such as `9 s`, and who never can: nothing proves what an event stream has read. */
export function describeWaiting({ waitingFor }: Block, age: string): string {
  const late = waitingFor.filter(({ canConfirm }) => canConfirm);
  const unable = waitingFor.filter(({ canConfirm }) => !canConfirm);
  return [
    ...(late.length === 0 ? [] : [describeLate(namesOf(late), late.length, age)]),
    ...(unable.length === 0
      ? []
      : [
          say('{count, plural, one {{names} can’t confirm a block.} other {{names} can’t confirm a block.}}', {
            names: namesOf(unable),
            count: unable.length,
          }),
        ]),
  ].join(' ');
}

function describeLate(names: string, count: number, age: string): string {
  return age === '0 s'
    ? say(
        '{count, plural, one {{names} hasn’t confirmed the block yet.} other {{names} haven’t confirmed the block yet.}}',
        { names, count },
      )
    : say(
        '{count, plural, one {{names} hasn’t confirmed the block after {age}.} other {{names} haven’t confirmed the block after {age}.}}',
        { names, count, age },
      );
}

function namesOf(waitingFor: Block['waitingFor']): string {
  return listSharedNames(waitingFor.map(({ name }) => isolateName(name)));
}

/** The blocks that this operator made at this time, ISO 8601, with one press. */
export function blocksOfOnePress(
  { blocked }: Pick<DeskFeed, 'blocked'>,
  by: string | null,
  at: string,
): readonly Block[] {
  return blocked.filter((block) => block.by === by && Math.abs(Date.parse(block.since) - Date.parse(at)) <= onePressMs);
}

/** The last action of a desk, if it blocked several posts of the feed; else `null`. */
export function describeBlocked(
  feed: Pick<DeskFeed, 'blocked'>,
  name: string,
  { verb, at }: NonNullable<DeskPresence['lastAction']>,
): string | null {
  const count = verb === 'block' ? blocksOfOnePress(feed, name, at).length : 0;
  return count < 2 ? null : say('{count, plural, one {blocked # post} other {blocked # posts}}', { count });
}

type JoinNames = (names: readonly string[]) => string;

/** How the takedown ended, or which consumers it waits for, and whether the block is saved, without a full stop. */
export function describeConfirmation(
  block: Omit<Block, 'itemId'>,
  nowMs: number,
  join: JoinNames = (names) => countNames(names).join(', '),
): string {
  return block.saved ? describeEnd(block, nowMs, join) : `${describeEnd(block, nowMs, join)}. ${say('Not saved yet')}`;
}

function describeEnd(block: Omit<Block, 'itemId'>, nowMs: number, join: JoinNames): string {
  const { waitingFor, confirmedOffAirAt, confirmedOffAirBy, confirmedInMs } = block;
  if (waitingFor.length > 0)
    return say('Not confirmed by {names}', { names: join(waitingFor.map(({ name }) => isolateName(name))) });
  if (confirmedOffAirAt === null) return say('No consumer confirmed it');
  const at = formatDayTime(confirmedOffAirAt, nowMs);
  if (confirmedOffAirBy !== null)
    return say('{who} confirmed at {at} that it is not on screen', { who: isolateName(confirmedOffAirBy), at });
  if (confirmedInMs === null) return say('Confirmed off air at {at}', { at });
  return say('Confirmed off air in {duration}', { duration: formatShortDuration(confirmedInMs) });
}
