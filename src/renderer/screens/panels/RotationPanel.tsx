/** The Rotation panel: interval, loop, and settings for long and used posts. */

import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { useCommand } from '../../engine/useCommand.ts';
import type { SentAction } from '../../model/actions.ts';
import { maxSecondsPerPost, minSecondsPerPost } from '../../model/playHeadStates.ts';
import { formatCount } from '../../model/words/counts.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useActionState, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { ActionButton } from '../ActionButton.tsx';
import { useDeskControls } from '../controls.ts';
import { KeyCap } from '../KeyCap.tsx';
import { Panel } from './Panel.tsx';

export function RotationPanel() {
  const { rotateSeconds, byLength, loop, skipUsed, used } = useDesk((desk) => desk.feed.playHead);
  const isOn = rotateSeconds !== null;
  return (
    <Panel
      label="Rotation"
      title="ROTATION"
      note={
        isOn
          ? `On: next post every ${rotateSeconds} s${loop ? '' : ', stops at the end'}${byLength ? ', more time for long posts' : ''}`
          : 'Off: you move the play head'
      }
    >
      <Switch action="rotate" isOn={isOn} name="Rotation">
        Moves the play head automatically. Pauses while a post is pinned.
      </Switch>
      <SecondsField />
      <Switch action="byLength" isOn={isOn && byLength} name="More time for long posts">
        The time set is for up to 80 characters. Every 15 more add 1 s.
      </Switch>
      <Switch action="loop" isOn={loop} name="Loop">
        After the last post, starts again at the first. When off, stops at the last.
      </Switch>
      <Switch action="skipUsed" isOn={skipUsed} name="Skip used">
        {used.length === 0 ? 'No posts are marked used.' : `${formatCount(used.length, 'post', 'posts')} marked used.`}{' '}
        If all are used, none is skipped.
      </Switch>
    </Panel>
  );
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
  const disabledField = useDisabledField(isDisconnected ? 'not connected' : null);
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
      send({ title: 'Seconds for each post', keyLabel: null, command: { name: 'rotate', input } });
    }
  };
  return (
    <div className="seconds-field">
      <label className="field">
        <span>Seconds for each post</span>
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
      <ActionButton action="shorter" label="One second shorter" />
      <ActionButton action="longer" label="One second longer" />
    </div>
  );
}
