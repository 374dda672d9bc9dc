/** Words for the trial of a service: a line under its address, and one under its API key. */
import type { ServiceCheck } from '../../../contract/secrets.ts';
import { say } from '../../../core/language/say.ts';
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

const onlyAboutKey: readonly string[] = [
  'SOURCE_KEY_MISSING',
  'SOURCE_KEY_OTHER_SERVICE',
  'SOURCE_KEY_REFUSED',
  'SOURCE_KEY_UNSENDABLE',
];

/** Says whether the address leads to a service. A refused key means that it does. */
export function describeAddress(check: ServiceCheck): CheckLine {
  const { ok, latencyMs, clockSkewMs, isCached, problem } = check;
  if (!ok && problem !== null && !onlyAboutKey.includes(problem.code))
    return { kind: 'bad', text: problem.message, advice: problem.nextStep };
  if (latencyMs === null) return { kind: 'off', text: say('Not tried yet.'), advice: null };
  const ms = latencyMs;
  if (isCached)
    return {
      kind: 'warn',
      text: say('Responds in {ms} ms. A cache on the way sent the response.', { ms }),
      advice: say('Check that the cache separates readers by their API key.'),
    };
  if (clockSkewMs === null) return { kind: 'good', text: say('Responds in {ms} ms.', { ms }), advice: null };
  if (Math.abs(clockSkewMs) <= matchingClockMs)
    return { kind: 'good', text: say('Responds in {ms} ms. Its clock matches this machine.', { ms }), advice: null };
  const difference = formatDuration(Math.abs(clockSkewMs));
  return {
    kind: 'warn',
    text:
      clockSkewMs > 0
        ? say('Responds in {ms} ms. Its clock is {difference} ahead of this machine’s.', { ms, difference })
        : say('Responds in {ms} ms. Its clock is {difference} behind this machine’s.', { ms, difference }),
    advice: say('Set the clock of this machine automatically. Push can refuse deliveries if the clocks differ.'),
  };
}

/** Says whether the service accepts the key; `null` while the address leads nowhere. */
export function describeKey(check: ServiceCheck): CheckLine | null {
  const { ok, collections, serviceWords, status, problem } = check;
  if (ok)
    return {
      kind: 'good',
      text:
        collections === null
          ? say('Accepted.')
          : say('Accepted. {count, plural, one {# collection.} other {# collections.}}', { count: collections }),
      advice: null,
    };
  if (problem === null || !onlyAboutKey.includes(problem.code)) return null;
  if (problem.code === 'SOURCE_KEY_MISSING') return { kind: 'wait', text: say('Enter the API key.'), advice: null };
  if (problem.code === 'SOURCE_KEY_UNSENDABLE' || isKeyOfOtherService(check))
    return { kind: 'bad', text: problem.message, advice: problem.nextStep };
  const code = serviceWords?.split(':')[0] ?? `${status}`;
  return {
    kind: 'bad',
    text: say('Refused: {code}. The service doesn’t recognise this key.', { code }),
    advice: say(
      'Paste the whole key again, without spaces. If it is refused again, get a new one: a key is shown only when it is created.',
    ),
  };
}

/** Whether the saved key was not sent, because it belongs to another service. */
export function isKeyOfOtherService({ problem }: ServiceCheck): boolean {
  return problem?.code === 'SOURCE_KEY_OTHER_SERVICE';
}
