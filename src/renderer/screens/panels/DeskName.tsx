/** The operator's name for this desk, stored on this machine. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { maxNameLength } from '../../../core/names.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { Button } from '../../../ui/Button.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useClient } from '../../engine/queries.ts';
import { useMirror } from '../../stores/engineMirror.ts';
import { saveEnteredName, useEnteredName } from '../../stores/operatorName.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';

/** `onClose` closes the place in which the field is, on Escape and once the name is this desk’s; with `null`, it stays open. */
export function DeskName({ onClose }: { readonly onClose: (() => void) | null }) {
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
  const field = useRef<HTMLInputElement>(null);
  const shown = name ?? you;
  const hasEntered = renamedOn !== null && name === null;
  useLayoutEffect(() => {
    // Another name typed now replaces this one, also if the engine answers with a third.
    if (hasEntered && document.activeElement === field.current) field.current?.setSelectionRange(0, shown.length);
  }, [hasEntered, shown]);
  const isAccepted = hasEntered && !isRenaming && wanted === you;
  useEffect(() => {
    if (isAccepted) onClose?.();
  }, [isAccepted, onClose]);
  return (
    <form
      className="desk-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (newName === '') return;
        setName(null);
        // While the field is in view, the next word typed may be another name, and must not become shortcuts.
        field.current?.focus();
        if (newName === you) {
          onClose?.();
          return;
        }
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
          ref={field}
          value={shown}
          maxLength={maxNameLength}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onClose?.();
          }}
        />
        <small>{say('Shown in the history, in the as-run log and next to your actions.')}</small>
        {!isRenaming && wanted !== null && wanted !== you && (
          <small>
            {sayNode(
              'You are <name>{you}</name>, because <name>{wanted}</name> was used by another desk or a token, is reserved, or has invisible characters.',
              { name: (children) => <bdi>{children}</bdi>, you: isolateName(you), wanted: isolateName(wanted) },
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
