/** Sends one command for several posts together, and says what became of them. */
import type { CommandResults } from '../../contract/commands.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import type { CommandCall } from '../model/actionState.ts';
import type { Notice } from '../model/words/announcement.ts';
import type { Done } from '../model/words/doneSentence.ts';
import type { DeskClient, RequestError } from './client.ts';

/** Some of several commands were refused; the others were carried out. */
export class SeveralRefused extends Error {
  override readonly name = 'SeveralRefused';
  readonly count: number;
  readonly total: number;
  readonly first: RequestError;

  constructor(count: number, total: number, first: RequestError) {
    super(first.message);
    this.count = count;
    this.total = total;
    this.first = first;
  }

  describe(title: string): Notice {
    const values = { title: say(title), count: this.count, total: formatNumber(this.total) };
    return {
      lead: say(
        '{count, plural, one {{title}: # of {total} posts was refused.} other {{title}: # of {total} posts were refused.}}',
        values,
      ),
      rest: `${this.first.message} ${this.first.nextStep}`,
      ...{ hasWaitingButton: false, endsWith: 'gate', isUrgent: false },
    };
  }
}

/** The engine saves and announces commands that arrive together in one step. Returns the answer to the last one. */
export async function sendAll(
  client: DeskClient,
  commands: readonly CommandCall[],
  pressedAtMs: number,
): Promise<unknown> {
  const settled = await Promise.allSettled(commands.map((command) => client.command(command, pressedAtMs)));
  const refused = settled.filter((result) => result.status === 'rejected');
  const [first] = refused;
  if (first !== undefined) throw new SeveralRefused(refused.length, commands.length, first.reason as RequestError);
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])).at(-1);
}

/** `null` for a command whose effect the announcer says anyway. `result` is the feed after the last of the commands. */
export function describeSeveralDone(commands: readonly CommandCall[], result: CommandResults['next']): Done | null {
  const inputs = commands.flatMap((command) => (command.name === 'used' ? [command.input] : []));
  const [first] = inputs;
  if (first === undefined) return null;
  // A change on air matters more, such as a guard that takes posts off.
  const isTrueOf: Done['isTrueOf'] = ({ slug, revision, gate, playHead }) =>
    slug === first.feed &&
    revision === result.revision &&
    gate === result.gate &&
    inputs.every(({ itemId, used }) => playHead.used.includes(itemId) === used);
  const values = { count: inputs.length };
  const sentence = first.used
    ? say('{count, plural, one {Marked # post used.} other {Marked # posts used.}}', values)
    : say('{count, plural, one {Marked # post unused.} other {Marked # posts unused.}}', values);
  return { sentence, isTrueOf, isOnlySpoken: false };
}
