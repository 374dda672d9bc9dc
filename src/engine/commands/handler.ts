/** A handler runs one command: it has the effect, the result and the entry in the log. */
import type { CommandResults, Commands, Refusal } from '../../contract/commands.ts';
import type { CommandName } from '../../core/commandTable.ts';

/** Who sent the command, and when (ISO 8601). */
export type CommandOrigin = { readonly by: string; readonly at: string };

export type Done<Name extends CommandName> = {
  readonly ok: true;
  readonly value: CommandResults[Name];
  /** Added to `Ines created a token` in the log; `null` if nothing changed, or if the store logs the change. */
  readonly log: string | null;
};

export type Handler<Name extends CommandName> = (
  input: Commands[Name],
  origin: CommandOrigin,
) => Promise<Done<Name> | Refusal>;

/** The compiler requires a handler for every command. */
export type Handlers<Name extends CommandName> = { readonly [Other in Name]: Handler<Other> };
