/** Checks the service, the API key, the clock and caches on the way, by two requests to the service. */
import type { ServiceCheck } from '../../contract/secrets.ts';
import { formatCount } from '../../core/formatNumber.ts';
import type { SourceState } from '../../core/source.ts';
import { reportedSkewMs } from '../poll/clockSkew.ts';
import { type Finding, fault, good, warning } from './findings.ts';

export type ServiceFindings = {
  readonly service: Finding;
  readonly key: Finding;
  readonly clock: Finding;
  readonly cache: Finding;
};

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
  const unknown = (what: string): Finding =>
    warning(`Not checked: ${what}`, 'Correct the fault above, then test again.');
  const answered = first.status !== null;
  return {
    service:
      problem === null || (isKeyProblem && answered)
        ? good(describeResponse(first))
        : isKeyProblem
          ? unknown('no request was sent without a key')
          : fault(problem.message, problem.nextStep),
    key: checkKey(source, hasKey, first),
    clock: first.clockSkewMs === null ? unknown('the service sent no time') : checkClock(first.clockSkewMs),
    cache:
      !answered || second.status === null ? unknown('the service did not answer twice') : checkCache(first, second),
  };
}

function describeResponse({ status, latencyMs, collections }: ServiceCheck): string {
  const time = latencyMs === null ? '' : ` in ${latencyMs} ms`;
  const count = collections === null ? '' : `, ${formatCount(collections, 'collection')}`;
  return status === 200 ? `Answered${time}${count}` : `Answered ${status}${time}`;
}

function checkKey({ mode }: Pick<SourceState, 'mode'>, hasKey: boolean, { problem }: ServiceCheck): Finding {
  if (!hasKey && mode === 'push') return good('Not needed: update mode is push');
  if (problem === null) return good('Accepted');
  if (isAboutKey(problem.code)) return fault(problem.message, problem.nextStep);
  return warning('Not checked: the service did not answer', 'Correct the fault of the service, then test again.');
}

function checkClock(skewMs: number): Finding {
  const seconds = Math.abs(skewMs) / 1000;
  const text = seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
  if (Math.abs(skewMs) <= reportedSkewMs) return good(`Within ${text} s of the service`);
  return warning(
    `${text} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s clock`,
    'Set this machine’s clock, and have it follow a time server.',
  );
}

function checkCache(first: ServiceCheck, second: ServiceCheck): Finding {
  if (!first.isCached && !second.isCached) return good('None. Two checks got two responses');
  return warning(
    'A cache on the way answered instead of the service, so changes can arrive late',
    'Have the network team exclude the service’s address from the cache.',
  );
}
