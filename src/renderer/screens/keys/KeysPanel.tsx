/** The Keys panel: lists every key and lets the operator change it or switch it off. */
import { useEffect, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { type ActionGroup, type ActionName, actionInfo, actionNames, fixedKeys } from '../../model/actions.ts';
import { strokeLabel } from '../../model/strokeLabel.ts';
import {
  canAssignKey,
  changeKey,
  isLetterKeyOff,
  resetKeys,
  setLetterKeysEnabled,
  strokeOf,
  useKeymap,
} from '../../stores/keymap.ts';
import { Panel } from '../panels/Panel.tsx';

const columns: readonly (readonly ActionGroup[])[] = [
  ['Gate', 'Selected post', 'Play head'],
  ['Navigation', 'Screens', 'Rehearsal'],
];

export function KeysPanel() {
  const [isChanging, setIsChanging] = useState(false);
  const [waitingFor, setWaitingFor] = useState<ActionName | null>(null);
  const hasLetterKeys = useKeymap((map) => map.hasLetterKeys);
  /** The result of the last change, if the key's own line doesn't show it; else empty. */
  const [message, setMessage] = useState('');
  useNextStroke(waitingFor, (result) => {
    setWaitingFor(null);
    setMessage(result);
  });
  const toggleChanging = (): void => {
    setIsChanging(!isChanging);
    setWaitingFor(null);
    setMessage('');
  };
  const resetAll = (): void => {
    resetKeys();
    setWaitingFor(null);
    setMessage(say('All keys are reset to defaults.'));
  };
  return (
    <Panel
      label={say('Keys')}
      title={say('KEYS')}
      note={
        isChanging
          ? say('Select a key here, then press the new one')
          : hasLetterKeys
            ? say('Keys work while this is open')
            : say('Letter keys are off, also ? and 1–9')
      }
    >
      <p className={`keymap-lead${message === '' ? '' : ' is-message'}`} role="status">
        {message === ''
          ? say('One post off: one press. All off, or a stopped post on: two presses within 2 s.')
          : message}
      </p>
      <div className="keymap-groups">
        {columns.map((groups) => (
          <div key={groups.join()}>
            {groups.map((group) => (
              <Group
                key={group}
                group={group}
                isChanging={isChanging}
                waitingFor={waitingFor}
                onChoose={setWaitingFor}
              />
            ))}
            {groups.includes('Rehearsal') && <DisabledKeyHelp />}
          </div>
        ))}
      </div>
      <div className="button-row">
        <button type="button" className="button" aria-pressed={isChanging} onClick={toggleChanging}>
          {isChanging ? say('Done') : say('Change keys')}
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={!hasLetterKeys}
          onClick={() => setLetterKeysEnabled(!hasLetterKeys)}
        >
          {hasLetterKeys ? say('Switch letter keys off') : say('Switch letter keys on')}
        </button>
        {isChanging && (
          <button type="button" className="button is-quiet" onClick={resetAll}>
            {say('Reset to defaults')}
          </button>
        )}
      </div>
    </Panel>
  );
}

/** Assigns the next keystroke to the action. Escape or a click cancels; Delete removes its key. */
function useNextStroke(action: ActionName | null, onDone: (message: string) => void): void {
  useEffect(() => {
    if (action === null) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onDone(assignStroke(action, event));
    };
    const cancel = (): void => onDone('');
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('pointerdown', cancel, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('pointerdown', cancel, { capture: true });
    };
  }, [action, onDone]);
}

/** Assigns the keystroke if allowed; returns a message, empty when the key's own line shows the change. */
function assignStroke(action: ActionName, event: KeyboardEvent): string {
  if (event.key === 'Escape') return '';
  if (event.key === 'Delete' || event.key === 'Backspace') {
    changeKey(action, null);
    return say('{action} now has no key.', { action: say(actionInfo[action].label) });
  }
  const stroke = strokeOf(event);
  if (stroke === null) return say('Press a key without Ctrl, Alt or ⌘. Nothing changed.');
  if (!canAssignKey(stroke, action)) return say('That key is used for navigation. Nothing changed.');
  const previousOwner = changeKey(action, stroke);
  return previousOwner === null
    ? ''
    : say('{key} was the key for {action}, which now has no key.', {
        key: strokeLabel(stroke),
        action: say(actionInfo[previousOwner].label),
      });
}

type GroupProps = {
  readonly group: ActionGroup;
  readonly isChanging: boolean;
  readonly waitingFor: ActionName | null;
  readonly onChoose: (action: ActionName) => void;
};

function Group({ group, isChanging, waitingFor, onChoose }: GroupProps) {
  const keymap = useKeymap();
  return (
    <section>
      <h3>{say(group)}</h3>
      {fixedKeys[group]?.map(([caps, label]) => (
        <div className="key-line" key={label}>
          <span className="key-caps">
            {caps.map((cap) => (
              <kbd key={cap}>{cap === '1–9' && !keymap.hasLetterKeys ? say('off') : strokeLabel(cap)}</kbd>
            ))}
          </span>
          <span>{say(label)}</span>
        </div>
      ))}
      {actionNames
        .filter((name) => actionInfo[name].group === group)
        .map((name) => {
          const key = keymap.keys[name];
          const { needsSecondPress } = actionInfo[name];
          const label = say(actionInfo[name].label);
          // Also a letter key that is off can be changed.
          const isOff = key !== null && !isChanging && isLetterKeyOff(keymap, key);
          const caps =
            key === null || isOff
              ? [say('off')]
              : needsSecondPress
                ? [strokeLabel(key), strokeLabel(key)]
                : [strokeLabel(key)];
          return (
            <div className="key-line" key={name}>
              <span className="key-caps">
                {isChanging ? (
                  <button
                    type="button"
                    className="key-cap"
                    aria-label={say('Change the key for {action}', { action: label })}
                    onClick={() => onChoose(name)}
                  >
                    {waitingFor === name ? say('press…') : caps[0]}
                  </button>
                ) : (
                  caps.map((cap, index) => <kbd key={index}>{cap}</kbd>)
                )}
              </span>
              <span>{label}</span>
              {needsSecondPress && <em>{say('2 presses')}</em>}
            </div>
          );
        })}
    </section>
  );
}

function DisabledKeyHelp() {
  return (
    <section>
      <h3>{say('When a key does nothing')}</h3>
      <p>
        {say(
          'The key says why, on screen and to screen readers. Letter keys are off while you type. Change or switch off any key below. In a browser, use Alt+1 to Alt+9 for F1 to F9.',
        )}
      </p>
    </section>
  );
}
