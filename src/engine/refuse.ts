/** Refuses a command, with the message and next step of the problem catalogue. */
import type { Refusal } from '../contract/commands.ts';
import { describeProblem, type Facts, type ProblemCode } from '../core/problem.ts';

export function refuse(code: ProblemCode, facts: Facts): Refusal {
  const { message, nextStep } = describeProblem(code, 'command', '', facts);
  return { ok: false, code, message, nextStep };
}
