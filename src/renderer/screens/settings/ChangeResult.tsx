/** The result of a change of settings beside its field: its effect on air, a confirmation, or why it was refused. */
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import type { SettingChanger } from './useSettingChange.ts';

export function ChangeResult({ changer }: { readonly changer: SettingChanger }) {
  const { state, confirm, reset } = changer;
  switch (state.kind) {
    case 'idle':
    case 'sending':
      return null;
    case 'refused':
      return (
        <p className="setting-result is-fault" role="alert">
          {state.reason}
        </p>
      );
    case 'done':
      return (
        <p className="setting-result" role="status">
          <Lamp
            kind="good"
            text={
              state.effect === '' ? say('Nothing changed') : say('Saved. On air: {effect}', { effect: state.effect })
            }
          />
        </p>
      );
    case 'confirm':
      return (
        <div className="setting-result is-held" role="alert">
          <span>{say('Effect on air: {effect}.', { effect: state.effect })}</span>
          <Button disabledReason={null} onPress={() => void confirm()}>
            {say('Save, changes air')}
          </Button>
          <Button disabledReason={null} onPress={reset}>
            {say('Cancel')}
          </Button>
        </div>
      );
    default:
      return state satisfies never;
  }
}
