/** The Rotation panel: interval, loop, and settings for long and used posts. */

import { type ReactNode, useState } from 'react';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useCommand } from '../../engine/useCommand.ts';
import type { SentAction } from '../../model/actions.ts';
import { maxSecondsPerPost, minSecondsPerPost } from '../../model/playHeadStates.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useActionState, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { useDeskControls } from '../controls.ts';
import { KeyCap } from '../KeyCap.tsx';
import { Panel } from './Panel.tsx';

export function RotationPanel() {
  const playHead = useDesk((desk) => desk.feed.playHead);
  const { rotateSeconds, byLength, loop, skipUsed, used } = playHead;
  const isOn = rotateSeconds !== null;
  return (
    <Panel label={say('Rotation')} title={say('ROTATION')} note={describeRotation(playHead)}>
      <Switch action="rotate" isOn={isOn} name={say('Rotation')}>
        {say('Moves the play head automatically. Pauses while a post is pinned.')}
      </Switch>
      <SecondsField />
      <Switch action="byLength" isOn={isOn && byLength} name={say('More time for long posts')}>
        {say('The time set is for up to 80 characters. Every 15 more add 1 s.')}
      </Switch>
      <Switch action="loop" isOn={loop} name={say('Loop')}>
        {say('After the last post, starts again at the first. When off, stops at the last.')}
      </Switch>
      <Switch action="skipUsed" isOn={skipUsed} name={say('Skip used')}>
        {used.length === 0
          ? say('No posts are marked used.')
          : say('{count, plural, one {# post marked used.} other {# posts marked used.}}', { count: used.length })}{' '}
        {say('If all are used, none is skipped.')}
      </Switch>
    </Panel>
  );
}

function describeRotation({ rotateSeconds: seconds, byLength, loop }: DeskFeed['playHead']): string {
  if (seconds === null) return say('Off: you move the play head');
  return [
    say('On: next post every {seconds} s', { seconds }),
    ...(loop ? [] : [say('stops at the end')]),
    ...(byLength ? [say('more time for long posts')] : []),
  ].join(', ');
}

type SwitchProps = {
  readonly action: SentAction;
  readonly isOn: boolean;
  readonly name: string;
  readonly children: ReactNode;
};

function Switch({ action, isOn, name, children }: SwitchProps) {
  const { press } = useDeskControls();
  const { disabledReason } = useActionState(action);
  return (
    <Button
      role="switch"
      aria-checked={isOn}
      aria-label={name}
      className={`choice${isOn ? ' is-on' : ''}`}
      disabledReason={disabledReason}
      onPress={() => press(action)}
      onDisabledPress={() => press(action)}
    >
      <span className="choice-dot" aria-hidden="true" />
      <span>
        <b>
          {name} <KeyCap action={action} />
        </b>
        <small>{children}</small>
      </span>
    </Button>
  );
}

function SecondsField() {
  const slug = useDesk((desk) => desk.feed.slug);
  const rotateSeconds = useDesk((desk) => desk.feed.playHead.rotateSeconds);
  const isDisconnected = useIsDisconnected();
  const disabledField = useDisabledField(isDisconnected ? say('not connected') : null);
  const send = useCommand();
  const remembered = useUiState((ui) => ui.rotation);
  const seconds = rotateSeconds ?? remembered.seconds;
  /** `null` while the operator isn't typing. */
  const [typed, setTyped] = useState<string | null>(null);
  const save = (): void => {
    const next = Number(typed ?? seconds);
    setTyped(null);
    if (isDisconnected || !(next >= minSecondsPerPost && next <= maxSecondsPerPost) || next === seconds) return;
    if (rotateSeconds === null) useUiState.setState({ rotation: { seconds: next } });
    else {
      const input = { feed: slug, seconds: next, byLength: null, loop: null, skipUsed: null };
      send({ title: markMessage('Seconds for each post'), keyLabel: null, command: { name: 'rotate', input } });
    }
  };
  return (
    <div className="seconds-field">
      <label className="field">
        <span>{say('Seconds for each post')}</span>
        <input
          type="number"
          min={minSecondsPerPost}
          max={maxSecondsPerPost}
          value={typed ?? seconds}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
          {...disabledField}
        />
      </label>
      <ActionButton action="shorter" label={say('One second shorter')} />
      <ActionButton action="longer" label={say('One second longer')} />
    </div>
  );
}
