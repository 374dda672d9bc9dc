/** One setting: its name, value and description, who fixed it, and the result of its last change. */
import { type ReactNode, useState } from 'react';
import type { QueryResult } from '../../../contract/queries.ts';
import { say } from '../../../core/language/say.ts';
import { nameChoice } from '../../../core/settingNames.ts';
import { labelPreset, settingPresets } from '../../../core/settingValues.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { formatSetting, parseSetting, patchOf, type SettingField, settingAt } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { SettingLine } from './SettingLine.tsx';
import { TypedValue } from './TypedValue.tsx';
import { useSettingChange } from './useSettingChange.ts';

export type SettingsAnswer = QueryResult<'settings'>;

type SettingRowProps = {
  readonly field: SettingField;
  readonly answer: SettingsAnswer;
  /** `null` shows the description of the setting. */
  readonly note: ReactNode;
};

/** The value in use, and the flag or the demo that fixes it; `null` if nothing does. */
export function settingInUse(
  answer: SettingsAnswer,
  path: string,
): { readonly value: unknown; readonly by: string | null } {
  const fixed = answer.fixed.find((other) => other.path === path);
  return fixed === undefined ? { value: settingAt(answer.settings, path), by: null } : fixed;
}

export function SettingRow({ field, answer, note }: SettingRowProps) {
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange(field);
  const { value: current, by: fixedBy } = settingInUse(answer, field.path);
  const disabledReason = isDisconnected ? say('not connected') : describeFixed(fixedBy);
  const save = (value: unknown): void => void changer.change(patchOf(field.path, value));
  const presets = settingPresets[field.path] ?? [];
  const isPreset = presets.some(({ value }) => value === current);
  const [wantsOther, setWantsOther] = useState(false);
  // A field in which a usual value was entered stays until it is left.
  const [isTyping, setIsTyping] = useState(false);
  const [lastValue, setLastValue] = useState(formatSetting(current));
  // A value that was changed, undone or imported shows as it is.
  if (lastValue !== formatSetting(current)) {
    setLastValue(formatSetting(current));
    setWantsOther(false);
  }
  const showsText =
    field.kind !== 'switch' && field.kind !== 'choice' && (presets.length === 0 || wantsOther || isTyping || !isPreset);
  return (
    <SettingLine
      setting={field.path}
      secret={null}
      label={say(field.title)}
      note={
        note ??
        (field.kind === 'list' ? `${say(field.description)} ${say('Separate with commas.')}` : say(field.description))
      }
      below={
        <>
          <FixedNote by={fixedBy} />
          <ChangeResult changer={changer} />
        </>
      }
    >
      {field.kind === 'switch' && (
        <Segments
          className="segments"
          label={say(field.title)}
          choices={[
            ['false', say('Off')],
            ['true', say('On')],
          ]}
          // Selected only once the engine confirms it.
          selected={String(current)}
          disabledReason={disabledReason}
          onSelect={(choice) => save(choice === 'true')}
        />
      )}
      {field.kind === 'choice' && (
        <Segments
          className="segments"
          label={say(field.title)}
          choices={field.choices.map((choice) => [choice, nameChoice(choice)])}
          selected={String(current)}
          disabledReason={disabledReason}
          onSelect={save}
        />
      )}
      {presets.length > 0 && (
        <Segments
          className="segments"
          label={say('{setting}, usual values', { setting: say(field.title) })}
          choices={[
            ...presets.map(
              (preset) =>
                [
                  String(preset.value),
                  <>
                    {labelPreset(field.path, preset)}
                    {preset.use !== '' && <small>{say(preset.use)}</small>}
                  </>,
                ] as const,
            ),
            ['other', say('Other')],
          ]}
          selected={showsText ? 'other' : String(current)}
          disabledReason={disabledReason}
          onSelect={(choice) => {
            changer.reset();
            setWantsOther(choice === 'other');
            if (choice !== 'other') save(Number(choice));
          }}
        />
      )}
      {showsText && (
        <TypedValue
          kind={field.kind}
          label={say(field.title)}
          current={formatSetting(current)}
          disabledReason={disabledReason}
          isSending={changer.state.kind === 'sending'}
          onEdit={changer.reset}
          onSave={(text) => save(parseSetting(field, text))}
          onFocusChange={setIsTyping}
        />
      )}
    </SettingLine>
  );
}

/** Why a setting can’t be changed; `null` if nothing fixes it. */
export function describeFixed(by: string | null): string | null {
  if (by === null) return null;
  return by === 'demo' ? say('set by demo') : say('set by {flag}', { flag: by });
}

export function FixedNote({ by }: { readonly by: string | null }) {
  if (by === null) return null;
  return (
    <p className="is-fixed">
      {by === 'demo'
        ? say('The demo sets this. A value of your own is used outside the demo.')
        : say('The command line sets this with {flag}. Restart without it to change it here.', { flag: by })}
    </p>
  );
}
