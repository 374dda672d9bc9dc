/** What is told of the settings: how they stand, what a change of them does to air, and the backups to go back to. */

/** One setting that differs. Secrets stand as `set` or null. */
export type SettingChange = {
  /** JSON path without `$`; a feed is `feeds.{slug}`, the order of all of them `feeds`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** In words, what it does to what is on air. */
  readonly onAir: string;
  /** Whether graphics would show something else, or lose the feed: such a change is never imported unasked. */
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

export type SettingsView = {
  /** Of this Greenroom, when, and on which machine: an export carries it. */
  readonly version: string;
  readonly at: string;
  readonly machine: string;
  /** A whole configuration, as it is set, without any secret. It can be imported as it is. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasReadToken: boolean;
  /** What the command line or the demo lays over it; a change of these works when started without. */
  readonly fixed: readonly { readonly path: string; readonly value: unknown }[];
  /** Whether the file holds what works; false: the next start begins without the last changes. */
  readonly isSaved: boolean;
  /** The change that can be taken back, and until when (ISO 8601); null: none. */
  readonly undo: { readonly paths: readonly string[]; readonly by: string | null; readonly until: string } | null;
};

export type SettingsBackup = {
  readonly id: string;
  readonly at: string;
  readonly why: string;
  readonly by: string | null;
  /** Settings that differ from how they are now. */
  readonly differs: number;
};
