/** Settings, Appearance and keys: what belongs to this desk alone. It is stored on this machine and in no export. */
import { Segments } from '../../../ui/Segments.tsx';
import { chooseDensity, type Density, useChosenDensity } from '../../stores/density.ts';
import { setLetterKeysEnabled, useKeymap } from '../../stores/keymap.ts';
import { openPanel, toggleVideo, useUiState } from '../../stores/uiState.ts';
import { DeskName } from '../keys/DeskName.tsx';
import { SettingLine } from './SettingLine.tsx';

const densityNames: readonly (readonly [Density, string])[] = [
  ['auto', 'By width'],
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
];

const switchChoices = [
  ['off', 'Off'],
  ['on', 'On'],
] as const;

export function AppearancePart() {
  const density = useChosenDensity();
  const hasLetterKeys = useKeymap((map) => map.hasLetterKeys);
  const isVideoPlaying = useUiState((ui) => ui.isVideoPlaying);
  const line = { setting: null, secret: null, labelId: null, below: null };
  return (
    <>
      <h2>This desk</h2>
      <div className="setting is-name">
        <DeskName />
      </div>
      <h2>Appearance</h2>
      <SettingLine {...line} label="Rows of posts" note="By width: comfortable from 1600 px, otherwise compact">
        <Segments
          className="segments"
          label="Rows of posts"
          choices={densityNames}
          selected={density}
          disabledReason={null}
          onSelect={chooseDensity}
        />
      </SettingLine>
      <SettingLine
        {...line}
        label="Videos on the desk"
        note="Play, without sound, in the selected row and under the pointer"
      >
        <Segments
          className="segments"
          label="Videos on the desk"
          choices={switchChoices}
          selected={isVideoPlaying ? 'on' : 'off'}
          disabledReason={null}
          onSelect={(choice) => {
            if ((choice === 'on') !== isVideoPlaying) toggleVideo();
          }}
        />
      </SettingLine>
      <h2>Keys</h2>
      <SettingLine
        {...line}
        label="Letter keys"
        note="Off: only keys such as F1 and Enter work. They never work while you type"
      >
        <Segments
          className="segments"
          label="Letter keys"
          choices={switchChoices}
          selected={hasLetterKeys ? 'on' : 'off'}
          disabledReason={null}
          onSelect={(choice) => setLetterKeysEnabled(choice === 'on')}
        />
      </SettingLine>
      <SettingLine
        {...line}
        label="Key of each action"
        note="Opens over staging. Each key can be changed or switched off"
      >
        <button type="button" className="button" onClick={() => openPanel('keys')}>
          Show and change keys
        </button>
      </SettingLine>
    </>
  );
}

export function AppearanceAside() {
  return (
    <>
      <h2>Only this desk</h2>
      <p>
        These choices are stored on this machine and change no other desk. They take effect immediately and are not part
        of an export. On air is not affected.
      </p>
    </>
  );
}
