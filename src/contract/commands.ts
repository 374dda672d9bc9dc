/** The input and the result of every command that a desk or the control API can send to the engine. */
import type { z } from 'zod';
import type { CommandName, FeedCommandName } from '../core/commandTable.ts';
import type { DeepReadonly, ReadonlyOutput } from '../core/readonlyOutput.ts';
import type { commandResponses } from './commandResponses.ts';
import type { commandBodies } from './commandSchemas.ts';

type Bodies = typeof commandBodies;
type FeedInput<Shape> = { feed: string } & { [Field in keyof Shape]: z.output<Shape[Field]> };

/** Validated input of each command. Every field is present, with `null` for no value. */
export type Commands = {
  readonly [Name in CommandName]: DeepReadonly<
    Name extends FeedCommandName ? FeedInput<Bodies[Name]['shape']> : z.output<Bodies[Name]>
  >;
};

/** The result of each command, also the body of the control API's response. */
export type CommandResults = {
  readonly [Name in CommandName]: ReadonlyOutput<(typeof commandResponses)[Name]>;
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
