/** Schema of the configuration: the source of its types, its defaults and the published JSON Schema. */
import { z } from 'zod';
import { readTokenSchema } from '../../contract/secrets.ts';
import { describeIssue } from '../../core/describeIssue.ts';
import { isKnownLocale, isKnownTimeZone } from '../../core/feed/timeOfDay.ts';
import { languageChoices } from '../../core/language/languages.ts';
import { markMessage, say } from '../../core/language/say.ts';
import { isDocument } from './document.ts';
import { overlaySettingsSchema } from './overlaySettings.ts';
import { preflightSettingsSchema } from './preflightSettings.ts';
import { hostSchema, originSchema, portSchema, sourceSettingsSchema } from './sourceSettings.ts';
import {
  describeUnknownNames,
  formatSettingPath,
  type SettingsFault,
  type SettingsJsonSchema,
} from './unknownNames.ts';
import { updateSettingsSchema } from './updateSettings.ts';

const feedSettingsSchema = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, {
      error: () => say('must have 1 to 63 characters from a-z, 0-9 and -, and begin with a-z or 0-9'),
    })
    .meta({
      title: 'Name in the address',
      description:
        'Name of the feed in every address that graphics use: 1 to 63 characters from a-z, 0-9 and -. It is permanent.',
    }),
  collectionId: z.union([z.string().min(1), z.null()]).meta({
    title: 'Collection',
    description: 'Id of the collection that the feed uses, or null if none is chosen yet.',
  }),
});

