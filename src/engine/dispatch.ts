/** Runs the commands of every desk, the control API and OSC: checks the right and the input, and logs who did what. */
import { commandSchemas } from '../contract/commandSchemas.ts';
import type { CommandResult, Commands, Refusal } from '../contract/commands.ts';
import type { DeskPresence } from '../contract/deskState.ts';
import { includesRight, type Right } from '../core/commands/commandRow.ts';
import {
  type CommandName,
  commandTable,
  type FeedCommandName,
  isCommand,
  isFeedCommand,
} from '../core/commandTable.ts';
import { describeFirstFault } from '../core/describeIssue.ts';
import { say } from '../core/language/say.ts';
import { isolateName } from '../core/outsideName.ts';
import { PortTaken } from '../http/listen.ts';
import { createFeedHandlers, type FeedCommandDeps } from './commands/feedCommands.ts';
import type { CommandOrigin, Done, Handlers } from './commands/handler.ts';
import { createRehearsalHandlers } from './commands/rehearsalCommands.ts';
import { createSetupHandlers, type SetupCommandDeps } from './commands/setupCommands.ts';
import type { EventLog } from './logs/eventLog.ts';
import { namePort } from './namePort.ts';
import type { Ports } from './ports.ts';
import { refuse } from './refuse.ts';
import type { Rehearsal } from './rehearsal.ts';

export type DispatchDeps = FeedCommandDeps &
  SetupCommandDeps & {
    readonly rehearsal: Rehearsal;
    readonly eventLog: Pick<EventLog, 'add'>;
    readonly ports: Pick<Ports, 'clock' | 'log'>;
    /** Called after every valid command that a person sends, for the list of desks. */
    readonly onCommand: (by: string, action: NonNullable<DeskPresence['lastAction']>) => void;
  };

/** Name and right of the desk, token or program that sends a command. The name goes into the logs. */
export type Caller = { readonly name: string; readonly right: Right };

/** Validates the input and runs the named command. Never rejects. */
export type Dispatch = (name: string, input: unknown, caller: Caller) => Promise<CommandResult>;

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { ports, eventLog, onCommand } = deps;
  const handlers: Handlers<CommandName> = {
    ...createFeedHandlers(deps),
    ...createSetupHandlers(deps),
    ...createRehearsalHandlers(deps.rehearsal),
  };

  return async (name, input, caller) => {
    if (!isCommand(name)) return refuse('COMMAND_UNKNOWN', {});
    const { right } = commandTable[name];
    if (!includesRight(caller.right, right)) return refuse('COMMAND_FORBIDDEN', { right: caller.right, needed: right });
    return readAndRun(name, input, caller.name);
  };

  async function readAndRun<Name extends CommandName>(name: Name, input: unknown, by: string): Promise<CommandResult> {
    const read = commandSchemas[name].safeParse(input, { reportInput: true });
    if (!read.success) return refuse('COMMAND_INVALID', { what: describeFirstFault(read.error) });
    const at = new Date(ports.clock.now()).toISOString();
    const result = await run(name, read.data as Commands[Name], { by, at });
    const outcome = result.ok ? 'done' : result.code;
    const only = 'only' in read.data && read.data.only === 'removals' ? 'removals' : null;
    if (commandTable[name].isAutomatic !== true) onCommand(by, { verb: name, only, at, outcome });
    ports.log('info', 'COMMAND', { verb: name, by, outcome });
    if (!result.ok) return result;
    if (result.log !== null)
      eventLog.add({
        ...{ level: 'info', code: 'COMMAND', cause: 'operator', by, revision: null },
        about: isFeedCommand(name) ? (read.data as Commands[FeedCommandName]).feed : null,
        message: describeDone(name, by, result.log),
      });
    return { ok: true, value: result.value };
  }

  async function run<Name extends CommandName>(
    name: Name,
    input: Commands[Name],
    origin: CommandOrigin,
  ): Promise<Done<Name> | Refusal> {
    try {
      return await handlers[name](input, origin);
    } catch (error) {
      if (error instanceof PortTaken) return refuse('COMMAND_PORT_TAKEN', { port: namePort(error) });
      ports.log('error', 'COMMAND_FAILED', { verb: name, error: String(error) });
      return refuse('COMMAND_FAILED', {});
    }
  }
}

/** `what` is empty if the command says it all. */
function describeDone(name: CommandName, by: string, what: string): string {
  const values = { who: isolateName(by), done: say(commandTable[name].done), what };
  return what === '' ? say('{who} {done}.', values) : say('{who} {done}: {what}.', values);
}
