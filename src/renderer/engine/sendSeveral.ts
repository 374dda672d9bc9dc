/** Sends one command for several posts together, and says what became of them. */
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
    const values = { title: say(title), count: formatNumber(this.count), total: formatNumber(this.total) };
    return {
      lead: say('{title}: {count} of {total} posts were refused.', values),
      rest: `${this.first.message} ${this.first.nextStep}`,
      ...{ hasWaitingButton: false, endsWith: 'gate', isUrgent: false },
    };
  }
}

/** The engine saves and announces commands that arrive together in one step. */
export async function sendAll(client: DeskClient, commands: readonly CommandCall[]): Promise<unknown> {
  const settled = await Promise.allSettled(commands.map((command) => client.command(command)));
  const refused = settled.filter((result) => result.status === 'rejected');
  const [first] = refused;
  if (first !== undefined) throw new SeveralRefused(refused.length, commands.length, first.reason as RequestError);
  return settled.at(-1);
}

/** `null` for a command whose effect the announcer says anyway. */
export function describeSeveralDone(command: CommandCall, count: number, slug: string): Done | null {
  if (command.name !== 'used') return null;
  const isTrueOf: Done['isTrueOf'] = (feed) => feed.slug === slug;
  const values = { count: formatNumber(count) };
  const sentence = command.input.used
    ? say('Marked {count} posts used.', values)
    : say('Marked {count} posts unused.', values);
  return { sentence, isTrueOf };
}
