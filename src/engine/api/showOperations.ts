/** Names and describes the operations for the show: state, panels, collections, history and rehearsals. */
import { get, type Operation, pathParameter, queryParameter, slug, texts } from './operation.ts';

const optionalFeed = queryParameter('feed', 'Name of the feed; default: the first.');
const asRunRange = [
  slug,
  queryParameter('from', 'Earliest time, ISO 8601.'),
  queryParameter('to', 'Latest time, ISO 8601.'),
  queryParameter('of', '`list` for time on air, `playhead` for time as the current post. Default: `list`.'),
];
const text = { type: 'string' };

export const showOperations: readonly Operation[] = [
  get(
    '/api/state',
    texts('getState', 'Get the state', 'Returns the source, all feeds, the desks and the current problems.'),
    {
      response: 'State',
    },
  ),
  get('/api/panel', texts('getPanel', 'Get one feed for a button panel', 'Returns one feed as a small flat object.'), {
    parameters: [optionalFeed],
    response: 'Panel',
  }),
  get(
    '/api/events',
    texts(
      'streamPanel',
      'Stream one feed for a button panel',
      'Sends the panel object as a server-sent event now and at each change.',
    ),
    {
      parameters: [optionalFeed],
      response: 'Panel',
      type: 'text/event-stream',
    },
  ),
  get(
    '/api/collections',
    texts('listCollections', 'List collections', 'Returns one page of the service’s collections.'),
    {
      parameters: [
        queryParameter('search', 'Part of a name or id.'),
        queryParameter('page', 'Page number, from 0.', 'integer'),
      ],
      response: 'CollectionPage',
    },
  ),
  get(
    '/api/collections/{collectionId}',
    texts('getCollection', 'Get a collection', 'Returns one collection with its lists, whether a feed uses it or not.'),
    {
      parameters: [pathParameter('collectionId', 'Id of the collection.')],
      response: 'Collection',
    },
  ),
  get(
    '/api/feeds/{slug}/history',
    texts('listHistory', 'List the history', 'Returns earlier on-air lists, newest first.'),
    {
      parameters: [
        slug,
        queryParameter('before', 'Returns only revisions below this one.', 'integer'),
        queryParameter('limit', 'Maximum number of revisions, 1 to 500. Default: 50.', 'integer'),
      ],
      response: 'History',
    },
  ),
  get(
    '/api/feeds/{slug}/history/{revision}',
    texts('getRevision', 'Get a revision', 'Returns one earlier on-air list with its posts.'),
    {
      parameters: [slug, pathParameter('revision', 'Number of the revision.', 'integer')],
      response: 'Revision',
    },
  ),
  get(
    '/api/feeds/{slug}/as-run.csv',
    texts('exportAsRunCsv', 'Export the as-run log as CSV', 'Returns one row for each time a post was on air.'),
    {
      parameters: asRunRange,
      response: text,
      result: 'The as-run log.',
      type: 'text/csv',
    },
  ),
  get(
    '/api/feeds/{slug}/as-run.json',
    texts('exportAsRunJson', 'Export the as-run log as JSON', 'Returns one object for each time a post was on air.'),
    {
      parameters: asRunRange,
      response: { type: 'array' },
      result: 'The as-run log.',
    },
  ),
  get(
    '/api/feeds/{slug}/as-run.chapters.txt',
    texts(
      'exportAsRunChapters',
      'Export the as-run log as chapters',
      'Returns chapter marks, one `HH:MM:SS text` line each.',
    ),
    {
      parameters: [
        ...asRunRange,
        queryParameter(
          'start',
          'Time at which the marks start (00:00:00), ISO 8601. Default: `from`, else the first entry.',
        ),
      ],
      response: text,
      result: 'The chapter marks.',
      type: 'text/plain',
    },
  ),
  get('/api/recordings', texts('listRecordings', 'List recordings', 'Returns the recorded shows, newest first.'), {
    response: 'Recordings',
  }),
  get('/api/rehearsal', texts('getRehearsal', 'Get the rehearsal', 'Returns the running rehearsal, or `null`.'), {
    response: 'RehearsalState',
  }),
  get(
    '/api/rehearsal/events',
    texts(
      'listRehearsalEvents',
      'List the rehearsal’s events',
      'Returns every event of the rehearsed show, oldest first.',
    ),
    {
      response: 'RehearsalEvents',
    },
  ),
];
