/** Handles the read-only queries of desks and the control API. */
import type { z } from 'zod';
import type { Refusal } from '../../contract/commands.ts';
import type { QueryInput, QueryName, QueryResult } from '../../contract/queries.ts';
import { querySchemas } from '../../contract/querySchemas.ts';
import type { RecipeView } from '../../contract/recipes.ts';
import { describeFirstFault } from '../../core/describeIssue.ts';
import { feedOf, snapshotOf } from '../../core/show.ts';
import { changesWith } from '../../core/waiting.ts';
import { listNetworks } from '../../http/machineAddresses.ts';
import type { FigureLog } from '../figureLog.ts';
import { isListUpToDate } from '../isListUpToDate.ts';
import type { AsRun } from '../logs/asRun.ts';
import type { EventLog } from '../logs/eventLog.ts';
import type { History } from '../logs/history.ts';
import type { Recorder } from '../logs/recorder.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Ports } from '../ports.ts';
import type { PreflightRunner } from '../preflight/preflight.ts';
import { refuse } from '../refuse.ts';
import type { Rehearsal } from '../rehearsal.ts';
import type { ServiceSetup } from '../serviceSetup.ts';
import type { SecretsService } from '../settings/secretsService.ts';
import { settingsJsonSchema } from '../settings/settings.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Tokens } from '../settings/tokens.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import { readForEffect } from '../storeFetched.ts';
import type { Updates } from '../updates.ts';
import type { ExportAsRun } from './asRunExport.ts';
import { viewItem, viewPastItems, viewRehearsedRows } from './deskView.ts';
import { exportEventLog, wholeLog } from './eventLogExport.ts';
import type { OpenExports } from './openExports.ts';
import { readPostPast } from './postPast.ts';

export type Answer<Name extends QueryName> = { readonly ok: true; readonly value: QueryResult<Name> } | Refusal;

/** Validates the input and runs the named query. Never rejects. */
export type QueryHandler = <Name extends QueryName>(name: Name, input: unknown) => Promise<Answer<Name>>;

export type QueryDeps = {
  readonly source: Pick<
    Source,
    'listCollections' | 'fetchCollection' | 'isLongUnused' | 'refresh' | 'signatureDetector'
  >;
  readonly setup: Pick<ServiceSetup, 'view' | 'check' | 'listCollections' | 'useService'>;
  readonly settings: Pick<SettingsService, 'view' | 'preview' | 'listBackups' | 'findBackup'>;
  readonly tokens: Pick<Tokens, 'list'>;
  readonly secrets: Pick<SecretsService, 'view'>;
  readonly updates: Pick<Updates, 'view'>;
  readonly preflight: Pick<PreflightRunner, 'last'>;
  readonly log: EventLog;
  readonly history: History;
  readonly asRun: AsRun;
  readonly exportAsRun: ExportAsRun;
  readonly exports: OpenExports;
  readonly recorder: Pick<Recorder, 'recordings'>;
  readonly media: Pick<MediaCache, 'measure'>;
  readonly rehearsal: Pick<Rehearsal, 'show' | 'consumers' | 'events'>;
  readonly figures: Pick<FigureLog, 'view'>;
  readonly servicePage: string | null;
  /** `null` for an unknown feed. */
  readonly listRecipes: (slug: string) => readonly RecipeView[] | null;
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log' | 'secrets'>;
};

const previewPosts = 3;

type Handlers = {
  readonly [Name in QueryName]: (input: QueryInput<Name>) => Promise<QueryResult<Name> | Refusal>;
};

