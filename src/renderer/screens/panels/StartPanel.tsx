/** How to start Greenroom on its machine, for a desk that has lost the connection. Needs nothing from the engine. */
import { Fragment } from 'react';
import { say } from '../../../core/language/say.ts';
import { startCommands } from '../../../core/startCommands.ts';
import { Panel } from './Panel.tsx';

export function StartPanel() {
  const host = window.location.hostname;
  return (
    <Panel
      label={say('How to start Greenroom')}
      title={say('HOW TO START GREENROOM')}
      note={say('On {host}', { host })}
    >
      <p>{say('First check that {host} is on and that the network reaches it.', { host })}</p>
      <p>{say('If Greenroom is still running there, do not restart it. The feed runs without this desk.')}</p>
      <dl className="panel-facts">
        <dt>{say('Desktop app')}</dt>
        <dd>{say('Open Greenroom.')}</dd>
        {startCommands.map(([name, command]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </Fragment>
        ))}
        <dt>{say('Terminal')}</dt>
        <dd>{say('Run the same command as before.')}</dd>
      </dl>
      <p>{say('The desk reconnects automatically.')}</p>
    </Panel>
  );
}
