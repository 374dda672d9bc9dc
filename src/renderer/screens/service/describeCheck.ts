/** Words for the trial of a service: a line under its address, and one under its API key. */
import type { ServiceCheck } from '../../../contract/secrets.ts';
import { formatDuration } from '../../../core/time.ts';
import type { LampKind } from '../../../ui/Lamp.tsx';

export type CheckLine = {
  readonly kind: LampKind;
  readonly text: string;
  /** What to do, as a sentence; `null` if there is nothing to do. */
  readonly advice: string | null;
};

/** HTTP dates have whole seconds, and a response takes time. Milliseconds. */
const matchingClockMs = 2000;

const onlyAboutKey: readonly string[] = ['SOURCE_KEY_MISSING', 'SOURCE_KEY_REFUSED', 'SOURCE_KEY_UNSENDABLE'];

/** Says whether the address leads to a service. A refused key means that it does. */
export function describeAddress(check: ServiceCheck): CheckLine {
  const { ok, latencyMs, clockSkewMs, isCached, problem } = check;
  if (!ok && problem !== null && !onlyAboutKey.includes(problem.code))
    return { kind: 'bad', text: withoutAir(problem.message), advice: problem.nextStep };
  if (latencyMs === null) return { kind: 'off', text: 'Not tried yet.', advice: null };
  const responds = `Responds in ${latencyMs} ms.`;
  if (isCached)
    return {
      kind: 'warn',
      text: `${responds} A cache on the way sent the response.`,
      advice: 'Check that the cache separates readers by their API key.',
    };
  if (clockSkewMs === null) return { kind: 'good', text: responds, advice: null };
  if (Math.abs(clockSkewMs) <= matchingClockMs)
    return { kind: 'good', text: `${responds} Its clock matches this machine.`, advice: null };
  const difference = `${formatDuration(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? 'ahead of' : 'behind'}`;
  return {
    kind: 'warn',
    text: `${responds} Its clock is ${difference} this machine’s.`,
    advice: 'Set the clock of this machine automatically. Push can refuse deliveries if the clocks differ.',
  };
}

/** Says whether the service accepts the key; `null` while the address leads nowhere. */
export function describeKey(check: ServiceCheck): CheckLine | null {
  const { ok, collections, serviceWords, status, problem } = check;
  if (ok) {
    const count = collections === null ? '' : ` ${collections} ${collections === 1 ? 'collection' : 'collections'}.`;
    return { kind: 'good', text: `Accepted.${count}`, advice: null };
  }
  if (problem === null || !onlyAboutKey.includes(problem.code)) return null;
  if (problem.code === 'SOURCE_KEY_MISSING') return { kind: 'wait', text: 'Enter the API key.', advice: null };
  if (problem.code === 'SOURCE_KEY_UNSENDABLE')
    return { kind: 'bad', text: withoutAir(problem.message), advice: problem.nextStep };
  const code = serviceWords?.split(':')[0] ?? `${status}`;
  return {
    kind: 'bad',
    text: `Refused: ${code}. The service doesn’t recognise this key.`,
    advice:
      'Paste the whole key again, without spaces. If it is refused again, get a new one: a key is shown only when it is created.',
  };
}

/** Nothing is in use yet, so a trial says nothing of air. */
function withoutAir(message: string): string {
  return message.replace(/ On air is not affected[^.]*\./, '');
}
