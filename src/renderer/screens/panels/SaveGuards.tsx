/** Saves edited guards, and says first which posts that puts on air or takes off. */
import { Button } from '../../../ui/Button.tsx';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { formatCount } from '../../model/words/counts.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import type { GuardForm } from './useGuardForm.ts';

export function SaveGuards({ form }: { readonly form: GuardForm }) {
  const isDisconnected = useIsDisconnected();
  const { goesOnCount, goesOffCount, isUnchanged, isArmed, hasOtherChange, newGuards } = form;
  return (
    <>
      {hasOtherChange && !isUnchanged && (
        <p className="field-note" role="status">
          The guards changed as you typed. Save keeps both changes. Words: {newGuards.words.join(', ') || 'none'}.
          Authors: {newGuards.authors.join(', ') || 'none'}.
        </p>
      )}
      <div className="button-row">
        <Button
          type="submit"
          className={`button${goesOnCount > 0 ? ' is-two-press' : ''}${isArmed ? ' is-armed' : ''}`}
          disabledReason={isDisconnected ? 'not connected' : isUnchanged ? 'nothing has changed' : null}
        >
          {goesOnCount > 0 ? (
            <TwoLabels isArmed={isArmed} armedLabel="Press again to save">
              Save
            </TwoLabels>
          ) : (
            'Save'
          )}{' '}
          <kbd>Enter</kbd>
        </Button>
        {!isUnchanged && (
          <span role="status">
            {goesOffCount > 0 && `${formatCount(goesOffCount, 'post goes', 'posts go')} off air. `}
            {goesOnCount > 0 && `${formatCount(goesOnCount, 'post goes', 'posts go')} on air. `}
            {goesOffCount === 0 && goesOnCount === 0 && 'Air does not change.'}
          </span>
        )}
      </div>
    </>
  );
}
