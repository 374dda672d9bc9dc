/** The schema of every query's input. Only the engine imports it, so that the desk's page contains no zod. */
import { z } from 'zod';
import { say } from '../core/language/say.ts';
import { serviceChoiceSchema } from './setup.ts';

/** Also the body of the control API’s request. */
export const serviceCheckInput = z.strictObject({
  baseUrl: z.string().max(2048).nullable().default(null).describe('Address to try; `null` for the one in use.'),
  apiKey: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .nullable()
    .default(null)
    .describe('Key to try; `null` for the one in use.'),
});

/** Also the body of the control API’s request. */
export const serviceCollectionsInput = z.strictObject({
  baseUrl: z.string().trim().min(1).max(2048).describe('Address of the service.'),
  apiKey: serviceCheckInput.shape.apiKey.describe('Key to send; `null` for the saved one.'),
  search: z.string().max(200).default('').describe('Text in the name or id; empty for all.'),
  page: z.int().min(0).max(100_000).default(0).describe('Page, from 0.'),
});

/** Also the body of the control API’s request. */
export const trySignatureInput = z.strictObject({
  template: z.string().min(1).max(200).describe('Template over `{timestamp}`, `{event}` and `{body}`.'),
});

const slug = z.string().min(1).max(64);
const optionalTime = z.iso.datetime({ offset: true }).nullable().default(null);
const asRunInput = z.strictObject({
  feed: slug,
  of: z.enum(['list', 'playhead']).default('list'),
  from: optionalTime,
  to: optionalTime,
});

const isInOrder = ({ from, to }: { readonly from: string | null; readonly to: string | null }): boolean =>
  from === null || to === null || Date.parse(from) <= Date.parse(to);
const outOfOrder = { path: ['to'], error: () => say('must not be before {field}', { field: '`from`' }) };

/** Input of each query. A missing optional field gets its default, usually `null`. */
export const querySchemas = {
  collections: z.strictObject({
    search: z.string().max(200).default(''),
    page: z.int().min(0).max(100_000).default(0),
  }),
  collectionPreview: z.strictObject({ collectionId: z.string().min(1).max(512) }),
  figures: z.strictObject({ feed: slug }),
  events: z.strictObject({ limit: z.int().min(1).max(1000).default(200) }),
  eventsText: z.strictObject({ format: z.enum(['csv', 'json']) }),
  history: z.strictObject({
    feed: slug,
    before: z.int().min(0).nullable().default(null),
    limit: z.int().min(1).max(500).default(50),
  }),
  pastList: z.strictObject({ feed: slug, revision: z.int().min(0) }),
  postPast: z.strictObject({ feed: slug, itemId: z.string().min(1).max(512) }),
  asRun: asRunInput.refine(isInOrder, outOfOrder),
  asRunText: asRunInput
    .extend({ format: z.enum(['csv', 'json', 'chapters']), start: optionalTime })
    .refine(isInOrder, outOfOrder),
  exportPart: z.strictObject({ next: z.int() }),
  recordings: z.strictObject({}),
  rehearsed: z.strictObject({ feed: slug }),
  rehearsalEvents: z.strictObject({ recording: z.string().min(1).max(200) }),
  recipes: z.strictObject({ feed: slug }),
  servicePage: z.strictObject({}),
  detection: z.strictObject({}),
  trySignature: trySignatureInput,
  missingSecrets: z.strictObject({}),
  settings: z.strictObject({}),
  /** `only` as in an import. */
  settingsPreview: z.strictObject({ file: z.unknown(), only: z.array(z.string()).nullable().default(null) }),
  settingsBackups: z.strictObject({}),
  settingsBackup: z.strictObject({ id: z.string().min(1).max(100) }),
  tokens: z.strictObject({}),
  networks: z.strictObject({}),
  storedMedia: z.strictObject({}),
  update: z.strictObject({}),
  preflight: z.strictObject({}),
  checkService: serviceCheckInput,
  setup: z.strictObject({}),
  serviceCollections: serviceCollectionsInput,
  servicePreview: serviceChoiceSchema,
} as const;
