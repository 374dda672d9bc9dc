/** The top line: which service, which organisation, which screen. */
import { ChevronDown, FileText, FlaskRound, Key, Layers, Server, Webhook } from 'lucide-react';
import type { Screen } from '../state/pageState.ts';
import { usePage, usePageState } from '../ui/usePage.ts';

const screens = [
  { screen: 'collections', words: 'Collections', Icon: Layers },
  { screen: 'webhooks', words: 'Webhooks', Icon: Webhook },
  { screen: 'keys', words: 'Keys', Icon: Key },
  { screen: 'faults', words: 'Faults', Icon: FlaskRound },
] as const satisfies readonly { screen: Screen; words: string; Icon: typeof Key }[];

export function TopLine() {
  const page = usePage();
  const here = usePageState((state) => state.screen);
  const organisations = usePageState((state) => state.organisations);
  const organisation = usePageState((state) => state.organisation);
  const hasFaults = usePageState((state) => state.faults !== null);
  const hasDrafts = usePageState((state) => Object.keys(state.drafts).length > 0);
  return (
    <header className="top">
      <div className="top-brand">
        <Server aria-hidden="true" />
        <b>Collections service</b>
      </div>
      <label className="organisation">
        <span>Organisation</span>
        <span className="organisation-choice">
          <select
            value={organisation ?? ''}
            disabled={hasDrafts}
            title={hasDrafts ? 'Save or discard what is written first' : undefined}
            onChange={(event) => page.choose(event.target.value)}
          >
            {organisations.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      </label>
      <nav className="top-tools" aria-label="Screens">
        {screens
          .filter(({ screen }) => screen !== 'faults' || hasFaults)
          .map(({ screen, words, Icon }) => (
            <button
              type="button"
              key={screen}
              className="tool"
              aria-current={screen === here ? 'page' : undefined}
              onClick={() => page.show(screen)}
            >
              <Icon aria-hidden="true" />
              {words}
            </button>
          ))}
        <a className="tool" href="/openapi.json" target="_blank" rel="noreferrer">
          <FileText aria-hidden="true" />
          API
        </a>
        <code className="service-address">{location.host}</code>
      </nav>
    </header>
  );
}
