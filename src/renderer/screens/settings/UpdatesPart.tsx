/** Settings, Updates: the version that runs, the version that waits, and the way to install it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpdateView } from '../../../contract/updates.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { useIsDisconnected } from '../../stores/useDesk.ts';
import { DayTime } from '../DayTime.tsx';

const busyWords = {
  checking: 'Looking for an update…',
  downloading: 'Downloading…',
  installing: 'Installing…',
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
    <section aria-label="This version">
      <h2>This version</h2>
      <p className="setting-note">Greenroom {update.current}</p>
      {update.isSupported ? (
        <UpdateActions update={update} />
      ) : (
        <p className="setting-note">
          This Greenroom does not update itself. After the show, replace its package or archive and start it again.
        </p>
      )}
    </section>
  );
}

function UpdateActions({ update }: { readonly update: UpdateView }) {
  const { available, step, waitsFor, checkedAt } = update;
  const send = useCommand();
  const disabledReason = useIsDisconnected() ? 'not connected' : step === 'idle' ? null : 'the last press is not done';
  return (
    <>
      <p className="setting-result" role="status">
        {step !== 'idle' ? (
          <Lamp kind="wait" text={busyWords[step]} />
        ) : available !== null ? (
          <Lamp kind="wait" text={`Greenroom ${available} can be installed.`} />
        ) : (
          <Lamp kind="off" text={checkedAt === null ? 'Not checked yet.' : 'No newer version at the last check.'} />
        )}
      </p>
      {checkedAt !== null && (
        <p className="setting-note">
          Last check: <DayTime at={checkedAt} />
        </p>
      )}
      {available !== null && waitsFor !== null && (
        <p className="setting-note">
          An update restarts Greenroom, but {waitsFor}. After the show, clear the feeds and close the graphics that read
          them.
        </p>
      )}
      <div className="button-row">
        <Button
          disabledReason={disabledReason}
          onPress={() =>
            send({ title: 'Check for an update', keyLabel: null, command: { name: 'checkForUpdate', input: {} } })
          }
        >
          Check for an update
        </Button>
        {available !== null && (
          <SecondPressButton
            armedLabel="Press again to install"
            sentence={`Press again within 2 seconds to install Greenroom ${available} and restart.`}
            disabledReason={waitsFor === null ? disabledReason : 'not while on air or read'}
            onPress={() =>
              send({
                title: 'Install update and restart',
                keyLabel: null,
                command: { name: 'installUpdate', input: {} },
              })
            }
          >
            Install update and restart
          </SecondPressButton>
        )}
      </div>
    </>
  );
}
