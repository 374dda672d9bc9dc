/** Problems with the webhook listener and its deliveries. */
import type { CatalogueEntries } from './entry.ts';

export const webhookProblems = {
  WEBHOOK_SECRET_MISSING: {
    severity: 'needsOperator',
    message:
      'No webhook secret is set, so no delivery can be verified. Each gets 503 and is sent again later. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
    nextStep: 'Enter the secret in Settings, Source, or set GREENROOM_WEBHOOK_SECRET.',
  },
  WEBHOOK_SIGNATURE_WRONG: {
    severity: 'warning',
    message:
      'A delivery has the wrong signature and was refused, so the secret here and at the service probably differ. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep:
      'Compare the webhook secret in Settings, Source, with the one at the service. If they are the same, find the signature format with Detect in Settings, Source (`POST /api/source/detect`).',
  },
  WEBHOOK_TIME_OFF: {
    severity: 'warning',
    message:
      'A correctly signed delivery {what} and was refused. The limit is {tolerance} s. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep:
      'Set the clocks of this machine and the sender. If both are right, an old delivery was replayed: no action needed.',
  },
  WEBHOOK_BROKEN: {
    severity: 'warning',
    message:
      'A delivery was too slow or was not valid HTTP, so it could not be read. It got a response after which the service sends it again. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
    nextStep: 'Check the network and every proxy between the service and this machine.',
  },
  WEBHOOK_DELIVERY_OLDER: {
    severity: 'warning',
    message:
      'A delivery of {collection} is dated {date}, before the list in use, and was not applied. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep:
      'Compare on air with the service, and block what must not be on air. Then check the service’s clock: its dates may have gone back.',
  },
  WEBHOOK_ORDER_UNKNOWN: {
    severity: 'warning',
    message:
      'Two versions of {collection} have the same date, {date}, and it is not known which is newer. Posts that only the later delivery has were not put on air. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
    nextStep: 'Compare on air with the service. Then save the collection at the service again.',
  },
  WEBHOOK_CLOCK_DOUBTED: {
    severity: 'needsOperator',
    message:
      'A delivery is dated {date}, over a day ahead of this machine’s clock. It was not applied and will be sent again. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
    nextStep: 'Set this machine’s clock. If it is right, contact the service’s support.',
  },
  WEBHOOK_UNREADABLE: {
    severity: 'warning',
    message:
      'A delivery with a valid signature can’t be read: {what}. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep: 'No action needed. If it continues, contact the service’s support.',
  },
  WEBHOOK_HOST_UNKNOWN: {
    severity: 'warning',
    message:
      'Deliveries are sent to {host}, which is not a known name of this machine. Each is refused (421) and not sent again. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep:
      'Add that name to Allowed hosts (`source.push.allowedHosts`) if it is this machine. Otherwise, correct the webhook’s address at the service.',
  },
  WEBHOOK_PATH_UNKNOWN: {
    severity: 'warning',
    message:
      'Deliveries arrive at a path that is not configured. Each is refused (404) and not sent again. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep: 'Enter the webhook’s address at the service exactly as the desk shows it.',
  },
  WEBHOOK_METHOD_WRONG: {
    severity: 'warning',
    message:
      'Deliveries arrive with another method than POST. Each is refused (405) and not sent again. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep: 'Have the service, or the tunnel or proxy in between, send deliveries with POST.',
  },
  WEBHOOK_TOO_LARGE: {
    severity: 'warning',
    message:
      'A delivery over 5 MiB was refused. With an API key, Greenroom checks the service instead. Without one, on air may be out of date.',
    nextStep: 'Remove posts from the collection at the service, or set Update mode (`source.mode`) to poll.',
  },
  WEBHOOK_FLOODED: {
    severity: 'warning',
    message:
      'More deliveries arrive than Greenroom accepts. The service’s deliveries are accepted first, or sent again later. With an API key, Greenroom checks the service. Without one, on air may be out of date.',
    nextStep: 'Check who is sending to the webhook’s address.',
  },
  WEBHOOK_HOST_ABSENT: {
    severity: 'warning',
    message:
      'This machine doesn’t have the address {host} now, so no delivery can arrive. With an API key, Greenroom polls instead. Without one, on air may be out of date.',
    nextStep:
      'Connect that network, or set another address in Listen on (`source.push.host`). The listener then opens automatically.',
  },
  WEBHOOK_PORT_TAKEN: {
    severity: 'needsOperator',
    message:
      'Port {port} is in use, so no delivery can arrive. With an API key, polling continues. Without one, on air may be out of date.',
    nextStep: 'Quit the program using this port, or choose another with --webhook-port.',
  },
  WEBHOOK_DETECT_ENDED: {
    severity: 'notice',
    message: 'Detect ended after 15 minutes without use. The signature format is unchanged. On air is not affected.',
    nextStep: 'Start Detect again in Settings, Source (`POST /api/source/detect`), if deliveries are refused.',
  },
  WEBHOOK_SILENT: {
    severity: 'warning',
    message:
      'The service changed, but no delivery arrived. Polling has taken over. Until then, on air may have been out of date.',
    nextStep: 'Check the webhook’s address at the service, then the firewall.',
  },
} as const satisfies CatalogueEntries;
