/** Settings, Appearance and keys: the language, and what belongs to this desk alone. That is stored on this machine and in no export. */
import { markMessage, say } from '../../../core/language/say.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { findSettingField } from '../../model/settingFields.ts';
import { chooseDensity, type Density, useChosenDensity } from '../../stores/density.ts';
import { setLetterKeysEnabled, useKeymap } from '../../stores/keymap.ts';
import { openPanel, toggleVideo, useUiState } from '../../stores/uiState.ts';
import { DeskName } from '../panels/DeskName.tsx';
import { SettingLine } from './SettingLine.tsx';
import { SettingRow, type SettingsAnswer } from './SettingRow.tsx';

const densityNames: readonly (readonly [Density, string])[] = [
  ['auto', markMessage('By width')],
  ['comfortable', markMessage('Comfortable')],
  ['compact', markMessage('Compact')],
];

const switchChoices = [
  ['off', markMessage('Off')],
  ['on', markMessage('On')],
] as const;

const sayChoices = <Choice extends string>(choices: readonly (readonly [Choice, string])[]) =>
  choices.map(([choice, name]) => [choice, say(name)] as const);

export function AppearancePart({ answer }: { readonly answer: SettingsAnswer }) {
  const density = useChosenDensity();
  const hasLetterKeys = useKeymap((map) => map.hasLetterKeys);
  const isVideoPlaying = useUiState((ui) => ui.isVideoPlaying);
  const line = { setting: null, secret: null, below: null };
  return (
    <>
      <h2>{say('Language')}</h2>
      <SettingRow field={findSettingField(answer.schema, 'language')} answer={answer} note={null} />
      <h2>{say('This desk')}</h2>
      <div className="setting is-name">
        <DeskName onClose={null} />
      </div>
      <h2>{say('Appearance')}</h2>
      <SettingLine
        {...line}
        label={say('Rows of posts')}
        note={say('By width: comfortable from 1600 px, otherwise compact')}
      >
        <Segments
          className="segments"
          label={say('Rows of posts')}
          choices={sayChoices(densityNames)}
          selected={density}
          disabledReason={null}
          onSelect={chooseDensity}
        />
      </SettingLine>
      <SettingLine
        {...line}
        label={say('Videos on the desk')}
        note={say('Play, without sound, in the selected row and under the pointer')}
      >
        <Segments
          className="segments"
          label={say('Videos on the desk')}
          choices={sayChoices(switchChoices)}
          selected={isVideoPlaying ? 'on' : 'off'}
          disabledReason={null}
          onSelect={(choice) => {
            if ((choice === 'on') !== isVideoPlaying) toggleVideo();
          }}
        />
      </SettingLine>
      <h2>{say('Keys')}</h2>
      <SettingLine
        {...line}
        label={say('Letter keys')}
        note={say('Off: only keys such as F1 and Enter work. They never work while you type')}
      >
        <Segments
          className="segments"
          label={say('Letter keys')}
          choices={sayChoices(switchChoices)}
          selected={hasLetterKeys ? 'on' : 'off'}
          disabledReason={null}
          onSelect={(choice) => setLetterKeysEnabled(choice === 'on')}
        />
      </SettingLine>
      <SettingLine
        {...line}
        label={say('Key of each action')}
        note={say('Opens over staging. Each key can be changed or switched off')}
      >
        <button type="button" className="button" onClick={() => openPanel('keys')}>
          {say('Show and change keys')}
        </button>
      </SettingLine>
    </>
  );
}

export function AppearanceAside() {
  return (
    <>
      <h2>{say('Only this desk')}</h2>
      <p>
        {say(
          'Except for the language, these choices are stored on this machine and change no other desk. They take effect immediately and are not part of an export. On air is not affected.',
        )}
      </p>
    </>
  );
}