export function createQueryHandler(deps: QueryDeps): QueryHandler {
  const {
    source,
    setup,
    settings,
    tokens,
    secrets,
    log,
    history,
    asRun,
    exportAsRun,
    exports,
    recorder,
    media,
    rehearsal,
    servicePage,
    store,
    ports,
  } = deps;
  const hasFeed = (slug: string): boolean => store.state().feeds.some((feed) => feed.slug === slug);

  const handlers: Handlers = {
    collections: async ({ search, page }) => {
      const found = await source.listCollections(search, page);
      if (!('code' in found)) return found;
      return { ok: false, code: found.code, message: found.message, nextStep: found.nextStep };
    },
    collectionPreview: async ({ collectionId }) => {
      const unconfirmed = await source.refresh(collectionId);
      const state = store.state();
      const known =
        unconfirmed === null && isListUpToDate(state, collectionId) ? snapshotOf(state, collectionId) : null;
      const at = new Date(ports.clock.now()).toISOString();
      const found = known?.collection ?? unconfirmed ?? (await readForEffect(store, source, collectionId, at));
      if ('code' in found) return { ok: false, code: found.code, message: found.message, nextStep: found.nextStep };
      const changes = store.state().feeds.map((feed) => [feed.slug, changesWith(feed, found.live)]);
      const live = found.live.slice(0, previewPosts).map((item) => viewItem(item, store.state().media, null));
      return { live, changes: Object.fromEntries(changes) };
    },
    figures: async ({ feed }) => (hasFeed(feed) ? deps.figures.view(feed) : refuse('FEED_UNKNOWN', {})),
    events: async ({ limit }) => ({ entries: log.entries(limit) }),
    eventsText: ({ format }) =>
      exports.begin((signal) => ({ ok: true, parts: exportEventLog(log, format, wholeLog, signal) })),
    history: async ({ feed, before, limit }) => {
      const rows = await history.list(feed, before, limit);
      return rows === null ? refuse('FEED_UNKNOWN', {}) : { rows, kept: history.limits() };
    },
    pastList: async ({ feed, revision }) => {
      if (!hasFeed(feed)) return refuse('FEED_UNKNOWN', {});
      const past = await history.find(feed, revision);
      if (past === null) return refuse('REVISION_UNKNOWN', {});
      const state = store.state();
      const found = feedOf(state, feed);
      if (found === null) return refuse('FEED_UNKNOWN', {});
      const { header: _, items, ...row } = past;
      return { ...row, items: viewPastItems(state, found, items) };
    },
    postPast: async (input) => (await readPostPast(deps, input)) ?? refuse('FEED_UNKNOWN', {}),
    asRun: async (input) => (hasFeed(input.feed) ? { rows: await asRun.rows(input) } : refuse('FEED_UNKNOWN', {})),
    asRunText: (input) => exports.begin((signal) => exportAsRun(input, signal)),
    exportPart: ({ next }) => exports.readNext(next),
    recordings: async () => ({ rows: await recorder.recordings() }),
    rehearsed: async ({ feed }) => {
      const show = rehearsal.show();
      const found = show === null ? null : feedOf(show, feed);
      if (show === null || found === null) return { list: null };
      const { revision, header } = found.onAir;
      const rows = viewRehearsedRows(show, found);
      const consumers = rehearsal.consumers(feed);
      return { list: { revision, gate: found.gate, collection: header?.name ?? null, rows, consumers } };
    },
    recipes: async ({ feed }) => {
      const recipes = deps.listRecipes(feed);
      return recipes === null ? refuse('FEED_UNKNOWN', {}) : { recipes };
    },
    servicePage: async () => ({ address: servicePage }),
    detection: async () => ({ detection: source.signatureDetector.state() }),
    trySignature: async ({ template }) => ({ fits: await source.signatureDetector.trySigning(template) }),
    missingSecrets: async () => {
      // Secrets that can't be read are not missing.
      const hasKey = await ports.secrets.apiKey().then(
        (key) => key !== null,
        () => true,
      );
      const hasSecret = await ports.secrets.webhookSecrets().then(
        (found) => found.length > 0,
        () => true,
      );
      return { missing: [...(hasKey ? [] : ['apiKey' as const]), ...(hasSecret ? [] : ['webhookSecret' as const])] };
    },
    settings: async () => ({
      ...settings.view(),
      secrets: await secrets.view(),
      schema: settingsJsonSchema(),
    }),
    settingsPreview: async ({ file, only }) => {
      const result = await settings.preview(file, only);
      return result.ok ? { changes: result.changes } : result;
    },
    settingsBackups: async () => ({ backups: await settings.listBackups() }),
    settingsBackup: async ({ id }) => {
      const file = await settings.findBackup(id);
      return file === null ? refuse('SETTINGS_BACKUP_UNKNOWN', {}) : { file };
    },
    tokens: async () => ({ tokens: tokens.list() }),
    networks: async () => ({ networks: listNetworks() }),
    storedMedia: () => media.measure(),
    checkService: async ({ baseUrl, apiKey }) => ({ check: await setup.check(baseUrl, apiKey) }),
    update: async () => deps.updates.view(),
    preflight: async () => ({ last: deps.preflight.last() }),
    setup: setup.view,
    serviceCollections: async ({ baseUrl, apiKey, search, page }) => {
      const found = await setup.listCollections(baseUrl, apiKey, search, page);
      return 'code' in found
        ? { ok: false, code: found.code, message: found.message, nextStep: found.nextStep }
        : found;
    },
    servicePreview: async (choice) => {
      const result = await setup.useService({ ...choice, preview: true, seen: null }, 'Greenroom');
      return result.ok ? { changes: result.value.changes } : result;
    },
    rehearsalEvents: async ({ recording }) => ({ events: await rehearsal.events(recording) }),
  };

  return async (name, input) => {
    const read = schemaOf(name).safeParse(input, { reportInput: true });
    if (!read.success) return refuse('COMMAND_INVALID', { what: describeFirstFault(read.error) });
    try {
      const value = await handlers[name](read.data);
      return isRefusal(value) ? value : { ok: true, value };
    } catch (error) {
      ports.log('error', 'COMMAND_FAILED', { query: name, error: String(error) });
      return refuse('COMMAND_FAILED', {});
    }
  };
}

export function isQueryName(name: string): name is QueryName {
  return Object.hasOwn(querySchemas, name);
}

function schemaOf<Name extends QueryName>(name: Name): z.ZodType<QueryInput<Name>> {
  const schemas: { readonly [Other in QueryName]: z.ZodType<QueryInput<Other>> } = querySchemas;
  return schemas[name];
}

function isRefusal(value: object): value is Refusal {
  return 'ok' in value && value.ok === false;
}
