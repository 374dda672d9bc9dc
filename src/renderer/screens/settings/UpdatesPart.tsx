/** Settings, Updates: the version that runs, the version that waits, and the way to install it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpdateView } from '../../../contract/updates.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';

const busyWords = {
  checking: markMessage('Looking for an update…'),
  downloading: markMessage('Downloading…'),
  installing: markMessage('Installing…'),
} as const;

export function UpdatesPart() {
  const update = useEngineQuery('update', {}, null).data;
  const isBusy = update !== undefined && update.step !== 'idle';
  const queryClient = useQueryClient();
  // The steps of a download are not pushed.
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['update'] }), 1000);
    return () => clearInterval(timer);
  }, [isBusy, queryClient]);
  if (update === undefined) return null;
  return (
    <section aria-label={say('This version')}>
      <h2>{say('This version')}</h2>
      <p className="setting-note">{`Greenroom ${update.current}`}</p>
      {update.isSupported ? (
        <UpdateActions update={update} />
      ) : (
        <p className="setting-note">
          {say(
            'This Greenroom does not update itself. After the show, replace its package or archive and start it again.',
          )}
        </p>
      )}
    </section>
  );
}

function UpdateActions({ update }: { readonly update: UpdateView }) {
  const { available, step, waitsFor, checkedAt } = update;
  const send = useCommand();
  const disabledReason = useIsDisconnected()
    ? say('not connected')
    : step === 'idle'
      ? null
      : say('the last press is not done');
  return (
    <>
      <p className="setting-result" role="status">
        {step !== 'idle' ? (
          <Lamp kind="wait" text={say(busyWords[step])} />
        ) : available !== null ? (
          <Lamp kind="wait" text={say('Greenroom {version} can be installed.', { version: available })} />
        ) : (
          <Lamp
            kind="off"
            text={checkedAt === null ? say('Not checked yet.') : say('No newer version at the last check.')}
          />
        )}
      </p>
      {checkedAt !== null && (
        <p className="setting-note">{sayNode('Last check: {time}', { time: <DayTime at={checkedAt} /> })}</p>
      )}
      {available !== null && waitsFor !== null && (
        <p className="setting-note">
          {say(
            'An update restarts Greenroom, but {what}. After the show, clear the feeds and close the graphics that read them.',
            { what: waitsFor },
          )}
        </p>
      )}
      <div className="button-row">
        <Button
          disabledReason={disabledReason}
          onPress={() =>
            send({ title: say('Check for an update'), keyLabel: null, command: { name: 'checkForUpdate', input: {} } })
          }
        >
          {say('Check for an update')}
        </Button>
        {available !== null && (
          <SecondPressButton
            armedLabel={say('Press again to install')}
            sentence={say('Press again within 2 seconds to install Greenroom {version} and restart.', {
              version: available,
            })}
            disabledReason={waitsFor === null ? disabledReason : say('not while on air or read')}
            onPress={() =>
              send({
                title: say('Install update and restart'),
                keyLabel: null,
                command: { name: 'installUpdate', input: {} },
              })
            }
          >
            {say('Install update and restart')}
          </SecondPressButton>
        )}
      </div>
    </>
  );
}
