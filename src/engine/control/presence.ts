/** Who is at a desk now, and what each pressed last. */
import type { DeskPresence } from '../../contract/deskState.ts';

type Present = { name: string; address: string; lastSeenAt: string; lastAction: DeskPresence['lastAction'] };

export type Presence = {
  readonly list: () => readonly DeskPresence[];
  /** Someone came: the name that is theirs (made different from those present), and the way out. */
  readonly enter: (
    wanted: string | null,
    address: string,
    at: string,
  ) => { readonly name: string; readonly leave: () => void };
  /** Something was pressed by that name. A name that is nobody's (the control API's) is passed over. */
  readonly note: (
    by: string | null,
    action: { readonly verb: string; readonly at: string; readonly outcome: string },
  ) => void;
};

export function createPresence(): Presence {
  const present = new Set<Present>();
  const freeName = (wanted: string | null): string => {
    const base = wanted?.trim().slice(0, 40) || 'Desk';
    const taken = new Set([...present].map(({ name }) => name));
    if (!taken.has(base)) return base;
    let number = 2;
    while (taken.has(`${base} ${number}`)) number += 1;
    return `${base} ${number}`;
  };
  return {
    list: () => [...present].map((desk) => ({ ...desk })),
    enter: (wanted, address, at) => {
      const desk: Present = { name: freeName(wanted), address, lastSeenAt: at, lastAction: null };
      present.add(desk);
      return { name: desk.name, leave: () => void present.delete(desk) };
    },
    note: (by, action) => {
      for (const desk of present) {
        if (desk.name !== by) continue;
        desk.lastAction = action;
        desk.lastSeenAt = action.at;
      }
    },
  };
}
