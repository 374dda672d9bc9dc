/** The panel in which the operator enters the name of this desk, or keeps the given name. */
import { say } from '../../../core/language/say.ts';
import { keepGivenName, useIsNameRequested } from '../../stores/operatorName.ts';
import { openPanel } from '../../stores/uiState.ts';
import { DeskName } from './DeskName.tsx';
import { Panel } from './Panel.tsx';

export function NamePanel() {
  const isRequested = useIsNameRequested();
  const refuse = (): void => {
    keepGivenName();
    openPanel(null);
  };
  return (
    <Panel label={say('Your name')} title={say('YOUR NAME')} note={say('Stored on this machine')} focus="field">
      <DeskName onClose={() => openPanel(null)} />
      {isRequested && (
        <div className="button-row">
          <button type="button" className="button is-quiet" onClick={refuse}>
            {say('Not now')}
          </button>
        </div>
      )}
    </Panel>
  );
}
