/** Names the parts of the engine that the control API reads and runs. */
import type { DeskState } from '../../contract/deskState.ts';
import type { ShowState } from '../../core/show.ts';
import type { ExportAsRun } from '../desk/asRunExport.ts';
import type { QueryHandler } from '../desk/queries.ts';
import type { Dispatch } from '../dispatch.ts';
import type { FeedServer } from '../feed/server.ts';
import type { EventLog } from '../logs/eventLog.ts';
import type { Ports } from '../ports.ts';
import type { PreflightRunner } from '../preflight/preflight.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { ServiceSetup } from '../serviceSetup.ts';
import type { SecretsService } from '../settings/secretsService.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Tokens } from '../settings/tokens.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import type { Updates } from '../updates.ts';

export type ApiDeps = {
  readonly store: Store;
  readonly source: Pick<Source, 'listCollections' | 'fetchCollection' | 'signatureDetector'>;
  readonly setup: Pick<ServiceSetup, 'check' | 'listCollections'>;
  readonly dispatch: Dispatch;
  readonly runQuery: QueryHandler;
  readonly exportAsRun: ExportAsRun;
  readonly eventLog: Pick<EventLog, 'read'>;
  readonly rehearsal: Pick<Rehearsal, 'state'>;
  readonly tokens: Tokens;
  readonly settings: SettingsService;
  readonly secrets: Pick<SecretsService, 'view'>;
  readonly updates: Pick<Updates, 'view'>;
  readonly preflight: Pick<PreflightRunner, 'last'>;
  readonly view: (state: ShowState) => Omit<DeskState, 'sequence' | 'you' | 'right'>;
  /** The `sequence` of the API's state. */
  readonly announcedChanges: () => number;
  /** When each kind of program last read the feed; `null` for an unknown feed. */
  readonly pulls: FeedServer['pulls'];
  readonly version: string;
  readonly ports: Pick<Ports, 'clock'>;
};
