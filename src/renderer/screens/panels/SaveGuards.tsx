/** Saves edited guards, and says first which posts that puts on air or takes off. */

import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { TwoLabels } from '../../../ui/TwoLabels.tsx';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import type { GuardForm } from './useGuardForm.ts';

export function SaveGuards({ form }: { readonly form: GuardForm }) {
  const isDisconnected = useIsDisconnected();
  const { goesOnCount, goesOffCount, isUnchanged, isArmed, hasOtherChange, newGuards } = form;
  return (
    <>
      {hasOtherChange && !isUnchanged && (
        <p className="field-note" role="status">
          {say('The guards changed as you typed. Save keeps both changes. Words: {words}. Authors: {authors}.', {
            words: newGuards.words.join(', ') || say('none'),
            authors: newGuards.authors.join(', ') || say('none'),
          })}
        </p>
      )}
      <div className="button-row">
        <Button
          type="submit"
          className={`button${goesOnCount > 0 ? ' is-two-press' : ''}${isArmed ? ' is-armed' : ''}`}
          disabledReason={isDisconnected ? say('not connected') : isUnchanged ? say('nothing has changed') : null}
        >
          {goesOnCount > 0 ? (
            <TwoLabels isArmed={isArmed} armedLabel={say('Press again to save')}>
              {say('Save')}
            </TwoLabels>
          ) : (
            say('Save')
          )}{' '}
          <kbd>{say('Enter')}</kbd>
        </Button>
        {!isUnchanged && (
          <span role="status">
            {goesOffCount > 0 &&
              say('{count, plural, one {# post goes off air.} other {# posts go off air.}}', {
                count: goesOffCount,
              })}{' '}
            {goesOnCount > 0 &&
              say('{count, plural, one {# post goes on air.} other {# posts go on air.}}', { count: goesOnCount })}
            {goesOffCount === 0 && goesOnCount === 0 && say('Air does not change.')}
          </span>
        )}
      </div>
    </>
  );
}
