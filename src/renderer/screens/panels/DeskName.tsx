/** The operator's name for this desk, stored on this machine. */

import { useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { maxNameLength } from '../../../core/names.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useClient } from '../../engine/queries.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { saveEnteredName, useEnteredName } from '../../stores/operatorName.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';

/** `onEscape` closes the place in which the field is; with `null`, Escape only leaves the field. */
export function DeskName({ onEscape }: { readonly onEscape: (() => void) | null }) {
  const you = useDesk((desk) => desk.state.you);
  const isDisconnected = useIsDisconnected();
  const client = useClient();
  const [name, setName] = useState<string | null>(null);
  const link = useMirror((mirror) => mirror.link);
  /** The connection on which a new name was requested. Its answer is the next open connection. */
  const [renamedOn, setRenamedOn] = useState<typeof link | null>(null);
  const isRenaming = renamedOn !== null && (link === renamedOn || link.state !== 'open');
  const newName = (name ?? you).trim();
  const wanted = useEnteredName();
  return (
    <form
      className="desk-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (newName === '') return;
        leaveField(event.currentTarget);
        setName(null);
        if (newName === you) return;
        saveEnteredName(newName);
        setRenamedOn(link);
        // The desktop window receives its engine port once per page load.
        if (window.greenroom?.isDesktop === true) window.location.reload();
        else client.rename(newName);
      }}
    >
      <label className="field">
        <span>{say('Your name at this desk')}</span>
        <input
          value={name ?? you}
          maxLength={maxNameLength}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onEscape?.();
          }}
        />
        <small>{say('Shown in the history, in the as-run log and next to your actions.')}</small>
        {!isRenaming && wanted !== null && wanted !== you && (
          <small>
            {sayNode(
              'You are <name>{you}</name>, because <name>{wanted}</name> was used by another desk or a token, is reserved, or has invisible characters.',
              { name: (children) => <bdi>{children}</bdi>, you, wanted },
            )}
          </small>
        )}
      </label>
      <Button
        type="submit"
        disabledReason={
          isDisconnected
            ? say('not connected')
            : newName === ''
              ? say('enter a name')
              : newName === you
                ? say('this is your name already')
                : null
        }
      >
        {say('Use this name')}
      </Button>
    </form>
  );
}

/** The next key is meant for air again. Tab goes on from the panel or the screen. */
function leaveField(form: HTMLFormElement): void {
  const panel = form.closest<HTMLElement>('[data-keeps-focus]');
  if (panel !== null) panel.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
