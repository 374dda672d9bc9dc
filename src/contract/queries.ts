/** Every query that a desk can send to the engine, with its input and result. Queries have no side effects. */
import type { CollectionSummary } from '../core/collection.ts';
import type { Difference } from '../core/compare.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import type { DeskItem } from './deskItem.ts';
import type { LogEntry } from './eventLog.ts';
import type { Figures } from './figures.ts';
import type {
  AsRunRow,
  HistoryLimitsView,
  HistoryRow,
  PastListView,
  RecordingRow,
  RehearsalEvent,
  RehearsedList,
} from './history.ts';
import type { PostPast } from './postPast.ts';
import type { Preflight } from './preflight.ts';
import type { querySchemas } from './querySchemas.ts';
import type { RecipeView } from './recipes.ts';
import type { SecretsView, ServiceCheck } from './secrets.ts';
import type { Detection, SettingChange, SettingsBackup, SettingsView, TokenRow } from './settings.ts';
import type { SetupView } from './setup.ts';
import type { UpdateView } from './updates.ts';

export type CollectionRow = Omit<CollectionSummary, 'createdDate'>;

export type Network = {
  /** Name of the interface, such as `eth0` or `Ethernet 2`. */
  readonly name: string;
  readonly address: string;
  /** Other machines that its network has room for; `null` for IPv6, which has room for any number. */
  readonly machines: number | null;
};

type FilesTotal = { readonly files: number; readonly bytes: number };

/** The media cache on this machine. */
export type StoredMedia = {
  readonly all: FilesTotal;
  readonly onAir: FilesTotal;
  /** On no list. */
  readonly unused: FilesTotal;
  /** Free space on the disk; `null` if it can’t be read. */
  readonly freeBytes: number | null;
};

type Results = {
  readonly collections: { readonly rows: readonly CollectionRow[]; readonly page: number; readonly totalPages: number };
  /**
   * The first live posts of a collection, fetched from the service if no feed uses it. `changes` has, by the slug of each feed, what its
   * list would change on air, or what would wait there.
   */
  readonly collectionPreview: {
    readonly live: readonly DeskItem[];
    readonly changes: Readonly<Record<string, Difference>>;
  };
  /** The last hour of a feed and of the service, at most 361 samples. */
  readonly figures: Figures;
  /** Log events, newest first. */
  readonly events: { readonly entries: readonly LogEntry[] };
  /** The beginning of the whole event log as a file, newest first. `exportPart` continues at `next`; `null` at the end. */
  readonly eventsText: { readonly text: string; readonly next: number | null };
  /** On-air lists of a feed, newest first, with revisions below `before`; `null` starts at the current one. */
  readonly history: { readonly rows: readonly HistoryRow[]; readonly kept: HistoryLimitsView };
  readonly pastList: PastListView;
  /** The revisions that changed a post, and when it was on air, as far as the logs of the feed say. */
  readonly postPast: PostPast;
  /** As-run entries. `from` and `to` are ISO 8601; `null` sets no limit. */
  readonly asRun: { readonly rows: readonly AsRunRow[] };
  /**
   * The beginning of the as-run log as a file: a table, or chapter marks counted from `start`; `null` starts at the first entry. `exportPart`
   * continues at `next`; `null` at the end.
   */
  readonly asRunText: { readonly text: string; readonly next: number | null };
  readonly exportPart: { readonly text: string; readonly next: number | null };
  readonly recordings: { readonly rows: readonly RecordingRow[] };
  /** A feed of the running rehearsal; `null` if none is running or its show has no such feed. */
  readonly rehearsed: { readonly list: RehearsedList | null };
  /** Events of the rehearsed recording, oldest first; `null` if that recording is not being rehearsed. */
  readonly rehearsalEvents: { readonly events: readonly RehearsalEvent[] | null };
  /** The built-in service’s page with its token; `null` without that service. */
  readonly servicePage: { readonly address: string | null };
  /** The settings, each secret without its value, and the JSON Schema with the title and description of every setting. */
  readonly settings: SettingsView & { readonly secrets: SecretsView; readonly schema: unknown };
  /** The changes that a settings file, or a part of one, would make. Changes nothing. */
  readonly settingsPreview: { readonly changes: readonly SettingChange[] };
  readonly settingsBackups: { readonly backups: readonly SettingsBackup[] };
  /** A backup as a file to import. */
  readonly settingsBackup: { readonly file: unknown };
  /** Named tokens, without their values. */
  readonly tokens: { readonly tokens: readonly TokenRow[] };
  /** The networks of this machine, without loopback. */
  readonly networks: { readonly networks: readonly Network[] };
  readonly storedMedia: StoredMedia;
  readonly update: UpdateView;
  /** The last preflight since Greenroom started; `null` before the first. */
  readonly preflight: { readonly last: Preflight | null };
  /** The result of one request to that service; changes nothing. */
  readonly checkService: { readonly check: ServiceCheck };
  readonly setup: SetupView;
  /** Collections of a service, whether it is in use or not; changes nothing. */
  readonly serviceCollections: Results['collections'];
  /** The changes that using a service would make; none while the demo runs. Changes nothing. */
  readonly servicePreview: { readonly changes: readonly SettingChange[] };
  /** How to set up each program that reads the feed, and when it last did. */
  readonly recipes: { readonly recipes: readonly RecipeView[] };
  /** The running detection of the signature format; `null` if none is running. */
  readonly detection: { readonly detection: Detection | null };
  /** Whether a format that was typed matches each captured delivery, in order; `null` if no detection is running. */
  readonly trySignature: { readonly fits: readonly boolean[] | null };
  /** The secrets of the source that are not set now. */
  readonly missingSecrets: { readonly missing: readonly ('apiKey' | 'webhookSecret')[] };
};

export type QueryName = keyof typeof querySchemas;
export type QueryInput<Name extends QueryName> = ReadonlyOutput<(typeof querySchemas)[Name]>;
export type QueryResult<Name extends QueryName> = Results[Name];
