import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rights } from '../../../src/core/commands/commandRow.ts';
import {
  type CommandName,
  commandNames,
  commandTable,
  isFeedCommand,
  routeOf,
} from '../../../src/core/commandTable.ts';
import { failure } from '../../../src/engine/http/failure.ts';
import { commandOf } from '../../../src/engine/osc/osc.ts';
import { collection, openControl, post, webhookSecret } from '../openControl.ts';

let control: Awaited<ReturnType<typeof openControl>>;
beforeAll(async () => {
  control = await openControl();
});
afterAll(() => control.stop());

describe.each(commandNames)('the command %s', (name) => {
  const [method, path] = routeOf(name);
  const { right, label, done, description, operationId } = commandTable[name];

  it('is described in the control API under its operationId and label', async () => {
    const { body } = await control.call('GET', '/api/openapi.json');
    expect(body.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId, summary: label, description });
    expect([label, done, description].filter((words) => words.trim() === '')).toEqual([]);
  });

  it('is refused below its right, and only there', async () => {
    const weaker = rights[rights.indexOf(right) + 1];
    expect(weaker).toBeDefined();
    const statuses: number[] = [];
    for (const tokenRight of [right, weaker]) {
      const { token } = (await control.call('POST', '/api/tokens', { name: 'a token', right: tokenRight })).body;
      // An invalid body, so that an accepted command changes nothing.
      statuses.push((await control.call(method, path.replace('{slug}', 'main'), { unknown: 1 }, token)).status);
      await control.call('DELETE', '/api/tokens', { name: 'a token' });
    }
    expect(statuses[1]).toBe(403);
    expect(statuses[0]).not.toBe(403);
    expect(statuses[0]).not.toBe(404);
  });

  it('has a row in the reference', () => {
    const rows = readFileSync('docs/commands.md', 'utf8').split('\n');
    expect(
      rows.filter((row) =>
        row.startsWith(`| \`${isFeedCommand(name) ? name : `${method} ${path}`}\` | \`${right}\` |`),
      ),
    ).toHaveLength(1);
  });

  it('has an OSC address if it is a feed command, except for commands that take lists', () => {
    const found = commandOf({ address: `/greenroom/main/${name}`, arguments: ['1'] });
    if (isFeedCommand(name) && !['guards', 'offScreen'].includes(name))
      expect(found).toMatchObject({ name, input: { feed: 'main' } });
    else expect(found).toBeNull();
  });
});

/** Feed for the feed commands. Each one changes something when they run in this order. */
const feed = 'main';
const cases: { readonly [Name in CommandName]: object | null } = {
  hold: { feed },
  take: { feed },
  clear: { feed },
  back: { feed },
  release: { feed },
  block: { feed, itemId: 'a' },
  confirm: { feed, itemId: 'a' },
  // It needs a consumer that shows an older list: see behindConsumers.test.ts.
  offScreen: null,
  unblock: { feed, itemId: 'a' },
  guards: { feed, words: ['nothing'] },
  allow: { feed, itemId: 'a' },
  rollback: { feed, revision: 1 },
  previous: { feed },
  next: { feed },
  cue: { feed, index: 0 },
  pin: { feed },
  unpin: { feed },
  rotate: { feed, seconds: 10 },
  used: { feed, itemId: 'a' },
  point: { feed, collectionId: 'col_2' },
  // There is nothing to acknowledge without a restart.
  seen: null,
  setMode: { mode: 'hybrid' },
  checkNow: {},
  startDetection: { secret: webhookSecret },
  lockDetection: {},
  // The lock has ended the detection.
  stopDetection: null,
  changeSettings: { patch: { media: { quotaMegabytes: 512 } } },
  changeSecrets: { webhookSecretNext: webhookSecret },
  undoSettings: {},
  useService: { baseUrl: 'https://collections.example', collectionId: 'col_1' },
  useDemo: {},
  importSettings: { file: { media: { quotaMegabytes: 700 } } },
  createToken: { name: 'panel', right: 'view' },
  revokeToken: { name: 'panel' },
  deleteUnusedMedia: {},
  // It needs a stored video: see posters.test.ts.
  setPoster: null,
  runPreflight: {},
  checkForUpdate: {},
  // Posts are on air, so it is refused: see updates.test.ts.
  installUpdate: null,
  rehearse: { recording: 'the running one', speed: 'step' },
  stepRehearsal: {},
  seekRehearsal: { at: '2026-11-20T18:00:00Z' },
  speedRehearsal: { speed: 10 },
  pauseRehearsal: {},
  endRehearsal: {},
};

