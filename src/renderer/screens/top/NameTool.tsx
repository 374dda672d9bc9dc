/** The name of this desk, which its actions have in the logs. Requests the operator's until one is entered. */
import { UserRound } from 'lucide-react';
import { say } from '../../../core/language/say.ts';
import { useIsNameRequested } from '../../stores/operatorName.ts';
import { togglePanel, useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';

export function NameTool() {
  const you = useDesk(({ state }) => state.you);
  const isRequested = useIsNameRequested();
  const isOpen = useUiState(({ panel }) => panel === 'name');
  return (
    <button
      type="button"
      className={`tool name-tool${isRequested ? ' is-requested' : ''}`}
      aria-current={isOpen ? 'page' : undefined}
      aria-label={isRequested ? say('Enter your name') : say('Your name: {name}', { name: you })}
      title={isRequested ? say('Your name is shown with each of your actions.') : you}
      onClick={() => togglePanel('name')}
    >
      <UserRound />
      {isRequested ? <span>{say('Your name?')}</span> : <bdi className="is-outside">{you}</bdi>}
    </button>
  );
}
