/** All keys at the left: what each does, and where it can be changed or switched off. */
import { useEffect, useState } from 'react';
import { Panel } from '../panels/Panel.tsx';
import { type ActionGroup, type ActionName, actionNames, actionWords } from './actions.ts';
import { DeskName } from './DeskName.tsx';
import { changeKey, letterCap, mayBeKey, restoreKeys, strokeName, switchLetters, useKeymap } from './keymap.ts';

const columns: readonly (readonly ActionGroup[])[] = [
  ['The gate', 'The selected post', 'The play head'],
  ['Moving about', 'Screens', 'The rehearsal'],
];

/** Keys that are always the same. */
const fixed: Readonly<Partial<Record<ActionGroup, readonly (readonly [readonly string[], string])[]>>> = {
  'Moving about': [
    [['↑', '↓'], 'Select a post'],
    [['←', '→'], 'Staging or live'],
    [['Home', 'End'], 'First, last'],
  ],
  Screens: [[['1–9'], 'Feed by its place']],
};

export function KeySheet() {
  const [isChanging, setChanging] = useState(false);
  const [waitingFor, setWaitingFor] = useState<ActionName | null>(null);
  const hasLetters = useKeymap((map) => map.hasLetters);
  /** What became of the last change, where that is not seen on its own line. */
  const [said, setSaid] = useState('');
  useNextStroke(waitingFor, (words) => {
    setWaitingFor(null);
    setSaid(words);
  });
  const changeKeys = (): void => {
    setChanging(!isChanging);
    setWaitingFor(null);
    setSaid('');
  };
  const restore = (): void => {
    restoreKeys();
    setWaitingFor(null);
    setSaid('All keys are as they were at first.');
  };
  return (
    <Panel
      label="Keys"
      title="KEYS"
      note={isChanging ? 'Press a key here, then the one it shall have' : 'They work while this is open'}
    >
      <p className={`sheet-lead${said === '' ? '' : ' is-said'}`} role="status">
        {said === '' ? 'One off: one press. All off, or a stopped one on: two presses in 2 s.' : said}
      </p>
      <div className="sheet-groups">
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
            {groups.includes('The rehearsal') && <WhenNothing />}
          </div>
        ))}
      </div>
      <DeskName />
      <div className="row-of-buttons">
        <button type="button" className="button" aria-pressed={isChanging} onClick={changeKeys}>
          {isChanging ? 'Done' : 'Change keys'}
        </button>
        <button type="button" className="button" aria-pressed={!hasLetters} onClick={() => switchLetters(!hasLetters)}>
          {hasLetters ? 'Switch letters off' : 'Switch letters on'}
        </button>
        {isChanging && (
          <button type="button" className="button is-quiet" onClick={restore}>
            As they were at first
          </button>
        )}
      </div>
    </Panel>
  );
}

/** The next stroke becomes the key of that action; Escape or a press elsewhere leaves it, Delete takes it away. */
function useNextStroke(action: ActionName | null, onDone: (words: string) => void): void {
  useEffect(() => {
    if (action === null) return;
    const take = (event: KeyboardEvent): void => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onDone(takeStroke(action, event));
    };
    const leave = (): void => onDone('');
    window.addEventListener('keydown', take, { capture: true });
    window.addEventListener('pointerdown', leave, { capture: true });
    return () => {
      window.removeEventListener('keydown', take, { capture: true });
      window.removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [action, onDone]);
}

/** Gives the stroke to the action where it may have it, and says what else that did. */
function takeStroke(action: ActionName, event: KeyboardEvent): string {
  if (event.key === 'Escape') return '';
  if (event.key === 'Delete' || event.key === 'Backspace') {
    changeKey(action, null);
    return `${actionWords[action].words}: no key now.`;
  }
  const stroke = strokeName(event);
  if (stroke === null) return 'Keys of the desk are pressed without Ctrl, Alt or ⌘. Nothing was changed.';
  if (!mayBeKey(stroke, action)) return 'That key is needed for moving about. Nothing was changed.';
  const loser = changeKey(action, stroke);
  return loser === null ? '' : `${letterCap(stroke)} was the key of: ${actionWords[loser].words}. That has none now.`;
}

type GroupProps = {
  readonly group: ActionGroup;
  readonly isChanging: boolean;
  readonly waitingFor: ActionName | null;
  readonly onChoose: (action: ActionName) => void;
};

function Group({ group, isChanging, waitingFor, onChoose }: GroupProps) {
  const map = useKeymap();
  return (
    <section>
      <h3>{group}</h3>
      {fixed[group]?.map(([caps, words]) => (
        <div className="key-line" key={words}>
          <span className="key-caps">
            {caps.map((cap) => (
              <kbd key={cap}>{cap}</kbd>
            ))}
          </span>
          <span>{words}</span>
        </div>
      ))}
      {actionNames
        .filter((name) => actionWords[name].group === group)
        .map((name) => {
          const key = map.keys[name];
          const { words, isTwice } = actionWords[name];
          const caps = key === null ? ['off'] : isTwice ? [letterCap(key), letterCap(key)] : [letterCap(key)];
          return (
            <div className="key-line" key={name}>
              <span className="key-caps">
                {isChanging ? (
                  <button
                    type="button"
                    className="key-cap"
                    aria-label={`Change the key of: ${words}`}
                    onClick={() => onChoose(name)}
                  >
                    {waitingFor === name ? 'press…' : caps[0]}
                  </button>
                ) : (
                  caps.map((cap, at) => <kbd key={at}>{cap}</kbd>)
                )}
              </span>
              <span>{words}</span>
              {isTwice && <em>twice</em>}
            </div>
          );
        })}
    </section>
  );
}

function WhenNothing() {
  return (
    <section>
      <h3>When a key does nothing</h3>
      <p>
        It says why, on the key and aloud. Keys rest while you type. Each can be changed or switched off below. In a
        browser, Alt+1 to Alt+8 stand for F1 to F8.
      </p>
    </section>
  );
}
