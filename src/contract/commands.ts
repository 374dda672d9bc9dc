/** The input and the result of every command that a desk or the control API can send to the engine. */
import type { z } from 'zod';
import type { Right } from '../core/commands/commandRow.ts';
import type { CommandName, FeedCommandName, OtherCommandName } from '../core/commandTable.ts';
import type { Gate } from '../core/feedState.ts';
import type { DeepReadonly } from '../core/readonlyOutput.ts';
import type { SourceMode } from '../core/source.ts';
import type { commandBodies } from './commandSchemas.ts';
import type { RehearsalView } from './history.ts';
import type { Detection, SettingChange, SettingsView } from './settings.ts';

type Bodies = typeof commandBodies;
type FeedInput<Shape> = { feed: string } & { [Field in keyof Shape]: z.output<Shape[Field]> };

/** Validated input of each command. Every field is present, with `null` for no value. */
export type Commands = {
  readonly [Name in CommandName]: DeepReadonly<
    Name extends FeedCommandName ? FeedInput<Bodies[Name]['shape']> : z.output<Bodies[Name]>
  >;
};

export type FeedCommandResult = {
  readonly revision: number;
  readonly gate: Gate;
  readonly playHead: { readonly index: number | null; readonly itemId: string | null; readonly pinned: boolean };
};
type Nothing = Record<string, never>;
type SettingsChanged = SettingsView & { readonly changes: readonly SettingChange[] };
type RehearsalResult = { readonly rehearsal: RehearsalView | null };

type OtherResults = {
  readonly setMode: { readonly mode: SourceMode };
  readonly checkNow: Nothing;
  readonly startDetection: { readonly detection: Detection | null };
  readonly stopDetection: { readonly detection: Detection | null };
  /** The format in use. */
  readonly lockDetection: { readonly signing: string };
  readonly changeSettings: SettingsChanged;
  readonly undoSettings: SettingsChanged;
  readonly importSettings: SettingsChanged;
  /** `token` is the value; it can't be read again. */
  readonly createToken: { readonly name: string; readonly right: Right; readonly token: string };
  readonly revokeToken: Nothing;
  readonly rehearse: RehearsalResult;
  readonly endRehearsal: RehearsalResult;
  readonly pauseRehearsal: RehearsalResult;
  readonly stepRehearsal: RehearsalResult;
  readonly speedRehearsal: RehearsalResult;
  readonly seekRehearsal: RehearsalResult;
};

/** The result of each command, also the body of the control API's response. */
export type CommandResults = {
  readonly [Name in CommandName]: Name extends OtherCommandName ? OtherResults[Name] : FeedCommandResult;
};

/** Why a command was refused and what to do next. Nothing changed. */
export type Refusal = {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly nextStep: string;
  /** Each fault of refused settings. */
  readonly faults?: readonly { readonly path: string; readonly message: string }[];
};

export type CommandResult<Name extends CommandName = CommandName> =
  | { readonly ok: true; readonly value: CommandResults[Name] }
  | Refusal;
