/** The result of the captured deliveries and the next step: capture, wait, lock, or try another secret or format. */
import { CircleCheck, Key, Loader, Lock, Radio, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Detection } from '../../../contract/settings.ts';
import { say } from '../../../core/language/say.ts';
import { formatDuration } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { phaseOf } from '../../model/detectionPhase.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { type SettingsAnswer, settingInUse } from '../settings/SettingRow.tsx';
import { TrySignature } from './TrySignature.tsx';
import { useDetection } from './useDetection.ts';

type DetectionResultProps = { readonly detection: Detection | null; readonly answer: SettingsAnswer };

const strong = { b: (children: ReactNode) => <b>{children}</b> };

export function DetectionResult({ detection, answer }: DetectionResultProps) {
  /** The format whose lock was pressed here. */
  const [locked, setLocked] = useState<string | null>(null);
  if (detection === null) return <NotRunning locked={locked} answer={answer} />;
  if (detection.found !== null) return <Found found={detection.found} onLock={setLocked} />;
  return phaseOf(detection) === 'failed' ? (
    <Failed detection={detection} answer={answer} onLock={setLocked} />
  ) : (
    <Waiting detection={detection} />
  );
}

/** Starts a detection, and names the format in use. */
function NotRunning({ locked, answer }: { readonly locked: string | null; readonly answer: SettingsAnswer }) {
  const isPolling = useDesk(({ state }) => state.source.webhook === null);
  const notConnected = useNotConnected();
  const { start } = useDetection();
  const signing = String(settingInUse(answer, 'source.push.signing').value);
  const format = { format: signing, code: (children: ReactNode) => <code>{children}</code> };
  return (
    <>
      {locked === signing && (
        <div className="proof is-good" role="status">
          <CircleCheck />
          <div>{sayNode('<b>Locked.</b> Deliveries are verified with this format from now on.', strong)}</div>
        </div>
      )}
      <div className="button-row">
        <Button
          className={locked === null ? 'button is-primary' : 'button'}
          disabledReason={
            notConnected ??
            (isPolling
              ? say('off in poll mode')
              : answer.secrets.webhookSecret.isSet
                ? null
                : say('set the webhook secret first'))
          }
          onPress={start}
        >
          <Radio />
          {say('Capture two deliveries')}
        </Button>
        <span className="setting-note">
          {sayNode('Format in use: <code>{format}</code>. A locked format never changes by itself.', format)}
        </span>
      </div>
    </>
  );
}

function Waiting({ detection: { since, captured } }: { readonly detection: Detection }) {
  const time = useComputed((_, nowMs) => formatDuration(nowMs - Date.parse(since)));
  return (
    <>
      <div className="proof is-warn">
        <Loader />
        <div>
          {captured.length === 0
            ? sayNode(
                '<b>Waiting for the first delivery ({time}).</b> Change anything in one of your collections, for example move a post in staging.',
                { ...strong, time },
              )
            : sayNode('<b>Waiting for another delivery ({time}).</b> Change something else in a collection.', {
                ...strong,
                time,
              })}
        </div>
      </div>
      <div className="button-row">
        <Button className="button is-primary" disabledReason={say('no format has been found')}>
          <Lock />
          {say('Lock')}
        </Button>
        <StopButton />
        <span className="setting-note">
          {say('Two different deliveries must match the same format before you can lock it.')}
        </span>
      </div>
    </>
  );
}

type FoundProps = { readonly found: NonNullable<Detection['found']>; readonly onLock: (signing: string) => void };

function Found({ found, onLock }: FoundProps) {
  const notConnected = useNotConnected();
  const send = useCommand();
  return (
    <>
      <div className="proof is-good" role="status">
        <CircleCheck />
        <div>{sayNode('<b>Match.</b> {format}', { ...strong, format: found.words })}</div>
      </div>
      <div className="button-row">
        <Button
          className="button is-primary"
          disabledReason={notConnected}
          onPress={() => {
            onLock(found.signing);
            send({
              title: say('Lock this format'),
              keyLabel: null,
              command: { name: 'lockDetection', input: {} },
            });
          }}
        >
          <Lock />
          {say('Lock this format')}
        </Button>
        <StopButton />
        <span className="setting-note">
          {sayNode('A locked format never changes by itself. Settings file: <code>"signing": "{format}"</code>.', {
            format: found.signing,
            code: (children) => <code>{children}</code>,
          })}
        </span>
      </div>
    </>
  );
}

type FailedProps = {
  readonly detection: Detection;
  readonly answer: SettingsAnswer;
  readonly onLock: (signing: string) => void;
};

function Failed({ detection, answer, onLock }: FailedProps) {
  const polls = useDesk(({ state }) => state.source.mode !== 'push');
  const count = detection.formats;
  return (
    <>
      <div className="verdict is-warning" role="status">
        <TriangleAlert />
        <div>
          {polls
            ? sayNode(
                '<b>No known signature format matches.</b> Tried {count} on each delivery. On air is not affected: polling continues, and the service resends them later.',
                { ...strong, count },
              )
            : sayNode(
                '<b>No known signature format matches.</b> Tried {count} on each delivery. On air is not affected: the service resends them later.',
                { ...strong, count },
              )}
        </div>
      </div>
      <ol className="clicks">
        <li>
          {sayNode(
            '<b>Paste the secret again.</b> It is usually the wrong one, or incomplete. The deliveries are tried again with it; the service needn’t resend.',
            strong,
          )}
        </li>
        <li>
          {sayNode(
            '<b>Check for a proxy in between.</b> A proxy that rewrites the body breaks every signature.',
            strong,
          )}
        </li>
        <li>
          <TrySignature answer={answer} onLock={onLock} />
        </li>
      </ol>
      <div className="button-row">
        <Button
          className="button is-primary"
          disabledReason={null}
          onPress={() => document.querySelector<HTMLInputElement>('[data-secret="webhookSecret"] input')?.focus()}
        >
          <Key />
          {say('Paste the secret again')}
        </Button>
        <StopButton />
      </div>
    </>
  );
}

function StopButton() {
  const polls = useDesk(({ state }) => state.source.mode !== 'push');
  const notConnected = useNotConnected();
  const { stop } = useDetection();
  return (
    <Button disabledReason={notConnected} onPress={stop}>
      {polls ? say('Stop and keep polling') : say('Stop')}
    </Button>
  );
}

function useNotConnected(): string | null {
  return useIsDisconnected() ? say('not connected') : null;
}
