/** The Settings screen: every setting has its place, and each change can be undone for ten seconds. */
import { Undo2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { listSettingGroups, type SettingPart, settingParts } from '../../model/settingFields.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useComputed, useIsDisconnected } from '../../stores/useDesk.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { BackupPart } from './BackupPart.tsx';
import { FeedsPart } from './FeedsPart.tsx';
import { SecretRow } from './SecretRow.tsx';
import { SettingRow, type SettingsAnswer } from './SettingRow.tsx';
import { SourcePart } from './SourcePart.tsx';
import { TokensPart } from './TokensPart.tsx';

export function Settings() {
  const part = useUiState((ui) => ui.settingPart);
  const result = useEngineQuery('settings', {}, null);
  const error = describeError(result.error);
  return (
    <Page
      title="Settings"
      lead="Each change takes effect immediately; you can undo it for 10 seconds."
      aside={
        <>
          <OperatorNotice />
          {result.data?.undo != null && <UndoButton undo={result.data.undo} />}
        </>
      }
    >
      <div className="settings-screen">
        <Segments
          className="settings-parts"
          label="Parts of the settings"
          choices={settingParts.map(({ id, title }) => [id, title])}
          selected={part}
          disabledReason={null}
          onSelect={(settingPart) => useUiState.setState({ settingPart })}
        />
        <div className="settings-part" key={part}>
          {error !== null && <p className="page-note is-fault">{error}</p>}
          {result.data === undefined && error === null && <p className="page-note">Loading…</p>}
          {result.data !== undefined && <Part part={part} answer={result.data} />}
        </div>
      </div>
    </Page>
  );
}

function Part({ part, answer }: { readonly part: SettingPart; readonly answer: SettingsAnswer }) {
  const shown: readonly string[] = settingParts.find(({ id }) => id === part)?.groups ?? [];
  const groups = listSettingGroups(answer.schema).filter(({ path }) => shown.includes(path));
  return (
    <>
      {!answer.isSaved && (
        <p className="setting-result is-fault">The last change is in use but could not be saved. A restart loses it.</p>
      )}
      {part === 'source' && <SourcePart answer={answer} />}
      {part === 'feeds' && <FeedsPart answer={answer} />}
      {part === 'backup' && <BackupPart answer={answer} />}
      {groups.map(({ path, title, description, fields }) => (
        <section key={path} aria-label={title}>
          <h2>{title}</h2>
          <p className="setting-note">{description}</p>
          {fields.map((field) => (
            <SettingRow key={field.path} field={field} answer={answer} />
          ))}
        </section>
      ))}
      {part === 'feedServer' && <SecretRow name="readToken" secret={answer.secrets.readToken} />}
      {part === 'control' && <TokensPart />}
    </>
  );
}

type UndoButtonProps = { readonly undo: NonNullable<SettingsAnswer['undo']> };

function UndoButton({ undo }: UndoButtonProps) {
  const seconds = useComputed((_, nowMs) => Math.ceil((Date.parse(undo.until) - nowMs) / 1000));
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  if (seconds <= 0) return null;
  return (
    <Button
      disabledReason={isDisconnected ? 'not connected' : null}
      onPress={() => send({ title: 'Undo', keyLabel: null, command: { name: 'undoSettings', input: {} } })}
    >
      <Undo2 />
      Undo ({seconds} s)
    </Button>
  );
}
