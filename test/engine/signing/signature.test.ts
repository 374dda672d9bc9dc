import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { findSigningSecret, formatSigning, parseSigning, signsTime } from '../../../src/engine/signing/signature.ts';
import { type DeliveryParts, readSentAtMs, type SignedDelivery } from '../../../src/engine/signing/templateFields.ts';
import { fc } from '../../properties.ts';
import { sign } from './sign.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A short run by default; set FORGERIES for a long one. */
const forgeries = Number(process.env['FORGERIES'] ?? 10_000);

function signed(body: string, overrides: Partial<SignedDelivery> = {}): SignedDelivery {
  return { body: Buffer.from(body), timestamp: null, event: null, id: null, signature: null, ...overrides };
}

const standard = '{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,';
/** Six formats in use: the default, with timestamp, Standard Webhooks, Slack's, Shopify's, and one with the event. */
const schemes: readonly (readonly [string, string])[] = [
  ['body', 'sha256= hex over the body'],
  ['timestamp.body', 'sha256= hex over time and body'],
  [standard, 'Standard Webhooks'],
  ['v0:{timestamp}:{body}|prefix=v0=', 'v0= hex over time and body'],
  ['{body}|digest=base64|prefix=', 'bare base64 over the body'],
  ['{event}.{timestamp}.{body}', 'event, time and body'],
];

describe('signatures', () => {
  it('match for GitHub: raw body, secret as text', () => {
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const delivery = signed('Hello, World!', { signature });
    expect(findSigningSecret(parseSigning('body'), ["It's a Secret to Everybody"], delivery)).toBe(0);
    expect(findSigningSecret(parseSigning('body'), ["It's a secret to Everybody"], delivery)).toBeNull();
  });

  it('match for Slack: v0, timestamp and body', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
    const scheme = parseSigning('v0:{timestamp}:{body}|prefix=v0=');
    const delivery = signed(body, { timestamp: '1531420618', signature });
    expect(findSigningSecret(scheme, ['8f742231b10e8888abcd99yyyzzz85a5'], delivery)).toBe(0);
  });

  it('match for Standard Webhooks: id, timestamp and body, base64 key', () => {
    const delivery = signed('{"test": 2432232314}', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    expect(findSigningSecret(parseSigning(standard), ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], delivery)).toBe(0);
  });

  it('agree with the Standard Webhooks library in both directions', () => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const library = new Webhook(secret);
    const body = '{"event":"COLLECTION_UPDATED"}';
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const parts: DeliveryParts = { ...signed(body), id: 'msg_1', timestamp: String(at.getTime() / 1000) };
    expect(sign(parseSigning(standard), secret, parts)).toBe(library.sign('msg_1', at, body));
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': parts.timestamp ?? '',
      'webhook-signature': library.sign('msg_1', at, body),
    };
    expect(() => library.verify(body, headers)).not.toThrow();
    expect(
      findSigningSecret(parseSigning(standard), [secret], { ...parts, signature: library.sign('msg_1', at, body) }),
    ).toBe(0);
  });
});

describe.each(schemes)('the scheme %s (%s) in the Standard Webhooks test cases', (signing) => {
  const scheme = parseSigning(signing);
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const timestamp = '2026-11-20T18:00:00Z';
  const parts: DeliveryParts = {
    ...signed('{"test": 2432232314}'),
    id: 'msg_1',
    timestamp,
    event: 'COLLECTION_UPDATED',
  };
  const good = sign(scheme, secret, parts) ?? '';
  const verify = (overrides: Partial<SignedDelivery>, secrets: readonly string[] = [secret]) =>
    findSigningSecret(scheme, secrets, { ...parts, signature: good, ...overrides });
  const signs = (field: string) => scheme.parts.some((part) => typeof part !== 'string' && part.field === field);

  it('accepts a valid signature', () => expect(verify({})).toBe(0));
  it('refuses an empty key', () => expect(verify({}, [''])).toBeNull());
  it('refuses a missing id if it is signed', () => expect(verify({ id: null })).toBe(signs('id') ? null : 0));
  it('refuses a missing timestamp if it is signed', () =>
    expect(verify({ timestamp: null })).toBe(signs('timestamp') ? null : 0));
  it('refuses a changed timestamp if it is signed', () =>
    expect(verify({ timestamp: 'hello' })).toBe(signs('timestamp') ? null : 0));
  it('refuses a missing signature', () => expect(verify({ signature: null })).toBeNull());
  it('refuses an empty signature', () => expect(verify({ signature: '' })).toBeNull());
  it('refuses the prefix alone', () => expect(verify({ signature: scheme.prefix })).toBeNull());
  it('refuses part of the signature', () => expect(verify({ signature: good.slice(0, -8) })).toBeNull());
  it('refuses a wrong signature', () => expect(verify({ signature: sign(scheme, 'whsec_AAAA', parts) })).toBeNull());
  it('refuses another body', () => expect(verify({ body: Buffer.from('{"test": 2432232315}') })).toBeNull());
  it('accepts an empty body that is signed', () => {
    const empty = { ...parts, body: Buffer.alloc(0) };
    expect(findSigningSecret(scheme, [secret], { ...empty, signature: sign(scheme, secret, empty) })).toBe(0);
  });
  it('accepts the secret with and without its prefix only if the key form allows it', () => {
    const bare = secret.slice('whsec_'.length);
    expect(verify({}, [bare])).toBe(scheme.key === 'base64' ? 0 : null);
  });
  it('accepts one of several signatures only if the header is a list', () => {
    const noise = `v2,${randomBytes(32).toString('base64')} ${good} v1,AAAA`;
    expect(verify({ signature: noise })).toBe(scheme.prefix.endsWith(',') ? 0 : null);
  });
  it('returns which of two secrets matched', () => expect(verify({}, ['whsec_AAAA', secret])).toBe(1));
  it('stays the same when formatted and parsed as a setting', () =>
    expect(parseSigning(formatSigning(scheme))).toEqual(scheme));
});

