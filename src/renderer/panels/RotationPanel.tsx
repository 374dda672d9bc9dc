/** The rotation: whether the play head moves on by itself, after how long, and what it does at the end and with used posts. */
import type { ReactNode } from 'react';
import type { SentAction } from '../keys/actions.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { longestSeconds, shortestSeconds } from '../show/headOffers.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useHand } from '../state/hand.ts';
import { Panel } from './Panel.tsx';

export function RotationPanel() {
  const { feed } = useDesk();
  const { rotateSeconds, byLength, loop, skipUsed, used } = feed.playHead;
  const isOn = rotateSeconds !== null;
  return (
    <Panel
      label="Rotation"
      title="ROTATION"
      note={
        isOn
          ? `On: the next post every ${rotateSeconds} s${loop ? '' : ' to the end'}${byLength ? ', long texts longer' : ''}`
          : 'Off: the play head moves by hand'
      }
    >
      <Switch action="rotate" isOn={isOn} name="Rotation">
        The play head moves on by itself. It rests while a post is pinned.
      </Switch>
      <Seconds key={`${feed.slug} ${rotateSeconds}`} />
      <Switch action="byLength" isOn={isOn && byLength} name="Longer texts stay longer">
        The seconds are for 80 letters or fewer; 15 more letters are a second more.
      </Switch>
      <Switch action="loop" isOn={loop} name="Loop">
        After the last post comes the first. Otherwise it stops at the end.
      </Switch>
      <Switch action="skipUsed" isOn={skipUsed} name="Pass over used posts">
        {used.length === 0 ? 'None is marked as used.' : `${used.length} marked as used.`} When all are, none is passed
        over.
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
  const { offers } = useDesk();
  const { press } = useHands();
  const keymap = useKeymap();
  const { reason } = offers[action];
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={name}
      className={`choice${isOn ? ' is-on' : ''}`}
      disabled={reason !== null}
      title={reason ?? undefined}
      onClick={() => press(action)}
    >
      <span className="choice-dot" aria-hidden="true" />
      <span>
        <b>
          {name} <kbd>{capOf(keymap, action)}</kbd>
        </b>
        <small>{children}</small>
      </span>
    </button>
  );
}

function Seconds() {
  const { feed, offers, isCutOff } = useDesk();
  const { client, press } = useHands();
  const keymap = useKeymap();
  const chosen = useHand((hand) => hand.rotation);
  const { rotateSeconds } = feed.playHead;
  const isOn = rotateSeconds !== null;
  const set = (seconds: number): void => {
    if (!Number.isFinite(seconds) || seconds < shortestSeconds || seconds > longestSeconds) return;
    useHand.setState({ rotation: { seconds } });
    if (isOn && seconds !== rotateSeconds) {
      // What was refused is not shown as done: the field reads what the engine tells.
      void client.command('rotate', { feed: feed.slug, seconds, byLength: null, loop: null, skipUsed: null });
    }
  };
  return (
    <div className="seconds">
      <label className="field">
        <span>Seconds for each post</span>
        <input
          type="number"
          min={shortestSeconds}
          max={longestSeconds}
          defaultValue={rotateSeconds ?? chosen.seconds}
          disabled={isCutOff}
          onBlur={(event) => set(Number(event.target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') set(Number(event.currentTarget.value));
          }}
        />
      </label>
      {(['shorter', 'longer'] as const).map((action) => (
        <button
          type="button"
          key={action}
          className="button"
          disabled={offers[action].reason !== null}
          title={offers[action].reason ?? undefined}
          onClick={() => press(action)}
        >
          {action === 'shorter' ? 'A second shorter' : 'A second longer'} <kbd>{capOf(keymap, action)}</kbd>
        </button>
      ))}
    </div>
  );
}
