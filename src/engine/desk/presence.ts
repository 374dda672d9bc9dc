/** Tracks the connected desks, the name and the last action of each. */

import type { DeskPresence } from '../../contract/deskState.ts';
import { say } from '../../core/language/say.ts';
import { cleanName, maxNameLength, nameKey } from '../../core/names.ts';
import { isReservedName, type Tokens } from '../settings/tokens.ts';

type ConnectedDesk = { name: string; address: string; lastSeenAt: string; lastAction: DeskPresence['lastAction'] };

export type DeskNames = {
  /** Typed by the operator. */
  readonly name: string | null;
  /** The name that this desk last had with `name`, possibly from another run. */
  readonly givenName: string | null;
  /** Proves that two connections are the same desk; `null` for a desk that can't prove it. */
  readonly secret: string | null;
};

/** Desks that are known by their secret; more only while they are connected. */
const maxKnown = 500;

export type Presence = {
  /** Of a desk with this name, also after it left; `null` without any. */
  readonly lastActionOf: (name: string) => DeskPresence['lastAction'];
  readonly list: () => readonly DeskPresence[];
  /** True if a desk has this name or looks as if it had. */
  readonly hasName: (name: string) => boolean;
  /** Adds a desk under a unique name; `leave` removes it. `onReplaced` is called when the same desk has joined again. */
  readonly join: (
    names: DeskNames,
    address: string,
    at: string,
    onReplaced: () => void,
  ) => { readonly name: string; readonly leave: () => void };
  /** Records the desk's last action. Names that are not desks, such as API tokens, have none, but no desk is given them later. */
  readonly recordAction: (by: string, action: NonNullable<DeskPresence['lastAction']>) => void;
};

type PresenceDeps = {
  /** Of a desk with this name, in the show that this one replaces. */
  readonly lastActionBefore: Presence['lastActionOf'];
  readonly tokens: Pick<Tokens, 'hasName'>;
  /** Whether the show or the log says that somebody of this name did something. */
  readonly isMentioned: (name: string) => boolean;
};

/**
 * Nobody else may have the name of a desk: the logs show it with each action. Greenroom also never
 * chooses a name that somebody acted under, because their actions would then seem to be those of another desk.
 */
export function createPresence({ tokens, lastActionBefore, isMentioned }: PresenceDeps): Presence {
  const connected = new Set<ConnectedDesk>();
  /** By secret, also after they left. The oldest are forgotten. */
  const known = new Map<string, { readonly desk: ConnectedDesk; readonly onReplaced: () => void }>();
  /** By name. */
  const lastActions = new Map<string, DeskPresence['lastAction']>();
  const lastActionOf: Presence['lastActionOf'] = (name) => lastActions.get(name) ?? lastActionBefore(name);
  /** Keys of the names that acted in this run. */
  const acted = new Set<string>();
  const hasName = (name: string): boolean => [...connected].some((desk) => nameKey(desk.name) === nameKey(name));
  const isFree = (name: string): boolean => !hasName(name) && !tokens.hasName(name);
  const isUnused = (name: string): boolean => isFree(name) && !acted.has(nameKey(name)) && !isMentioned(name);
  const chooseName = (names: DeskNames): string => {
    const given = readName(names.givenName);
    if (given !== null && isFree(given)) return given;
    const typed = readName(names.name);
    if (typed !== null && isFree(typed)) return typed;
    const base = typed ?? say('Desk');
    let name = base;
    for (let number = 2; !isUnused(name); number += 1) {
      const suffix = ` ${number}`;
      name = cleanName(base, maxNameLength - suffix.length) + suffix;
    }
    return name;
  };
  const remember = (secret: string, entry: { readonly desk: ConnectedDesk; readonly onReplaced: () => void }): void => {
    known.delete(secret);
    known.set(secret, entry);
    for (const [oldest, { desk }] of known) {
      if (known.size <= maxKnown) break;
      if (!connected.has(desk)) known.delete(oldest);
    }
  };
  return {
    lastActionOf,
    hasName,
    list: () => [...connected].map((desk) => ({ ...desk })),
    join: (names, address, at, onReplaced) => {
      const before = names.secret === null ? undefined : known.get(names.secret);
      // The engine can notice a lost connection later than the desk does. It must not keep the name, nor act any more.
      if (before !== undefined && connected.delete(before.desk)) before.onReplaced();
      const name = chooseName(names);
      // The same desk can have been renamed since.
      const lastAction = before === undefined ? lastActionBefore(name) : before.desk.lastAction;
      if (lastAction !== null) lastActions.set(name, lastAction);
      const desk: ConnectedDesk = { name, address, lastSeenAt: at, lastAction };
      connected.add(desk);
      if (names.secret !== null) remember(names.secret, { desk, onReplaced });
      return { name: desk.name, leave: () => void connected.delete(desk) };
    },
    recordAction: (by, action) => {
      acted.add(nameKey(by));
      for (const desk of connected) {
        if (desk.name !== by) continue;
        desk.lastAction = action;
        lastActions.set(by, action);
        desk.lastSeenAt = action.at;
      }
    },
  };
}

/** `null` for a name that no desk may have. */
function readName(name: string | null): string | null {
  const cleaned = cleanName(name ?? '', maxNameLength);
  return nameKey(cleaned) === '' || isReservedName(cleaned) ? null : cleaned;
}
