/** Defines the parts of an operation's description in the OpenAPI document, and names the response schemas. */
import {
  historySchema,
  recordingsSchema,
  rehearsalEventsSchema,
  rehearsalSchema,
  revisionSchema,
} from './historySchemas.ts';
import {
  backupsSchema,
  detectionSchema,
  newTokenSchema,
  settingsChangedSchema,
  settingsViewSchema,
  tokensSchema,
} from './settingsSchemas.ts';
import {
  collectionPageSchema,
  collectionSchema,
  feedCommandResultSchema,
  panelSchema,
  stateSchema,
} from './stateSchemas.ts';

/** Named in `components`, so that a client generator creates one type for each. */
export const responseSchemas = {
  FeedCommandResult: feedCommandResultSchema,
  State: stateSchema,
  Panel: panelSchema,
  CollectionPage: collectionPageSchema,
  Collection: collectionSchema,
  History: historySchema,
  Revision: revisionSchema,
  Recordings: recordingsSchema,
  RehearsalState: rehearsalSchema,
  RehearsalEvents: rehearsalEventsSchema,
  DetectionState: detectionSchema,
  Settings: settingsViewSchema,
  SettingsChanged: settingsChangedSchema,
  SettingsBackups: backupsSchema,
  Tokens: tokensSchema,
  NewToken: newTokenSchema,
} as const;

/** Describes each response that returns a named schema. */
export const responseDescriptions: Readonly<Record<keyof typeof responseSchemas, string>> = {
  FeedCommandResult: 'Done, or nothing to do.',
  State: 'The state.',
  Panel: 'The feed as one small flat object.',
  CollectionPage: 'One page of collections.',
  Collection: 'The collection.',
  History: 'The revisions.',
  Revision: 'The revision.',
  Recordings: 'The recordings.',
  RehearsalState: 'The rehearsal; `null` if none is running.',
  RehearsalEvents: 'The events.',
  DetectionState: 'The detection; `null` if none is running.',
  Settings: 'The settings in use.',
  SettingsChanged: 'The settings in use, and what changed.',
  SettingsBackups: 'The backups.',
  Tokens: 'The named tokens.',
  NewToken: 'The new token and its value.',
};

export type Texts = { readonly operationId: string; readonly summary: string; readonly description: string };

export type Operation = Texts & {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly body?: unknown;
  readonly parameters?: readonly unknown[];
  /** Default: an empty object. */
  readonly response?: keyof typeof responseSchemas | object;
  /** Describes the response; default: as for its schema. */
  readonly result?: string;
  /** Media type; default: JSON. */
  readonly type?: string;
  /** Default: 200. */
  readonly status?: number;
};

export const slug = pathParameter('slug', 'Name of the feed, for example `main`.');
export const anyObject = { type: 'object' };

export function texts(operationId: string, summary: string, description: string): Texts {
  return { operationId, summary, description };
}

export function property(description: string): { readonly type: 'string'; readonly description: string } {
  return { type: 'string', description };
}

export function object(properties: Readonly<Record<string, unknown>>): { readonly type: 'object' } {
  return Object.assign({ type: 'object' as const }, { required: Object.keys(properties), properties });
}

export function queryParameter(name: string, description: string, type = 'string'): unknown {
  return { name, in: 'query', required: false, description, schema: { type } };
}

export function pathParameter(name: string, description: string, type = 'string'): unknown {
  return { name, in: 'path', required: true, description, schema: { type } };
}

export function get(path: string, details: Texts, options: Partial<Operation>): Operation {
  return { method: 'get', path, ...details, ...options };
}
export function post(path: string, details: Texts, options: Partial<Operation>): Operation {
  return { method: 'post', path, ...details, ...options };
}
