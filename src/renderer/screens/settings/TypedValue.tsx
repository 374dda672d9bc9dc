/** A setting as text: Save and Cancel appear once it is edited. */
import { useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDisabledField } from '../../../ui/useDisabledField.ts';
import type { SettingField } from '../../model/settingFields.ts';

type TypedValueProps = {
  readonly kind: SettingField['kind'];
  readonly label: string;
  readonly current: string;
  readonly disabledReason: string | null;
  readonly isSending: boolean;
  readonly onEdit: () => void;
  readonly onSave: (text: string) => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
};

export function TypedValue(props: TypedValueProps) {
  const { kind, label, current, disabledReason, isSending, onEdit, onSave, onFocusChange } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [lastCurrent, setLastCurrent] = useState(current);
  // The field itself stays: with a new one, the focus would be lost and the next word typed become shortcuts.
  if (lastCurrent !== current) {
    setLastCurrent(current);
    setDraft(null);
  }
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
        className={kind === 'number' ? 'is-short' : undefined}
        aria-label={label}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder={kind === 'list' ? say('none') : undefined}
        onChange={(event) => {
          setDraft(event.target.value);
          onEdit();
        }}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
      />
      {isChanged && (
        <>
          <Button type="submit" disabledReason={isSending ? say('the last change is being saved') : disabledReason}>
            {say('Save')}
          </Button>
          <Button
            disabledReason={null}
            onPress={() => {
              setDraft(null);
              onEdit();
            }}
          >
            {say('Cancel')}
          </Button>
        </>
      )}
    </form>
  );
}
