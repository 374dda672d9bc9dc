/** The configuration file: one schema, from which the types, the defaults and the published JSON Schema come. */
import { z } from 'zod';
import { faultWords } from '../../core/faultWords.ts';
import { signingFault } from '../source/signing.ts';

const port = z.int().min(0).max(65535);

/** An address is shown and exported; a key in it would be, too. */
function isBareAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

/** A name or an address as a Host header has it, IPv6 with or without brackets. Anything else would never match. */
const hostSchema = z
  .string()
  .regex(
    /^(\[[\da-fA-F:.]+\](:\d{1,5})?|[\da-fA-F]*:[\da-fA-F:.]*:[\da-fA-F.]*|\w([\w.-]*\w)?\.?(:\d{1,5})?)$/,
    'must be a name or an address such as hooks.example: no https://, no path and no *',
  );

const pushSettings = z.strictObject({
  host: z.string().min(1).default('0.0.0.0'),
  port: port.default(7412),
  path: z
    .string()
    .regex(/^\/[\w\-./~]*$/, 'must begin with / and hold only letters, digits and - . _ ~ /')
    .default('/webhooks/collections'),
  /** Names under which deliveries may come, besides this machine's addresses. A port is not compared. */
  allowedHosts: z.array(hostSchema).default([]),
  signing: z
    .string()
    .superRefine((signing, context) => {
      const fault = signingFault(signing);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    })
    // As much of it as the published schema can say.
    .meta({ pattern: '^(timestamp\\.)?body(\\||$)|\\{body[:}]' })
    .default('body'),
  toleranceSeconds: z.number().min(1).max(86_400).default(300),
  reconcileSeconds: z.number().min(5).max(3600).default(60),
});

const sourceSettings = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, 'must be an address without name, password, ? and #: the key has a place of its own')
    .or(z.literal(''))
    .default(''),
  mode: z.enum(['poll', 'push', 'hybrid']).default('poll'),
  poll: z
    .strictObject({
      intervalSeconds: z.number().min(1).max(3600).default(5),
      fullEverySeconds: z.number().min(5).max(3600).default(60),
    })
    .prefault({}),
  push: pushSettings.prefault({}),
  /** Hosts to which the key may go over plain http, besides this machine. */
  allowHttpHosts: z.array(hostSchema).default([]),
  /** Sends the key as Authorization too, so that shared caches keep organisations apart. */
  sendAuthorization: z.boolean().default(false),
});

const feedSettings = z.strictObject({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be small letters, digits and -'),
  collectionId: z.string().min(1).nullable(),
});

export const settingsSchema = z
  .strictObject({
    version: z.literal(1).default(1),
    source: sourceSettings.prefault({}),
    feeds: z
      .array(feedSettings)
      .min(1)
      .refine((feeds) => new Set(feeds.map((feed) => feed.slug)).size === feeds.length, 'must not name a slug twice')
      .default([{ slug: 'main', collectionId: null }]),
    feedServer: z
      .strictObject({
        host: z.string().min(1).default('127.0.0.1'),
        port: port.default(7411),
        readToken: z
          .string()
          .regex(/^[\x21-\x7e]{1,512}$/, 'must be up to 512 letters, digits and signs without spaces')
          .nullable()
          .default(null),
        allowedOrigins: z
          .array(z.string().regex(/^[\x21-\x7e]+$/, 'must be an origin such as https://graphics.example'))
          .default([]),
      })
      .prefault({}),
    desk: z.strictObject({ host: z.string().min(1).default('127.0.0.1'), port: port.default(7413) }).prefault({}),
    /** Control by OSC over UDP, from this machine alone; off unless switched on. */
    osc: z.strictObject({ enabled: z.boolean().default(false), port: port.default(7414) }).prefault({}),
    media: z
      .strictObject({
        quotaMegabytes: z.number().min(16).max(1_000_000).default(2048),
        allowHttp: z.boolean().default(false),
        allowPrivateHosts: z.array(z.string().min(1)).default([]),
      })
      .prefault({}),
    /** What is kept of each feed's on-air lists: the oldest go beyond either, never the present one. */
    history: z
      .strictObject({
        maxRevisions: z.int().min(1).max(1_000_000).default(5000),
        maxMegabytes: z.number().min(1).max(1_000_000).default(200),
      })
      .prefault({}),
    /** Graphics machines that Greenroom drives. None can be set yet. */
    outputs: z.array(z.never()).default([]),
  })
  .superRefine(({ source, feedServer, desk }, context) => {
    // One of the two could not listen, and the next start would end with it.
    const webhookPort = source.mode === 'poll' ? 0 : source.push.port;
    const isTaken = (port: number, others: readonly number[]): boolean => port !== 0 && others.includes(port);
    const refuse = (path: readonly string[], message: string): void =>
      void context.addIssue({ code: 'custom', path: [...path], message });
    if (isTaken(desk.port, [feedServer.port, webhookPort]))
      refuse(['desk', 'port'], 'must not be a port of the feed or of the webhook');
    if (isTaken(webhookPort, [feedServer.port])) refuse(['source', 'push', 'port'], 'must not be the feed’s port');
  });

export type Settings = z.infer<typeof settingsSchema>;
export type SourceSettings = Settings['source'];
export type FeedServerSettings = Settings['feedServer'];
export type MediaSettings = Settings['media'];

/** A fault of a configuration: where (JSON path, `$` the whole), what is wrong and what would be right. */
export type SettingsFault = { readonly path: string; readonly message: string };

/** Reads settings from unknown JSON, defaults filled in; or every fault of it. */
export function readSettings(
  input: unknown,
):
  | { readonly settings: Settings; readonly faults: null }
  | { readonly settings: null; readonly faults: readonly SettingsFault[] } {
  const result = settingsSchema.safeParse(input, { reportInput: true });
  if (result.success) return { settings: result.data, faults: null };
  return {
    settings: null,
    faults: result.error.issues.map((issue) => ({
      path: issue.path.reduce<string>(
        (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`),
        '$',
      ),
      message: faultWords(issue),
    })),
  };
}

/** The JSON Schema published as resources/config.schema.json. */
export function settingsJsonSchema(): unknown {
  return z.toJSONSchema(settingsSchema, { io: 'input' });
}
