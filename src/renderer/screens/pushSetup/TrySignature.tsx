/** Tries a signature format that was typed on the captured deliveries, and uses it if it matches all of them. */
import { type SubmitEvent, useId, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import type { RequestError } from '../../engine/client.ts';
import { describeError, useClient } from '../../engine/queries.ts';
import { findSettingField, patchOf } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from '../settings/ChangeResult.tsx';
import type { SettingsAnswer } from '../settings/SettingRow.tsx';
import { useSettingChange } from '../settings/useSettingChange.ts';
import { useDetection } from './useDetection.ts';

const path = 'source.push.signing';
const example = '{timestamp}.{event}.{body}';

type Trial = { readonly signing: string } & (
  | { readonly kind: 'match' | 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
);

type TrySignatureProps = { readonly answer: SettingsAnswer; readonly onLock: (signing: string) => void };

export function TrySignature({ answer, onLock }: TrySignatureProps) {
  const client = useClient();
  const { stop } = useDetection();
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange(findSettingField(answer.schema, path));
  const [template, setTemplate] = useState('');
  const [lastTrial, setLastTrial] = useState<Trial | null>(null);
  const signing = template.trim();
  // The text may have been edited since, also while it was tried.
  const trial = lastTrial?.signing === signing ? lastTrial : null;
  const labelId = useId();
  const tryTemplate = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { fits } = await client.query('trySignature', { template: signing });
      setLastTrial({
        signing,
        kind: fits !== null && fits.length > 0 && fits.every((isMatch) => isMatch) ? 'match' : 'none',
      });
    } catch (error) {
      setLastTrial({ signing, kind: 'refused', reason: describeError(error as RequestError) ?? '' });
    }
  };
  const lock = async (): Promise<void> => {
    // A refusal stays in view, with the captured deliveries.
    if (!(await changer.change(patchOf(path, signing)))) return;
    onLock(signing);
    // Otherwise deliveries would get 503 until the detection ends by itself.
    stop();
  };
  return (
    <form className="setting-form" onSubmit={(event) => void tryTemplate(event)}>
      <span id={labelId}>
        {sayNode('<b>Ask the service’s support what it signs,</b> then enter that format:', {
          b: (children) => <b>{children}</b>,
        })}
      </span>
      <input
        className="is-medium"
        aria-labelledby={labelId}
        value={template}
        maxLength={200}
        placeholder={example}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTemplate(event.target.value)}
      />
      <Button
        type="submit"
        disabledReason={isDisconnected ? say('not connected') : signing === '' ? say('enter a format') : null}
      >
        {say('Try')}
      </Button>
      {trial?.kind === 'match' && (
        <>
          <Lamp kind="good" text={say('Match')} />
          <Button disabledReason={isDisconnected ? say('not connected') : null} onPress={() => void lock()}>
            {say('Lock this format')}
          </Button>
        </>
      )}
      {trial?.kind === 'none' && <Lamp kind="warn" text={say('No match either')} />}
      {trial?.kind === 'refused' && <Lamp kind="bad" text={trial.reason} />}
      <ChangeResult changer={changer} />
    </form>
  );
}
