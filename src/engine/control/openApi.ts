/** The control API described as OpenAPI 3.1, made from the schemas that read its input. */
import { z } from 'zod';
import {
  historySchema,
  panelSchema,
  pressedSchema,
  settingsChangedSchema,
  settingsViewSchema,
  stateSchema,
} from './answerSchemas.ts';
import { commandSchemas, feedCommands } from './commandSchemas.ts';

const summaries: Readonly<Record<(typeof feedCommands)[number], string>> = {
  hold: 'On air stays as it is while live moves on',
  release: 'The newest live list on air, and follow again',
  take: 'The newest live list (or only what left it) on air once; ends held',
  clear: 'On air becomes empty',
  back: 'The list that was on air before the clear, held',
  block: 'One post off air here and now, whatever the service says',
  unblock: 'Takes a block back',
  guards: 'Replaces the words and authors that hold a post back',
  allow: 'Lets one guarded post through',
  rollback: 'An earlier on-air list again, held, less what is blocked now',
  next: 'The play head to the next post',
  previous: 'The play head to the post before',
  cue: 'The play head to that post',
  pin: 'The rotation leaves the current post',
  unpin: 'Takes the pin back',
  rotate: 'The play head moves by itself every so many seconds; null stops it',
  used: 'Marks a post as used, or not',
  point: 'The feed reads another collection',
  seen: 'The mark “restored” is taken note of',
};

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object', properties: { nextStep: { type: 'string' } } },
      },
    },
  },
};

/** What is answered, under the names that the operations point to. */
const answers = {
  Pressed: pressedSchema,
  State: stateSchema,
  Panel: panelSchema,
  History: historySchema,
  Settings: settingsViewSchema,
  SettingsChanged: settingsChangedSchema,
} as const;

/** The whole document. */
export function openApi(version: string): unknown {
  const verbs = feedCommands.map((verb) => [`/api/feeds/{slug}/${verb}`, { post: feedOperation(verb) }]);
  return {
    openapi: '3.1.0',
    info: { title: 'Greenroom control API', version },
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(verbs),
      '/api/source/mode': { post: operation('Switches poll, push or hybrid', bodySchema(commandSchemas.setMode), {}) },
      '/api/source/check': { post: operation('Asks the service now', bodySchema(commandSchemas.checkNow), {}) },
      '/api/state': { get: operation('Everything a desk knows', null, answered('State')) },
      '/api/panel': { get: operation('One feed for a button panel', null, answered('Panel'), [query('feed')]) },
      '/api/collections': {
        get: operation('The service’s collections', null, { type: 'object' }, [query('search'), query('page')]),
      },
      '/api/collections/{collectionId}': {
        get: operation('One collection with its lists', null, { type: 'object' }, [inPath('collectionId')]),
      },
      '/api/events': {
        get: operation(
          'The same as server-sent events, at each change',
          null,
          answered('Panel'),
          [query('feed')],
          stream,
        ),
      },
      '/api/feeds/{slug}/history': {
        get: operation('Earlier on-air lists, newest first', null, answered('History'), [
          inPath('slug'),
          query('before'),
          query('limit'),
        ]),
      },
      '/api/feeds/{slug}/history/{revision}': {
        get: operation('One of them with its posts', null, { type: 'object' }, [inPath('slug'), inPath('revision')]),
      },
      ...Object.fromEntries(asRunFiles.map((name) => [`/api/feeds/{slug}/${name}`, { get: asRunOperation(name) }])),
      '/api/recordings': { get: operation('Recorded shows, newest first', null, { type: 'object' }) },
      '/api/rehearsal': {
        get: operation('The rehearsal that runs, or null', null, { type: 'object' }),
        post: operation('Plays a recording on the rehearsal port', bodySchema(commandSchemas.rehearse), {}),
        delete: operation('Ends it', null, {}),
      },
      '/api/rehearsal/pause': { post: operation('Pauses or goes on', bodySchema(commandSchemas.pauseRehearsal), {}) },
      '/api/rehearsal/step': {
        post: operation('One step on, and paused', bodySchema(commandSchemas.stepRehearsal), {}),
      },
      '/api/rehearsal/speed': {
        post: operation('Plays on at another speed', bodySchema(commandSchemas.speedRehearsal), {}),
      },
      '/api/rehearsal/events': {
        get: operation('Every event of the show that is rehearsed, or null', null, { type: 'object' }),
      },
      '/api/rehearsal/seek': { post: operation('To a time', bodySchema(commandSchemas.seekRehearsal), {}) },
      '/api/source/detect': {
        get: operation('The deliveries captured, and the way of signing that fits', null, { type: 'object' }),
        post: operation('Begins to find out how the service signs', { type: 'object', required: ['secret'] }, {}),
        delete: operation('Ends it', null, {}),
      },
      '/api/source/detect/try': {
        post: operation('Tries one way on what was captured', { type: 'object', required: ['template'] }, {}),
      },
      '/api/source/detect/lock': { post: operation('Uses the way that was found from now on', null, {}) },
      '/api/settings': {
        get: operation('The settings as they work now, without secrets', null, answered('Settings')),
        patch: operation(
          'Changes what the patch names, at once (JSON Merge Patch)',
          { type: 'object' },
          answered('SettingsChanged'),
        ),
      },
      '/api/settings/undo': {
        post: operation('Takes the last change back, within ten seconds of it', null, answered('SettingsChanged')),
      },
      '/api/settings/import': {
        post: operation(
          'Does the changes of a file of settings that leave air alone, or those that are named',
          { type: 'object' },
          answered('SettingsChanged'),
          [query('preview'), query('only')],
        ),
      },
      '/api/settings/backups': { get: operation('The settings before each change', null, { type: 'object' }) },
      '/api/settings/backups/{backup}': {
        get: operation('One of them, to be imported', null, { type: 'object' }, [inPath('backup')]),
      },
      '/api/tokens': {
        get: operation('Named tokens, without their values', null, { type: 'object' }),
        post: operation(
          'Makes one; its value is answered once',
          { type: 'object', required: ['name', 'right'] },
          tokenMade,
          [],
          'application/json',
          201,
        ),
        delete: operation('Revokes one', { type: 'object', required: ['name'] }, {}),
      },
      '/api/openapi.json': { get: operation('This document', null, { type: 'object' }) },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ErrorResponse: errorSchema,
        ...Object.fromEntries(Object.entries(answers).map(([name, schema]) => [name, plainSchema(schema)])),
      },
    },
  };
}

