/** Schema of the `source` settings: the service, polling and the webhook listener. */
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { findSigningFault } from '../signing/signingSetting.ts';
import { filePathSchema } from './pathSetting.ts';

export const portSchema = z.int().min(0).max(65535);

/** Addresses are shown and exported, so they must not contain a password or a key. */
function isBareAddress(address: string): boolean {
  // `z.url` reports an address that can't be parsed.
  if (!URL.canParse(address)) return true;
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

/** A Host header: a name or an address, IPv6 with or without brackets, and an optional port. */
export const hostSchema: z.ZodString = z
  .string()
  .regex(/^(\[[\da-fA-F:.]+\](:\d{1,5})?|[\da-fA-F]*:[\da-fA-F:.]*:[\da-fA-F.]*|\w([\w.-]*\w)?\.?(:\d{1,5})?)$/, {
    error: () => say('must be a host name or IP address, such as hooks.example, without https://, a path or *'),
  });

export const originSchema: z.ZodString = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: () => say('must be an origin such as https://graphics.example') });

const pushSettingsSchema = z.strictObject({
  host: z.string().min(1).default('0.0.0.0').meta({
    title: 'Listen on',
    description:
      'Network address that the webhook listener binds to. 0.0.0.0 accepts deliveries on every network of this machine.',
  }),
  port: portSchema.default(7412).meta({
    title: 'Port',
    description:
      'TCP port of the webhook listener. The service must be able to reach it. 0 selects any free port at each start.',
  }),
  path: z
    .string()
    .regex(/^\/[\w\-./~]*$/, { error: () => say('must begin with / and contain only A-Z, a-z, 0-9 and - . _ ~ /') })
    .default('/webhooks/collections')
    .meta({
      title: 'Path',
      description:
        'URL path that accepts deliveries. Any other path returns 404. Include a part that is hard to guess.',
    }),
  allowedHosts: z.array(hostSchema).default([]).meta({
    title: 'Allowed hosts',
    description:
      'Extra host names that deliveries may be addressed to, such as the public name of a proxy. The addresses of this machine are always accepted. Ports are ignored.',
  }),
  signing: z
    .string()
    .superRefine((signing, context) => {
      const fault = findSigningFault(signing);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    })
    // JSON Schema cannot express the whole grammar of a template.
    .meta({ pattern: '^(timestamp\\.)?body(\\||$)|\\{body[:}]' })
    .default('body')
    .meta({
      title: 'Signature format',
      description:
        'Format of the signature on each delivery: body, timestamp.body, or a template such as {timestamp}.{body}. With the wrong format every delivery is refused. Detect finds the right one.',
    }),
  toleranceSeconds: z.number().min(1).max(86_400).default(300).meta({
    title: 'Time tolerance',
    description:
      'Largest accepted difference, in seconds, between the signed time of a delivery and the clock of the service. It applies only if the signature format includes the time.',
  }),
  reconcileSeconds: z.number().min(5).max(3600).default(60).meta({
    title: 'Verify every',
    description:
      'Seconds between the requests that verify the list in push mode, in case a delivery was lost. They need an API key.',
  }),
});

export const sourceSettingsSchema = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, {
      error: () => say('must be an address without a user name, password, ? or #; set the API key separately'),
    })
    .or(z.literal(''))
    .default('')
    .meta({
      title: 'Address',
      description:
        'Base address of the Collections Service. Empty until a service is chosen. The API key is stored separately.',
    }),
  mode: z.enum(['poll', 'push', 'hybrid']).default('poll').meta({
    title: 'Update mode',
    description:
      'How changes arrive: poll requests the lists at an interval, push receives webhooks, and hybrid does both. Changing it never blanks a feed.',
  }),
  poll: z
    .strictObject({
      intervalSeconds: z.number().min(1).max(3600).default(5).meta({
        title: 'Poll every',
        description:
          'Seconds between polls of the service. A change can take this long to arrive. Use 5 to 10 for live broadcast, 30 to 60 for digital signage and 300 to 900 for periodic sync.',
      }),
      fullEverySeconds: z.number().min(5).max(3600).default(60).meta({
        title: 'Full check every',
        description:
          'Seconds between full requests for each list, even if it is unchanged. A full check catches a faulty cache.',
      }),
    })
    .prefault({})
    .meta({ title: 'Poll', description: 'How often Greenroom polls the service in poll and hybrid mode.' }),
  push: pushSettingsSchema.prefault({}).meta({
    title: 'Webhook',
    description: 'The webhook listener of push and hybrid mode. In poll mode its port is closed.',
  }),
  allowHttpHosts: z.array(hostSchema).default([]).meta({
    title: 'Services on plain http',
    description:
      'Hosts that may receive the API key over plain http, where others on the network can read it. This machine is always allowed.',
  }),
  certificateAuthority: filePathSchema.default('').meta({
    title: 'Private certificate authority',
    description:
      'Full path of a file on this machine with the certificates (PEM) of your own authority, if it signed the service’s certificate. Empty for a public authority. It applies to the service, not to media.',
  }),
  proxy: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, {
      error: () => say('must be an address without a user name, password, ? or #; set those in HTTPS_PROXY'),
    })
    .or(z.literal('none'))
    .or(z.literal(''))
    .default('')
    .meta({
      title: 'Proxy',
      description:
        'Address of the HTTP proxy for requests to the service. Empty uses HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment; none uses no proxy. This machine is always reached directly. It does not apply to media.',
    }),
  sendAuthorization: z.boolean().default(false).meta({
    title: 'Send the key as Authorization',
    description:
      'Also sends the API key in the Authorization header. Switch it on if a cache ignores the API key. Such a cache could return another organisation’s lists.',
  }),
});
