/** The result of a change of settings beside its field: its effect on air, a confirmation, or why it was refused. */
import { isSameJson } from '../../../core/boundedJson.ts';
import { say } from '../../../core/language/say.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { useIsUnsaved } from './useIsUnsaved.ts';
import { usePreviewedChanges } from './usePreviewedChanges.ts';
import { type ChangeState, describeAirEffect, type SettingChanger } from './useSettingChange.ts';

export function ChangeResult({ changer }: { readonly changer: SettingChanger }) {
  const { state } = changer;
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
      return <Saved done={state} />;
    case 'confirm':
      return <Confirmation changer={changer} waiting={state} />;
    default:
      return state satisfies never;
  }
}

/** Ends when settings or secrets have changed since. An effect describes the time of the change, so it goes with its undo. */
function Saved({ done }: { readonly done: Extract<ChangeState, { readonly kind: 'done' }> }) {
  const { effect, after } = done;
  const isUnsaved = useIsUnsaved();
  const now = useEngineQuery('settings', {}, null).data ?? null;
  const undo = now?.undo ?? null;
  const isLast = useComputed(
    (_, nowMs) => undo !== null && undo.id === after?.undo?.id && nowMs < Date.parse(undo.until),
  );
  if (!isSameJson([now?.settings, now?.secrets], [after?.settings, after?.secrets])) return null;
  const text =
    effect === '' ? say('Nothing changed') : isLast ? describeSaved(effect, isUnsaved) : describeSaved('', isUnsaved);
  return (
    <p className="setting-result" role="status">
      <Lamp kind={isUnsaved ? 'warn' : 'good'} text={text} />
    </p>
  );
}

function describeSaved(effect: string, isUnsaved: boolean): string {
  if (effect === '') return isUnsaved ? say('In use, not saved yet') : say('Saved');
  return isUnsaved
    ? say('In use, not saved yet. Effect on air: {effect}', { effect })
    : say('Saved. Effect on air: {effect}', { effect });
}

type ConfirmationProps = {
  readonly changer: SettingChanger;
  readonly waiting: Extract<ChangeState, { readonly kind: 'confirm' }>;
};

/** The effect on air as it is now, because others work meanwhile. */
function Confirmation({ changer, waiting }: ConfirmationProps) {
  const { confirm, reset } = changer;
  const changes = usePreviewedChanges(useComputed(waiting.readPatch), waiting.changes, null);
  const explain = useExplainDisabled();
  const shown = changes.map(({ effect }) => effect).join();
  const { handlers, isMeant } = usePressGuard(shown, shown);
  const onPress = (): void => {
    if (isMeant()) void confirm(changes);
    else explain(say('the effect on air changed as you pressed'));
  };
  return (
    <div className="setting-result is-held" role="alert">
      <span>{say('Effect on air: {effect}.', { effect: describeAirEffect(changes) })}</span>
      <Button disabledReason={null} {...handlers} onPress={onPress}>
        {say('Save, changes air')}
      </Button>
      <Button disabledReason={null} onPress={reset}>
        {say('Cancel')}
      </Button>
    </div>
  );
}
