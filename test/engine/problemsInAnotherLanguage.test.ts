/** Tests that a problem is said whole in another language as soon as it is chosen, with the cause that was found before. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTranslations } from '../../src/core/language/loadTranslations.ts';
import { setLanguage, type Translations } from '../../src/core/language/say.ts';
import { describeAgain, describeProblem, type Facts, type ProblemCode } from '../../src/core/problem.ts';
import { readCollection } from '../../src/core/readCollection.ts';
import { describeReadProblems } from '../../src/core/readProblem.ts';
import { failureFromError, type Target } from '../../src/engine/http/connectionFailure.ts';
import { failureFromStatus } from '../../src/engine/http/failure.ts';
import { readJson, UnreadableJson } from '../../src/engine/http/longJson.ts';
import { checkAddress } from '../../src/engine/media/addressGuard.ts';
import { inspect } from '../../src/engine/media/inspect.ts';
import { describePause } from '../../src/engine/poll/pause.ts';
import { readDelivery } from '../../src/engine/webhook/readDelivery.ts';

let german: Translations;
beforeAll(async () => {
  german = await loadTranslations('de');
});
afterEach(() => setLanguage('en', {}));

type Cause = { readonly code: ProblemCode; readonly facts: Facts };

const direct: Target = { host: 'collections.example:443', isTls: true, proxy: null };
const proxied: Target = { ...direct, proxy: 'proxy.example:3128' };
const failed = (code: string, target = direct, hasResponse = false): Cause =>
  failureFromError(Object.assign(new Error(code), { code }), target, hasResponse);

const connectionCodes = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ECONNRESET', 'EMFILE', 'a message'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'HPE_INVALID', 'Z_DATA_ERROR', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_HEADERS_OVERFLOW', 'ERR_STREAM_PREMATURE_CLOSE'],
];

async function findUnreadable(text: string): Promise<Cause> {
  try {
    await readJson(Buffer.from(text), () => [][Symbol.iterator]() as never, null, new Map());
  } catch (error) {
    if (error instanceof UnreadableJson) return { code: 'SOURCE_MALFORMED', facts: { what: error.reason } };
  }
  throw new Error('it should not be readable');
}

async function findUnusable(text: string): Promise<Cause> {
  const deps = { findCurrent: () => null, currentVersions: [], prepare: () => [][Symbol.iterator]() as never };
  const delivery = await readDelivery(Buffer.from(text), { ...deps, serviceNowMs: 0 });
  if (delivery.kind !== 'unreadable') throw new Error('it should not be readable');
  return { code: 'WEBHOOK_UNREADABLE', facts: { what: delivery.reason } };
}

function findFaults(posts: readonly unknown[]): Cause {
  const collection = { id: 'col_1', lastModifiedDate: '2026-11-20T18:00:00Z', liveContents: posts };
  const problems = readCollection(collection, 'col_1', null).problems.filter(
    ({ code }) => code === 'SOURCE_ITEM_UNREADABLE',
  );
  return { code: 'SOURCE_ITEM_UNREADABLE', facts: describeReadProblems(problems, true) };
}

function refuseAddress(address: string): Cause {
  const target = checkAddress(address, { allowHttp: false, allowPrivateHosts: [], serviceUrl: null });
  if (!('refused' in target)) throw new Error('it should be refused');
  return { code: 'MEDIA_REFUSED', facts: { what: target.refused, host: 'media.example' } };
}

async function refuseFile(bytes: Buffer): Promise<Cause> {
  const inspection = await inspect('', 'png', bytes.length, bytes);
  if (!('refused' in inspection)) throw new Error('it should be refused');
  return { code: 'MEDIA_REFUSED', facts: { what: inspection.refused, host: 'media.example' } };
}

const causes: readonly (readonly [string, () => Cause | Promise<Cause>])[] = [
  ...connectionCodes.map((code) => [`the connection failed with ${code}`, () => failed(code)] as const),
  ...connectionCodes.slice(0, 7).map((code) => [`the proxy failed with ${code}`, () => failed(code, proxied)] as const),
  ['the response was cut off', () => failed('ECONNRESET', direct, true)],
  ...[401, 403, 429, 500].map(
    (status) => [`the status is ${status}`, () => failureFromStatus(status, null, null)] as const,
  ),
  ['no checks are allowed for a while', () => describePause(5000)],
  ['the response is empty', () => findUnreadable('')],
  ['the response is no JSON', () => findUnreadable('{')],
  ['the response is nested too deep', () => findUnreadable('['.repeat(100))],
  ['a delivery names no collection', () => findUnusable('{}')],
  ['a delivery has no list', () => findUnusable('{"collectionId":"col_1","data":{"id":"col_1"}}')],
  ['posts of a response have faults', () => findFaults([{ id: 'a', message: 7 }, { id: '' }, 7, { message: '' }])],
  ['an address of a picture is refused', () => refuseAddress('http://media.example:81/a.png')],
  ['a picture is refused', () => refuseFile(Buffer.from('no picture'))],
];

it.each(causes)('is said whole in the language that was chosen since: %s', async (_, find) => {
  const describe = async () => {
    const { code, facts } = await find();
    return describeProblem(code, 'source', '2026-11-20T18:00:00Z', facts);
  };
  const inEnglish = await describe();
  setLanguage('de', german);
  const inGerman = await describe();
  expect(inGerman.message).not.toBe(inEnglish.message);
  expect(describeAgain(inEnglish)).toEqual(inGerman);
});
