/** One row of the table of commands. */
import { markMessage } from '../language/say.ts';

/** The right of a token, strongest first. `desk`: everything; `operate`: feed commands; `present`: reading, without staging, and `used`; `view`: reading. */
export const rights = ['desk', 'operate', 'present', 'view'] as const;
export type Right = (typeof rights)[number];

/** As the screen that creates tokens names them. */
export const rightNames: Readonly<Record<Right, string>> = {
  desk: markMessage('Desk'),
  operate: markMessage('Operate'),
  present: markMessage('Present'),
  view: markMessage('View'),
};

export function includesRight(right: Right, needed: Right): boolean {
  return rights.indexOf(right) <= rights.indexOf(needed);
}

/** A presenter’s tablet leaves the gallery, so nothing of staging is sent to it. */
export function canReadStaging(right: Right): boolean {
  return right !== 'present';
}

/** Method and path in the control API, with `{slug}` for the feed. */
export type Route = readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string];

/** An argument of an OSC message; `null` if it has another type or no value. */
export type OscArgument = string | number | boolean | null;

export type CommandRow = {
  readonly right: Right;
  /** Names the operation in the control API's description, and so in generated clients. */
  readonly operationId: string;
  /** Its name on the desk, in the history and in the control API's description. */
  readonly label: string;
  /** Past tense, as in `Ines held`. */
  readonly done: string;
  readonly description: string;
  /** Default key on the desk, as in `KeyboardEvent.key`, with `Shift+` in front if Shift is held; `null` if it has none. */
  readonly key: string | null;
  /** Sent by desks themselves, so it is not the last action of a desk. */
  readonly isAutomatic?: boolean;
};

export type FeedCommandRow = CommandRow & {
  /** Turns the arguments of `/greenroom/{feed}/{command}` into its input, or into `null` if a button was released; `null` if OSC cannot send it. */
  readonly osc: ((given: readonly OscArgument[]) => object | null) | null;
};

export type SetupCommandRow = CommandRow & {
  readonly route: Route;
};
