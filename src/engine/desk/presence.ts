/** Tracks the connected desks and the last action of each. */
import type { DeskPresence } from '../../contract/deskState.ts';
import { cleanName, maxNameLength, nameKey } from '../../core/names.ts';
import { isReservedName, type Tokens } from '../settings/tokens.ts';

type ConnectedDesk = { name: string; address: string; lastSeenAt: string; lastAction: DeskPresence['lastAction'] };

export type Presence = {
  readonly list: () => readonly DeskPresence[];
  /** True if a desk has this name or looks as if it had. */
  readonly hasName: (name: string) => boolean;
  /** Adds a desk under a unique name; `leave` removes it. */
  readonly join: (
    wantedName: string | null,
    address: string,
    at: string,
  ) => { readonly name: string; readonly leave: () => void };
  /** Records the desk's last action. Ignores names that are not desks, such as API tokens. */
  readonly recordAction: (by: string, action: NonNullable<DeskPresence['lastAction']>) => void;
};

/** Nobody else may have the name of a desk: the logs show it with each action. */
export function createPresence(tokens: Pick<Tokens, 'hasName'>): Presence {
  const connected = new Set<ConnectedDesk>();
  const hasName = (name: string): boolean => [...connected].some((desk) => nameKey(desk.name) === nameKey(name));
  const chooseUniqueName = (wantedName: string | null): string => {
    const wanted = cleanName(wantedName ?? '', maxNameLength);
    const base = nameKey(wanted) === '' || isReservedName(wanted) ? 'Desk' : wanted;
    let name = base;
    for (let number = 2; hasName(name) || tokens.hasName(name); number += 1) {
      const suffix = ` ${number}`;
      name = cleanName(base, maxNameLength - suffix.length) + suffix;
    }
    return name;
  };
  return {
    hasName,
    list: () => [...connected].map((desk) => ({ ...desk })),
    join: (wantedName, address, at) => {
      const desk: ConnectedDesk = { name: chooseUniqueName(wantedName), address, lastSeenAt: at, lastAction: null };
      connected.add(desk);
      return { name: desk.name, leave: () => void connected.delete(desk) };
    },
    recordAction: (by, action) => {
      for (const desk of connected) {
        if (desk.name !== by) continue;
        desk.lastAction = action;
        desk.lastSeenAt = action.at;
      }
    },
  };
}
