/** Tracks the connected desks and the last action of each. */
import type { DeskPresence } from '../../contract/deskState.ts';

type ConnectedDesk = { name: string; address: string; lastSeenAt: string; lastAction: DeskPresence['lastAction'] };

export type Presence = {
  readonly list: () => readonly DeskPresence[];
  /** Adds a desk under a unique name; `leave` removes it. */
  readonly join: (
    wantedName: string | null,
    address: string,
    at: string,
  ) => { readonly name: string; readonly leave: () => void };
  /** Records the desk's last action. Ignores names that are not desks, such as API tokens. */
  readonly recordAction: (by: string, action: NonNullable<DeskPresence['lastAction']>) => void;
};

export function createPresence(): Presence {
  const connected = new Set<ConnectedDesk>();
  const chooseUniqueName = (wantedName: string | null): string => {
    const base = wantedName?.trim().slice(0, 40) || 'Desk';
    const taken = new Set([...connected].map(({ name }) => name));
    if (!taken.has(base)) return base;
    let number = 2;
    while (taken.has(`${base} ${number}`)) number += 1;
    return `${base} ${number}`;
  };
  return {
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
