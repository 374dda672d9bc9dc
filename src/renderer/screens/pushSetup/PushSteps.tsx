/** The five steps of the push setup, each with a lamp. */
import type { DeskState } from '../../../contract/deskState.ts';
import type { SecretView } from '../../../contract/secrets.ts';
import type { Detection } from '../../../contract/settings.ts';
import { say } from '../../../core/language/say.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import { type DetectionPhase, neededDeliveries, phaseOf } from '../../model/detectionPhase.ts';
import { useComputed } from '../../stores/useDesk.ts';

type Step = readonly [name: string, kind: LampKind, text: string];
type PushStepsProps = {
  readonly detection: Detection | null;
  readonly secret: SecretView;
  /** The format in use, of the `signing` setting. */
  readonly signing: string;
};

export function PushSteps({ detection, secret, signing }: PushStepsProps) {
  const steps = useComputed(({ state }, nowMs) => stepsOf(state, { detection, secret, signing }, nowMs));
  const phase = phaseOf(detection);
  const current = indexOfCurrent(steps, phase);
  return (
    <ol className="push-steps" aria-label={say('Push setup steps')}>
      {steps.map(([name, kind, text], index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined}>
          <b>{name}</b>
          <Lamp kind={kind} text={text} />
        </li>
      ))}
    </ol>
  );
}

/** The one to do now. */
function indexOfCurrent(steps: readonly Step[], phase: DetectionPhase): number {
  if (phase === 'found') return 4;
  if (phase === 'failed') return 2;
  if (phase === 'waiting') return 3;
  const index = steps.findIndex(([, kind]) => kind !== 'good');
  return index === -1 ? 3 : index;
}

function stepsOf(
  { source: { webhook } }: DeskState,
  { detection, secret, signing }: PushStepsProps,
  nowMs: number,
): readonly Step[] {
  const phase = phaseOf(detection);
  const outside = webhook?.reachedFromOutside ?? null;
  return [
    [
      say('1. Address'),
      ...(webhook === null
        ? (['warn', say('off in poll mode')] as const)
        : webhook.isListening
          ? (['good', say('listening')] as const)
          : (['bad', say('not listening')] as const)),
    ],
    [
      say('2. Firewall'),
      ...(outside === null
        ? (['wait', say('not reached yet')] as const)
        : (['good', say('reached {time}', { time: formatDayTime(outside.at, nowMs) })] as const)),
    ],
    [say('3. Secret'), ...describeSecret(secret, phase)],
    [say('4. Two deliveries'), ...describeDeliveries(detection, phase, nowMs)],
    [
      say('5. Lock'),
      ...(phase === 'found'
        ? (['wait', say('ready to lock')] as const)
        : phase === 'failed'
          ? (['off', say('no match')] as const)
          : (['off', detection === null ? say('in use: {format}', { format: signing }) : say('not yet')] as const)),
    ],
  ];
}

function describeSecret({ isSet, endsWith }: SecretView, phase: DetectionPhase): readonly [LampKind, string] {
  if (!isSet) return ['warn', say('not set')];
  if (endsWith === null) return phase === 'failed' ? ['warn', say('set: correct?')] : ['good', say('set||a secret')];
  return phase === 'failed'
    ? ['warn', say('ends in {end}: correct?', { end: endsWith })]
    : ['good', say('ends in {end}', { end: endsWith })];
}

function describeDeliveries(
  detection: Detection | null,
  phase: DetectionPhase,
  nowMs: number,
): readonly [LampKind, string] {
  if (detection === null) return ['off', say('not capturing')];
  if (phase === 'waiting')
    return ['wait', say('waiting, {time}', { time: formatDuration(nowMs - Date.parse(detection.since)) })];
  const count = Math.min(neededDeliveries, detection.captured.length);
  return ['good', say('{count} of {needed} captured', { count, needed: neededDeliveries })];
}