/** Captures two deliveries, so that a format can be locked. */
async function captureDeliveries(): Promise<void> {
  for (const text of ['{"a":1}', '{"a":2}']) {
    const body = Buffer.from(text);
    const signature = `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;
    const timestamp = '2026-11-20T18:00:00Z';
    control.detector.captureHandler()?.({ body, signature, timestamp, event: null, id: null }, '127.0.0.1');
  }
  await expect.poll(() => control.detector.state()?.found, { timeout: 30_000 }).not.toBeNull();
}

describe('the log', () => {
  it('names the author of every change, on the Log screen and in the log file, and never a secret', async () => {
    await control.arrive(collection(1, [post('a'), post('b'), post('d')]));
    const { rows } = (await control.call('GET', '/api/recordings')).body;
    for (const [name, given] of Object.entries(cases)) {
      if (given === null) continue;
      if (name === 'take') await control.arrive(collection(2, [post('a'), post('c'), post('d')]));
      if (name === 'lockDetection') await captureDeliveries();
      const input = name === 'rehearse' ? { ...given, recording: rows[0].id } : given;
      const before = control.eventLog.entries(1000).length;
      // Each other command has an author of its own.
      const author = `Ines ${name === 'undoSettings' ? 'changeSecrets' : name}`;
      const result = await control.dispatch(name, input, { name: author, right: 'desk' });
      expect([name, result]).toEqual([name, expect.objectContaining({ ok: true })]);
      const all = control.eventLog.entries(1000);
      const added = all.slice(0, all.length - before);
      const authors = added.map(({ by, message }) => (message.includes(author) ? author : by));
      expect(authors, `${name}: ${added.map(({ message }) => message).join(' ')}`).toContain(author);
      expect(control.logged).toContainEqual(['info', 'COMMAND', { verb: name, by: author, outcome: 'done' }]);
    }
    expect(JSON.stringify([control.eventLog.entries(1000), control.logged])).not.toContain(webhookSecret);
  }, 60_000);

  it('has no entry for a command that is refused, or that has nothing to do', async () => {
    const before = control.eventLog.entries(1000).length;
    const ines = { name: 'Ines', right: 'desk' } as const;
    for (const [name, input] of [
      ['lockDetection', {}],
      ['stopDetection', {}],
      ['endRehearsal', {}],
      ['changeSettings', { patch: {} }],
      ['importSettings', { file: { media: { quotaMegabytes: 999 } }, preview: true }],
      ['revokeToken', { name: 'nobody' }],
      ['unblock', { feed, itemId: 'a' }],
      ['confirm', { feed, itemId: 'a' }],
      ['offScreen', { feed, consumers: ['c1'] }],
      // A button that blocks the current post sends these when there is none.
      ['block', { feed, itemId: '' }],
      ['block', { feed, itemId: ' ' }],
      ['block', { feed, itemId: 'undefined' }],
    ] as const) {
      await control.dispatch(name, input, ines);
      expect([name, control.eventLog.entries(1000).length]).toEqual([name, before]);
    }
  });
});

it('refuses Check now and logs no check while nothing is sent', async () => {
  control.setNotSent(failure('SOURCE_LIMITED', { wait: 'it set a pause of 30 s' }));
  const { status, body } = await control.call('POST', '/api/source/check', {});
  control.setNotSent(null);
  expect(status).toBe(503);
  expect(body.error).toMatchObject({
    code: 'SOURCE_LIMITED',
    message: expect.stringContaining('it set a pause of 30 s'),
  });
  const newest = (await control.call('GET', '/api/log')).body.entries[0];
  expect(newest?.message).not.toContain('checked the service');
});
