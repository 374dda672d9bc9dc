/** The current settings, the effect of a change on air, and the backups. */

/** One changed setting. A secret is shown as `set` or `null`. */
export type SettingChange = {
  /** JSON path without `$`. A feed is `feeds.{slug}`; the order of the feeds is `feeds`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Effect on air, for example `none; takes effect at the next start`. */
  readonly onAir: string;
  /** Whether graphics would change or lose the feed. An import never selects such a change automatically. */
  readonly changesAir: boolean;
  readonly works: 'atOnce' | 'nextStart';
};

export type SettingsView = {
  readonly version: string;
  readonly at: string;
  readonly machine: string;
  /** The complete configuration without secrets, ready for import. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasReadToken: boolean;
  /** Overrides by the command line or the demo. Changes to these take effect at a start without the override. */
  readonly fixed: readonly { readonly path: string; readonly value: unknown }[];
  /** Whether the file matches the settings in use. If not, the next start loses the last changes. */
  readonly isSaved: boolean;
  /** The change that can be undone, until the given time (ISO 8601); `null` if there is none. */
  readonly undo: { readonly paths: readonly string[]; readonly by: string | null; readonly until: string } | null;
};

export type SettingsBackup = {
  readonly id: string;
  readonly at: string;
  readonly why: string;
  readonly by: string | null;
  /** Number of settings that differ from the current ones. */
  readonly differs: number;
};
