/** The Settings screen: parts on the left, settings in the middle, current values and consequences on the right. */
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../../../core/language/say.ts';
import { nameSetting } from '../../../core/settingNames.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { Lamp } from '../../../ui/Lamp.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { describeError, useEngineQuery } from '../../engine/queries.ts';
import { useCommand } from '../../engine/useCommand.ts';
import {
  findSettingField,
  listSettingGroups,
  listSettingParts,
  type SettingPart,
  settingParts,
} from '../../model/settingFields.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { AppearanceAside, AppearancePart } from './AppearancePart.tsx';
import { BackupAside, BackupPart } from './BackupPart.tsx';
import { ControlPart } from './ControlPart.tsx';
import { FeedServerAside, FeedServerPart } from './FeedServerPart.tsx';
import { FeedsAside, FeedsPart } from './FeedsPart.tsx';
import { GuardAside, GuardPart } from './GuardPart.tsx';
import { MediaAside, MediaPart } from './MediaPart.tsx';
import { OverlayAside } from './OverlayAside.tsx';
import { SettingRow, type SettingsAnswer } from './SettingRow.tsx';
import { SourceAside } from './SourceAside.tsx';
import { SourcePart } from './SourcePart.tsx';
import { TokensAside } from './TokensPart.tsx';
import { UpdatesPart } from './UpdatesPart.tsx';
import { useIsUnsaved } from './useIsUnsaved.ts';

export function Settings() {
  const part = useUiState((ui) => ui.settingPart);
  const result = useEngineQuery('settings', {}, null);
  const error = describeError(result.error);
  const answer = result.data;
  const you = useDesk(({ state }) => state.you);
  const isUnsaved = useIsUnsaved();
  return (
    <Page
      title={say('Settings')}
      lead={say('Each change takes effect immediately. You can undo most changes for 10 seconds.')}
      aside={
        <>
          <OperatorNotice />
          {answer?.undo != null && answer.undo.by === you && (
            <UndoButton undo={answer.undo} at={answer.at} schema={answer.schema} />
          )}
        </>
      }
    >
      <div className="settings-screen">
        <Segments
          className="settings-parts"
          label={say('Parts of the settings')}
          choices={(answer === undefined ? settingParts : listSettingParts(answer.schema)).map(({ id, title }) => [
            id,
            say(title),
          ])}
          selected={part}
          disabledReason={null}
          onSelect={(settingPart) => useUiState.setState({ settingPart })}
          isChosenByArrows
        />
        <div className="settings-part" key={part}>
          {error !== null && <p className="page-note is-fault">{error}</p>}
          {answer === undefined && error === null && <p className="page-note">{say('Loading…')}</p>}
          {isUnsaved && (
            <p className="setting-result is-fault">
              {say(
                'The last change is in use but not saved yet. Greenroom keeps trying; until then, a restart loses it.',
              )}
            </p>
          )}
          {answer !== undefined && <Part part={part} answer={answer} />}
        </div>
        <aside className="settings-aside" aria-label={say('Now')}>
          {answer !== undefined && <Aside part={part} answer={answer} />}
        </aside>
      </div>
    </Page>
  );
}

type PartProps = { readonly part: SettingPart; readonly answer: SettingsAnswer };

function Part({ part, answer }: PartProps): ReactNode {
  switch (part) {
    case 'source':
      return <SourcePart answer={answer} />;
    case 'feeds':
      return <FeedsPart answer={answer} />;
    case 'feedServer':
      return <FeedServerPart answer={answer} />;
    case 'media':
      return <MediaPart answer={answer} />;
    case 'guard':
      return <GuardPart />;
    case 'control':
      return <ControlPart answer={answer} />;
    case 'appearance':
      return <AppearancePart answer={answer} />;
    case 'backup':
      return <BackupPart answer={answer} />;
    case 'overlay':
    case 'history':
      return <SettingGroups part={part} answer={answer} />;
    case 'updates':
      return (
        <>
          <SettingGroups part={part} answer={answer} />
          <UpdatesPart />
        </>
      );
    default:
      return part satisfies never;
  }
}

/** Parts without a layout of their own show every setting of their groups. */
function SettingGroups({ part, answer }: PartProps) {
  const problems = useDesk(({ state }) => state.problems);
  /** Such as a file that can’t be read. `null` shows the description. */
  const noteOf = (path: string): ReactNode => {
    const problem = problems.find(({ about }) => about === path);
    return problem === undefined ? null : (
      <>
        <Lamp kind="warn" text={problem.message} /> {problem.nextStep}
      </>
    );
  };
  const shown: readonly string[] = settingParts.find(({ id }) => id === part)?.groups ?? [];
  return listSettingGroups(answer.schema)
    .filter(({ path }) => shown.includes(path))
    .map(({ path, title, fields }) => (
      <section key={path} aria-label={say(title)}>
        <h2>{say(title)}</h2>
        {/* The right of the screen describes the part’s own group. */}
        {path !== part && <p className="setting-lead">{say(findSettingField(answer.schema, path).description)}</p>}
        {fields.map((field) => (
          <SettingRow key={field.path} field={field} answer={answer} note={noteOf(field.path)} />
        ))}
      </section>
    ));
}

function Aside({ part, answer }: PartProps): ReactNode {
  switch (part) {
    case 'source':
      return <SourceAside />;
    case 'feeds':
      return <FeedsAside />;
    case 'feedServer':
      return <FeedServerAside />;
    case 'media':
      return <MediaAside />;
    case 'guard':
      return <GuardAside />;
    case 'control':
      return <TokensAside />;
    case 'appearance':
      return <AppearanceAside />;
    case 'backup':
      return <BackupAside answer={answer} />;
    case 'overlay':
      return <OverlayAside />;
    case 'history':
    case 'updates': {
      const { title, description } = findSettingField(answer.schema, part);
      return (
        <>
          <h2>{say(title)}</h2>
          <p>{say(description)}</p>
        </>
      );
    }
    default:
      return part satisfies never;
  }
}

type UndoButtonProps = {
  readonly undo: NonNullable<SettingsAnswer['undo']>;
  /** The engine’s time of the answer. */
  readonly at: string;
  readonly schema: unknown;
};

function UndoButton({ undo, at, schema }: UndoButtonProps) {
  // The desk’s estimate of the engine’s time can be before the time of the answer.
  const seconds = useComputed((_, nowMs) =>
    Math.ceil((Date.parse(undo.until) - Math.max(nowMs, Date.parse(at))) / 1000),
  );
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  const explain = useExplainDisabled();
  const { handlers, isMeant } = usePressGuard(undo.id, undo.id);
  if (seconds <= 0) return null;
  const onPress = (): void => {
    if (isMeant())
      send({ title: say('Undo'), keyLabel: null, command: { name: 'undoSettings', input: { id: undo.id } } });
    else explain(say('the last change is another one now'));
  };
  return (
    <Button disabledReason={isDisconnected ? say('not connected') : null} {...handlers} onPress={onPress}>
      <Undo2 />
      {describeUndo(undo.paths, schema, seconds)}
    </Button>
  );
}

/** Names one setting or secret, or says how many there are. */
function describeUndo(paths: readonly string[], schema: unknown, seconds: number): string {
  const [path = '', ...others] = paths;
  return others.length > 0
    ? say('Undo: {count} changes ({seconds} s)', { count: paths.length, seconds })
    : say('Undo: {setting} ({seconds} s)', { setting: nameSetting(schema, path), seconds });
}
