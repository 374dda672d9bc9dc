/** The top line: the service, the organisation, the screens and the service's address. */

import { ChevronDown, FileText, FlaskRound, Key, Keyboard, Layers, Server, Webhook } from 'lucide-react';
import { markMessage, say } from '../../core/language/say.ts';
import { Tool, TopLineFrame } from '../../ui/TopLineFrame.tsx';
import type { Screen } from '../state/pageState.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useOrganisation, useOrganisations } from '../ui/useService.ts';

const screens = [
  { screen: 'collections', label: markMessage('Collections'), Icon: Layers },
  { screen: 'webhooks', label: markMessage('Webhooks'), Icon: Webhook },
  { screen: 'keys', label: markMessage('API keys'), Icon: Key },
  { screen: 'faults', label: markMessage('Faults'), Icon: FlaskRound },
] as const satisfies readonly { screen: Screen; label: string; Icon: typeof Key }[];

export function TopLine() {
  const page = usePage();
  const currentScreen = usePageState((state) => state.screen);
  const { names, hasFaults } = useOrganisations();
  const organisation = useOrganisation();
  const hasDrafts = usePageState((state) => Object.keys(state.drafts).length > 0);
  return (
    <TopLineFrame
      icon={<Server />}
      name={say('Collections service')}
      tools={
        <>
          {screens
            .filter(({ screen }) => screen !== 'faults' || hasFaults)
            .map(({ screen, label, Icon }) => (
              <Tool
                key={screen}
                Icon={Icon}
                label={say(label)}
                isCurrent={screen === currentScreen}
                onPress={() => page.showScreen(screen)}
              />
            ))}
          <Tool
            Icon={Keyboard}
            label={say('Keys')}
            isCurrent={currentScreen === 'keyboard'}
            onPress={() => page.showScreen('keyboard')}
          />
          <a className="tool" href="/openapi.json" target="_blank" rel="noreferrer">
            <FileText />
            {say('API')}
          </a>
          <code className="service-address">{location.host}</code>
        </>
      }
    >
      <label className="organisation">
        <span>{say('Organisation')}</span>
        <span className="organisation-choice">
          <select
            value={organisation ?? ''}
            aria-disabled={hasDrafts || undefined}
            title={hasDrafts ? say('Save or discard your changes first') : undefined}
            onChange={(event) => page.chooseOrganisation(event.target.value)}
          >
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <ChevronDown />
        </span>
      </label>
    </TopLineFrame>
  );
}