const tokenMade = {
  type: 'object',
  required: ['name', 'right', 'token'],
  properties: {
    name: { type: 'string' },
    right: { enum: ['desk', 'operate', 'present', 'view'] },
    token: { type: 'string' },
  },
};

const stream = 'text/event-stream';

const asRunFiles = ['as-run.csv', 'as-run.json', 'as-run.chapters.txt'] as const;

function asRunOperation(name: (typeof asRunFiles)[number]): unknown {
  const bounds = [inPath('slug'), query('from'), query('to'), query('of')];
  const parameters = name === 'as-run.chapters.txt' ? [...bounds, query('start')] : bounds;
  return operation('What was on air, from when to when, and why', null, { type: 'string' }, parameters);
}

function feedOperation(verb: (typeof feedCommands)[number]): unknown {
  const schema = bodySchema(commandSchemas[verb]);
  return operation(summaries[verb], schema, answered('Pressed'), [inPath('slug')]);
}

function answered(name: keyof typeof answers): unknown {
  return { $ref: `#/components/schemas/${name}` };
}

function plainSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'output' });
  return plain;
}

/** The input's schema without the feed, which is in the path. */
function bodySchema(schema: z.ZodType): unknown {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io: 'input' });
  const { feed: __, ...properties } = whole.properties ?? {};
  return { ...whole, properties, required: (whole.required ?? []).filter((name) => name !== 'feed') };
}

function operation(
  summary: string,
  body: unknown,
  answer: unknown,
  parameters: readonly unknown[] = [],
  type = 'application/json',
  status = 200,
): unknown {
  const error = {
    description: 'Refused; nothing changed',
    content: json({ $ref: '#/components/schemas/ErrorResponse' }),
  };
  return {
    summary,
    parameters,
    ...(body === null ? {} : { requestBody: { required: false, content: json(body) } }),
    responses: {
      [status]: { description: 'Done, or nothing was left to do', content: { [type]: { schema: answer } } },
      ...Object.fromEntries([400, 401, 403, 404, 409, 413, 415, 421, 429, 500, 503].map((status) => [status, error])),
    },
  };
}

function json(schema: unknown): unknown {
  return { 'application/json': { schema } };
}

function query(name: string): unknown {
  return { name, in: 'query', required: false, schema: { type: 'string' } };
}

function inPath(name: string): unknown {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}
