/** The switch between the demo and the operator’s own show, which the shell provides to the engine of either. */
import type { Refusal } from '../contract/commands.ts';
import type { DeskPresence } from '../contract/deskState.ts';
import type { SetupView } from '../contract/setup.ts';
import type { Collection } from '../core/collection.ts';

/** A service that an operator chose in the setup, after the check. */
export type ServiceChoice = {
  readonly baseUrl: string;
  /** `null` keeps the saved key. */
  readonly apiKey: string | null;
  /** The feed that shows the collection. */
  readonly feed: string;
  readonly collection: Collection;
};

/** The API key for a service, with its owner as `keyOwner.ts` formats it. */
export type ChosenKey = { readonly to: string; readonly apiKey: string | null; readonly owner: string | null };

export type ShowSwitch = {
  /** Whether no service and no demo was ever chosen, so that the desk opens the setup. */
  readonly isFirstStart: () => boolean;
  readonly describe: () => Promise<Omit<SetupView, 'isDemo'>>;
  /** The key of the operator’s own service while the demo runs. Rejects if it belongs to another service than the one at this address. */
  readonly ownKey: (baseUrl: string) => Promise<string | null>;
  /**
   * Saves the choice and replaces the demo by the operator’s own show soon after it resolves. A refusal means that nothing changed. If the
   * choice can’t be saved, the own show can’t start, or a blocked post may still be on screen by then, the demo stays with the problem SHOW_NOT_SWITCHED.
   */
  readonly leaveDemo: (choice: ServiceChoice, by: string) => Promise<Refusal | null>;
  /** Replaces the own show by the demo soon after it resolves. Its settings stay. A refusal means that nothing changed. */
  readonly enterDemo: (by: string) => Promise<Refusal | null>;
};

/** Facts that a show takes over from the show that it replaces. */
export type Takeover = {
  /** The operator who chose the show; `null` if it came back because the other one could not start. */
  readonly by: string | null;
  /** The consumers of the feed, which have not reconnected yet. */
  readonly countConsumers: (slug: string) => number;
  /** The last revision that readers of the feed got from the other show; `null` if it had no such feed. */
  readonly seenRevision: (slug: string) => number | null;
  /** The last action of a desk with this name; `null` without any. */
  readonly lastActionOf: (name: string) => DeskPresence['lastAction'];
  /** A collection for the first list of a feed, so that it is never empty in between; `null` if the show has its own. */
  readonly collection: Collection | null;
  /** Collections of the demo, for feeds that show them for the first time. */
  readonly firstCollections: readonly Collection[];
  /** The key of the chosen service, which is not stored before this show replaces the other; `null` for the stored one. */
  readonly chosenKey: ChosenKey | null;
};