export const settingsSchema = z
  .strictObject({
    version: z.literal(1).default(1).meta({
      title: 'File version',
      description: 'Version of this file format. Greenroom upgrades an older file and does not change a newer one.',
    }),
    language: z
      .enum(languageChoices)
      .default('system')
      .meta({
        title: markMessage('Language'),
        description: markMessage(
          'Language of every desk, of problems and of the log: English, German, Spanish or French. With system, that of the operating system.',
        ),
      }),
    source: sourceSettingsSchema.prefault({}).meta({
      title: 'Source',
      description: 'The Collections Service that Greenroom reads, and how its changes arrive.',
    }),
    feeds: z
      .array(feedSettingsSchema)
      .min(1)
      .refine((feeds) => new Set(feeds.map((feed) => feed.slug)).size === feeds.length, {
        error: () => say('must not repeat a slug'),
      })
      .default([{ slug: 'main', collectionId: null }])
      .meta({
        title: 'Feeds',
        description:
          'A feed is the address your graphics use. You wire it once; its collection can change with every show.',
      }),
    feedServer: z
      .strictObject({
        host: z.string().min(1).default('127.0.0.1').meta({
          title: 'Who can read the feed',
          description:
            'Network address that the feed server binds to. 127.0.0.1 serves this machine only. Any other address opens the feed to a network.',
        }),
        port: portSchema.default(7411).meta({
          title: 'Port',
          description:
            'TCP port of the feed server. Changing it breaks every address in use. 0 selects any free port at each start.',
        }),
        readToken: readTokenSchema.nullable().default(null).meta({
          title: 'Read token',
          description:
            'Token that every reader must send, in a header or as ?token=. With null, no token is required. Exports and backups leave it out.',
        }),
        allowedOrigins: z.array(originSchema).default([]).meta({
          title: 'Allowed web pages',
          description:
            'Origins of the web pages that may read the feed, such as https://graphics.example. If empty, only the feed’s own pages may.',
        }),
        interfaces: z.array(z.string().min(1)).default([]).meta({
          title: 'Network interfaces',
          description:
            'Names of network interfaces on which other machines can also read the feed, such as eth0 or Ethernet 2. Greenroom waits for each, and follows its address when it changes.',
        }),
        allowWithoutToken: z.boolean().default(false).meta({
          title: 'Open without a token',
          description:
            'Lets every machine on the network read the feed without a read token. Otherwise Greenroom refuses to open the feed to a network without one.',
        }),
        announce: z.boolean().default(false).meta({
          title: 'Announce on the network',
          description:
            'Announces the feed by multicast DNS (Bonjour) on the networks that can read it, so that other machines find it by name. The read token is never announced.',
        }),
        timeZone: z
          .string()
          .refine(isKnownTimeZone, { error: () => say('must be a time zone such as Europe/London') })
          .nullable()
          .default(null)
          .meta({
            title: 'Time zone of times',
            description:
              'Time zone of publishedTime in vmix.json, XML, CSV and text, such as Europe/London. Empty for the zone of this machine.',
          }),
        timeLocale: z
          .string()
          .refine(isKnownLocale, { error: () => say('must be a language such as en-GB') })
          .nullable()
          .default(null)
          .meta({
            title: 'Language of times',
            description:
              'Language whose format publishedTime has: en-US gives 5:55 PM, de gives 17:55. Empty for 24 hours with two digits.',
          }),
        allowedHosts: z.array(hostSchema).default([]).meta({
          title: 'Allowed host names',
          description:
            'Extra host names that readers may use for this machine, such as graphics.example. Its addresses and its own name are always accepted. Ports are ignored.',
        }),
      })
      .prefault({})
      .meta({ title: 'Feed server', description: 'The read-only server that graphics software reads.' }),
    desk: z
      .strictObject({
        openInApp: z.boolean().default(false).meta({
          title: 'Open in the desktop app',
          description:
            'Opens the port also in the desktop app, for a Stream Deck, another program or a desk in a browser. In headless mode it is always open.',
        }),
        host: z.string().min(1).default('127.0.0.1').meta({
          title: 'Open to',
          description:
            'Network address of the browser desk and the control API. 127.0.0.1 serves this machine only. In headless mode, a change takes effect at the next start.',
        }),
        port: portSchema.default(7413).meta({
          title: 'Port',
          description:
            'TCP port of the browser desk and the control API. In headless mode, a change takes effect at the next start. 0 selects any free port.',
        }),
      })
      .prefault({})
      .meta({
        title: 'Browser desk and remote control',
        description: 'The port for desks in a browser and for the control API. Every request needs a token.',
      }),
    osc: z
      .strictObject({
        enabled: z.boolean().default(false).meta({
          title: 'OSC, UDP on this machine',
          description: 'Accepts the control commands over OSC from this machine. Leave it off unless a panel needs it.',
        }),
        port: portSchema.default(7414).meta({
          title: 'OSC port',
          description: 'UDP port for OSC. 0 selects any free port at each start.',
        }),
      })
      .prefault({})
      .meta({ title: 'OSC', description: 'Control over OSC, from this machine only.' }),
    media: z
      .strictObject({
        quotaMegabytes: z.number().min(16).max(1_000_000).default(2048).meta({
          title: 'Limit',
          description:
            'Disk space for stored pictures and videos, in megabytes (1,048,576 bytes). Media on air is never deleted.',
        }),
        allowHttp: z.boolean().default(false).meta({
          title: 'Plain http',
          description: 'Also fetches media over plain http. Such pictures could be altered in transit.',
        }),
        allowPrivateHosts: z.array(z.string().min(1)).default([]).meta({
          title: 'Hosts on your network',
          description:
            'Hosts with private addresses that media may be fetched from, on any port. Other private addresses are refused.',
        }),
      })
      .prefault({})
      .meta({ title: 'Media', description: 'Pictures and videos stored on this machine.' }),
    history: z
      .strictObject({
        maxRevisions: z.int().min(1).max(1_000_000).default(5000).meta({
          title: 'Revisions kept',
          description: 'Maximum number of revisions kept for each feed. Lowering it deletes the oldest permanently.',
        }),
        maxMegabytes: z.number().min(1).max(1_000_000).default(200).meta({
          title: 'Disk space for history',
          description:
            'Disk space for the history of each feed, in megabytes (1,000,000 bytes). Lowering it deletes the oldest revisions permanently.',
        }),
      })
      .prefault({})
      .meta({
        title: 'History',
        description:
          'Earlier on-air lists of each feed. Beyond either limit, the oldest are deleted. The list on air is always kept.',
      }),
    app: z
      .strictObject({
        startAtLogin: z.boolean().default(false).meta({
          title: 'Start at login',
          description: 'Starts Greenroom when you log in to this machine.',
        }),
        startMinimised: z.boolean().default(false).meta({
          title: 'Start minimised',
          description:
            'Starts without opening the window: with the tray icon only, or minimised where there is no tray.',
        }),
        keepRunning: z.boolean().default(true).meta({
          title: 'Keep running when the window is closed',
          description:
            'Closing the window leaves the feed running, with the tray icon. Otherwise, and where there is no tray, closing the window quits Greenroom.',
        }),
      })
      .prefault({})
      .meta({ title: 'Desktop app', description: 'How the desktop app starts and closes. Not used in headless mode.' }),
    preflight: preflightSettingsSchema.prefault({}).meta({
      title: 'Preflight before a show',
      description: 'Runs the preflight by itself before each start of a show, and says on every desk what it found.',
    }),
    updates: updateSettingsSchema.prefault({}).meta({
      title: 'Updates',
      description: 'Where the desktop app finds newer versions. Headless never updates itself.',
    }),
    overlay: overlaySettingsSchema.prefault({}).meta({
      title: 'Appearance of the overlays',
      description: 'The appearance of card, ticker and wall. The address of an overlay can override it.',
    }),
    outputs: z.array(z.never()).default([]).meta({
      title: 'Outputs',
      description: 'Reserved. Must be empty in this version.',
    }),
  })
  .superRefine(({ source, feedServer, desk }, context) => {
    // Two listeners on one port would make the next start fail.
    const webhookPort = source.mode === 'poll' ? 0 : source.push.port;
    const isTaken = (port: number, others: readonly number[]): boolean => port !== 0 && others.includes(port);
    const refuse = (path: readonly string[], message: string): void =>
      void context.addIssue({ code: 'custom', path: [...path], message });
    if (isTaken(desk.port, [feedServer.port, webhookPort]))
      refuse(['desk', 'port'], say('must differ from the feed port and the webhook port'));
    if (isTaken(webhookPort, [feedServer.port]))
      refuse(['source', 'push', 'port'], say('must differ from the feed port'));
  })
  .meta({
    title: 'Greenroom configuration',
    description: 'The settings of Greenroom. The API key, webhook secrets and desk token are stored elsewhere.',
  });