describe.each(schemes)('the scheme %s (%s) against forgeries', (signing) => {
  const scheme = parseSigning(signing);
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_b3RoZXIgc2VjcmV0'];
  const [secret = ''] = secrets;
  const forgeriesPerScheme = Math.ceil(forgeries / schemes.length);
  const body = '{"event":"COLLECTION_UPDATED","collectionId":"col_1"}';
  const parts: DeliveryParts = {
    ...signed(body),
    id: 'msg_1',
    timestamp: '2026-11-20T18:00:00Z',
    event: 'COLLECTION_UPDATED',
  };
  const good = sign(scheme, secret, parts) ?? '';
  const verify = (overrides: Partial<SignedDelivery>) =>
    findSigningSecret(scheme, secrets, { ...parts, signature: good, ...overrides });

  it(
    `accepts none of ${forgeriesPerScheme} random signatures`,
    () => {
      let accepted = 0;
      for (let count = 0; count < forgeriesPerScheme; count += 1) {
        const signature = scheme.prefix + randomBytes(32).toString(scheme.digest);
        if (verify({ signature }) !== null) accepted += 1;
      }
      expect(accepted).toBe(0);
      expect(verify({})).toBe(0);
    },
    60_000 + forgeriesPerScheme,
  );

  it('never throws, and accepts nothing with a changed body, signed part or signature', () => {
    const digest = Buffer.from(good.slice(scheme.prefix.length), scheme.digest);
    const isSigned = (field: string) => scheme.parts.some((part) => typeof part !== 'string' && part.field === field);
    const fields = (['id', 'timestamp', 'event'] as const).filter(isSigned);
    fc.assert(
      fc.property(
        fc.nat(body.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(31),
        fc.string(),
        (at, change, index, text) => {
          const bytes = Buffer.from(body);
          bytes[at] = (bytes[at] ?? 0) ^ change;
          expect(verify({ body: bytes })).toBeNull();
          const altered = Buffer.from(digest);
          altered[index] = (altered[index] ?? 0) ^ change;
          expect(verify({ signature: scheme.prefix + altered.toString(scheme.digest) })).toBeNull();
          for (const name of fields) expect(verify({ [name]: `${parts[name]}${text}x` })).toBeNull();
          expect(verify({ signature: text, timestamp: text, event: text, id: text })).toBeNull();
          expect(verify({ signature: scheme.prefix + text })).toBeNull();
          expect(findSigningSecret(parseSigning(text), [secret], { ...parts, signature: text })).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the timestamp', () => {
  it('is recognised as signed or not', () => {
    expect(schemes.map(([signing]) => signsTime(parseSigning(signing)))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it.each([
    ['2026-11-20T18:00:00Z', 1_795_197_600_000],
    ['2026-11-20T18:00:00.250Z', 1_795_197_600_250],
    ['2026-11-20T19:00:00+01:00', 1_795_197_600_000],
    ['1795197600', 1_795_197_600_000],
    ['1795197600250', 1_795_197_600_250],
    ['hello', null],
    ['', null],
  ])('reads %s', (text, expectedMs) => expect(readSentAtMs(text)).toBe(expectedMs));
});
