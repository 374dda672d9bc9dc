/** The table of commands: the right, address, words and key of everything that an operator or a program can change. */
import type { CommandRow, Route } from './commands/commandRow.ts';
import { feedCommands } from './commands/feedCommands.ts';
import { rehearsalCommands } from './commands/rehearsalCommands.ts';
import { setupCommands } from './commands/setupCommands.ts';

const otherCommands = { ...setupCommands, ...rehearsalCommands };

export type FeedCommandName = keyof typeof feedCommands;
export type OtherCommandName = keyof typeof otherCommands;
export type CommandName = FeedCommandName | OtherCommandName;

export const commandTable: Readonly<Record<CommandName, CommandRow>> = { ...feedCommands, ...otherCommands };

export const commandNames = Object.keys(commandTable) as readonly CommandName[];
export const feedCommandNames = Object.keys(feedCommands) as readonly FeedCommandName[];

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandTable, name);
}

export function isFeedCommand(name: string): name is FeedCommandName {
  return Object.hasOwn(feedCommands, name);
}

export function routeOf(name: CommandName): Route {
  return isFeedCommand(name) ? ['POST', `/api/feeds/{slug}/${name}`] : otherCommands[name].route;
}
