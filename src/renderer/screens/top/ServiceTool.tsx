/** Opens the built-in service’s page, signed in, in a window of its own. */
import { Server } from 'lucide-react';
import { say } from '../../../core/language/say.ts';
import { Tool } from '../../../ui/TopLineFrame.tsx';
import { useClient } from '../../engine/queries.ts';
import { showDisabledReason } from '../../stores/uiState.ts';
import { useDesk } from '../../stores/useDesk.ts';

/** Only on the machine that runs the service, which other machines can’t reach. */
const isThisMachine = (): boolean =>
  window.greenroom?.isDesktop === true || ['127.0.0.1', '[::1]', 'localhost'].includes(window.location.hostname);

/** Opens the page; `null` where there is none, or on another machine. */
export function useServicePage(): (() => void) | null {
  const client = useClient();
  const hasServicePage = useDesk(({ state }) => state.hasServicePage);
  if (!hasServicePage || !isThisMachine()) return null;
  const open = async (): Promise<void> => {
    try {
      const { address } = await client.query('servicePage', {});
      if (address === null) return;
      const opened = window.open(address, '_blank');
      if (opened === null && window.greenroom?.isDesktop !== true)
        showDisabledReason(
          say('The browser blocked the service’s page.'),
          say('Allow pop-ups for this page, then press again.'),
        );
    } catch {
      showDisabledReason(say('The service’s page was not opened.'), say('Wait for the connection, then press again.'));
    }
  };
  return () => void open();
}

export function ServiceTool() {
  const open = useServicePage();
  if (open === null) return null;
  return <Tool Icon={Server} label={say('Service')} isCurrent={false} onPress={open} />;
}
