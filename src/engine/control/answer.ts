/** Answers a desk's questions. Asking changes nothing. */
import { z } from 'zod';
import type { Refusal } from '../../contract/commands.ts';
import type { QuestionAnswer, QuestionName } from '../../contract/questions.ts';
import type { Ports } from '../ports.ts';
import type { Source } from '../source/source.ts';
import { faultOf } from './commandSchemas.ts';
import { refuse } from './dispatch.ts';
import type { EventLog } from './eventLog.ts';

type Answer = { readonly ok: true; readonly value: QuestionAnswer<QuestionName> } | Refusal;

/** Answers by name over unread input. Never rejects. */
export type Answerer = (name: string, input: unknown) => Promise<Answer>;

const collectionsInput = z.object({ search: z.string().max(200), page: z.int().min(0).max(100_000) });
const eventsInput = z.object({ limit: z.int().min(1).max(1000) });

export function createAnswerer(
  source: Pick<Source, 'collections'>,
  log: EventLog,
  ports: Pick<Ports, 'log'>,
): Answerer {
  const answer: Answerer = async (name, input) => {
    switch (name) {
      case 'collections': {
        const read = collectionsInput.safeParse(input);
        if (!read.success) return refuse('COMMAND_INVALID', { what: faultOf(read.error) });
        const found = await source.collections(read.data.search, read.data.page);
        if ('code' in found) return { ok: false, code: found.code, message: found.message, nextStep: found.nextStep };
        return { ok: true, value: found };
      }
      case 'events': {
        const read = eventsInput.safeParse(input);
        if (!read.success) return refuse('COMMAND_INVALID', { what: faultOf(read.error) });
        return { ok: true, value: { entries: log.entries(read.data.limit) } };
      }
      default:
        return refuse('COMMAND_UNKNOWN', {});
    }
  };
  return (name, input) =>
    answer(name, input).catch((error: unknown) => {
      ports.log('error', 'COMMAND_FAILED', { question: name, error: String(error) });
      return refuse('COMMAND_FAILED', {});
    });
}