export type Settings = z.infer<typeof settingsSchema>;
export type SourceSettings = Settings['source'];
export type FeedServerSettings = Settings['feedServer'];
export type MediaSettings = Settings['media'];

/** Returns the settings with defaults filled in, or every fault of the input. */
export function readSettings(
  input: unknown,
):
  | { readonly settings: Settings; readonly faults: null }
  | { readonly settings: null; readonly faults: readonly SettingsFault[] } {
  const result = settingsSchema.safeParse(withoutSchemaAddress(input), { reportInput: true });
  if (result.success) return { settings: result.data, faults: null };
  return {
    settings: null,
    faults: result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? describeUnknownNames(issue, settingsJsonSchema())
        : [{ path: formatSettingPath(issue.path), message: describeIssue(issue) }],
    ),
  };
}

/** An editor adds `$schema` to check the file. */
function withoutSchemaAddress(input: unknown): unknown {
  if (!isDocument(input) || typeof input['$schema'] !== 'string') return input;
  const { $schema: _, ...rest } = input;
  return rest;
}

/** Returns the JSON Schema that is published as resources/config.schema.json. */
export function settingsJsonSchema(): SettingsJsonSchema {
  return {
    ...z.toJSONSchema(settingsSchema, { io: 'input' }),
    patternProperties: { '^\\$schema$': { type: 'string' } },
  };
}
