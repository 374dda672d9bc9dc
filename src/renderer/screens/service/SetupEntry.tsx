/** Leads to the setup from the Settings screen. */
import { ListChecks } from 'lucide-react';
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { openScreen } from '../../stores/uiState.ts';

export function SetupEntry() {
  return (
    <Button disabledReason={null} onPress={() => openScreen('firstRun')}>
      <ListChecks />
      {say('Set up step by step')}
    </Button>
  );
}
