/** Checks the service, the API key, the clock and caches on the way, by two requests to the service. */

import type { ServiceCheck } from '../../contract/secrets.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { createPerLanguage, say } from '../../core/language/say.ts';
import type { SourceState } from '../../core/source.ts';
import { reportedSkewMs } from '../poll/clockSkew.ts';
import { type Finding, fault, good, warning } from './findings.ts';

export type ServiceFindings = {
  readonly service: Finding;
  readonly key: Finding;
  readonly clock: Finding;
  readonly cache: Finding;
};

const tenthsFormat = createPerLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

const isAboutKey = (code: string): boolean => code.startsWith('SOURCE_KEY_');

/** `first` and `second` are two checks of the service in use, one after the other. */
export function checkService(
  source: Pick<SourceState, 'mode'>,
  hasKey: boolean,
  first: ServiceCheck,
  second: ServiceCheck,
): ServiceFindings {
  const { problem } = first;
  const isKeyProblem = problem !== null && isAboutKey(problem.code);
  const unknown = (message: string): Finding => warning(message, say('Correct the fault above, then test again.'));
  const answered = first.status !== null;
  return {
    service:
      problem === null || (isKeyProblem && answered)
        ? good(describeResponse(first))
        : isKeyProblem
          ? unknown(say('Not checked: no request was sent without a key'))
          : fault(problem.message, problem.nextStep),
    key: checkKey(source, hasKey, first),
    clock:
      first.clockSkewMs === null
        ? unknown(say('Not checked: the service sent no time'))
        : checkClock(first.clockSkewMs),
    cache:
      !answered || second.status === null
        ? unknown(say('Not checked: the service did not respond twice'))
        : checkCache(first, second),
  };
}

function describeResponse({ status, latencyMs, collections }: ServiceCheck): string {
  const ms = latencyMs === null ? null : formatNumber(latencyMs);
  if (status !== 200) {
    const code = String(status);
    return ms === null ? say('Responded with {code}', { code }) : say('Responded with {code} in {ms} ms', { code, ms });
  }
  if (collections === null) return ms === null ? say('Responded') : say('Responded in {ms} ms', { ms });
  return ms === null
    ? say('Responded, {count, plural, one {# collection} other {# collections}}', { count: collections })
    : say('Responded in {ms} ms, {count, plural, one {# collection} other {# collections}}', {
        ms,
        count: collections,
      });
}

function checkKey({ mode }: Pick<SourceState, 'mode'>, hasKey: boolean, { status, problem }: ServiceCheck): Finding {
  if (!hasKey && mode === 'push') return good(say('Not needed: update mode is push'));
  if (problem === null) return good(say('Accepted'));
  if (isAboutKey(problem.code)) return fault(problem.message, problem.nextStep);
  return warning(
    status === null
      ? say('Not checked: the service did not respond')
      : say('Not checked: the service did not return its collections'),
    say('Correct the fault of the service, then test again.'),
  );
}

function checkClock(skewMs: number): Finding {
  const seconds = Math.abs(skewMs) / 1000;
  const text = seconds < 10 ? tenthsFormat().format(seconds) : formatNumber(Math.round(seconds));
  if (Math.abs(skewMs) <= reportedSkewMs)
    return good(
      say('Within {seconds} s of the service', { seconds: seconds < 0.05 ? tenthsFormat().format(0.1) : text }),
    );
  return warning(
    skewMs > 0
      ? say('{seconds} s behind the service’s clock', { seconds: text })
      : say('{seconds} s ahead of the service’s clock', { seconds: text }),
    say('Set this machine’s clock, and have it follow a time server.'),
  );
}

function checkCache(first: ServiceCheck, second: ServiceCheck): Finding {
  if (!first.isCached && !second.isCached) return good(say('None. Two checks got two responses'));
  return warning(
    say('A cache on the way responded instead of the service, so changes can arrive late'),
    say('Have the network team exclude the service’s address from the cache.'),
  );
}
