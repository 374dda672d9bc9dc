/** One setting: its name, value and description, and who fixed it. */
import { type ReactNode, useId, useState } from 'react';
import type { QueryResult } from '../../../contract/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import { formatSetting, parseSetting, patchOf, type SettingField, settingAt } from '../../model/settingFields.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { ChangeResult } from './ChangeResult.tsx';
import { useSettingChange } from './useSettingChange.ts';

export type SettingsAnswer = QueryResult<'settings'>;

type SettingRowProps = {
  readonly field: SettingField;
  readonly answer: SettingsAnswer;
  /** Shown below the value. */
  readonly children?: ReactNode;
};

export function SettingRow({ field, answer, children }: SettingRowProps) {
  const isDisconnected = useIsDisconnected();
  const changer = useSettingChange();
  const fixed = answer.fixed.find(({ path }) => path === field.path);
  const current = fixed === undefined ? settingAt(answer.settings, field.path) : fixed.value;
  const disabledReason = isDisconnected ? 'not connected' : fixed === undefined ? null : `set by ${fixed.by}`;
  const save = (value: unknown): void => void changer.change(patchOf(field.path, value));
  const labelId = useId();
  return (
    <div className="setting" data-setting={field.path}>
      <span className="setting-label" id={labelId}>
        {field.title}
      </span>
      <div className="setting-value">
        {field.kind === 'switch' || field.kind === 'choice' ? (
          <Segments
            className="segments"
            label={field.title}
            choices={
              field.kind === 'switch'
                ? [
                    ['false', 'Off'],
                    ['true', 'On'],
                  ]
                : field.choices.map((choice) => [choice, choice])
            }
            // Selected only once the engine confirms it.
            selected={String(current)}
            disabledReason={disabledReason}
            onSelect={(choice) => save(field.kind === 'switch' ? choice === 'true' : choice)}
          />
        ) : (
          <TypedValue
            key={formatSetting(current)}
            field={field}
            labelId={labelId}
            current={formatSetting(current)}
            disabledReason={disabledReason}
            isSending={changer.state.kind === 'sending'}
            onEdit={changer.reset}
            onSave={(text) => save(parseSetting(field, text))}
          />
        )}
        {children}
        <small>{field.description}</small>
        {fixed !== undefined && (
          <small className="is-fixed">
            {fixed.by === 'demo'
              ? 'The demo sets this. A value of your own is used outside the demo.'
              : `The command line sets this with ${fixed.by}. Restart without it to change it here.`}
          </small>
        )}
        <ChangeResult changer={changer} />
      </div>
    </div>
  );
}

type TypedValueProps = {
  readonly field: SettingField;
  readonly labelId: string;
  readonly current: string;
  readonly disabledReason: string | null;
  readonly isSending: boolean;
  readonly onEdit: () => void;
  readonly onSave: (text: string) => void;
};

function TypedValue({ field, labelId, current, disabledReason, isSending, onEdit, onSave }: TypedValueProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? current;
  const isChanged = text.trim() !== current;
  const disabledField = useDisabledField(disabledReason);
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && disabledReason === null) onSave(text);
      }}
    >
      <input
        {...disabledField}
        className={field.kind === 'number' ? 'is-short' : undefined}
        aria-labelledby={labelId}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder={field.kind === 'list' ? 'none; separate with commas' : undefined}
        onChange={(event) => {
          setDraft(event.target.value);
          onEdit();
        }}
      />
      {isChanged && (
        <>
          <Button type="submit" disabledReason={isSending ? 'the last change is being saved' : disabledReason}>
            Save
          </Button>
          <Button
            disabledReason={null}
            onPress={() => {
              setDraft(null);
              onEdit();
            }}
          >
            Cancel
          </Button>
        </>
      )}
    </form>
  );
}
