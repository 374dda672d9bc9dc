/** Problems with the service and the connection to it. */
import type { CatalogueEntries } from './entry.ts';

export const sourceProblems = {
  SECRETS_UNREADABLE: {
    severity: 'needsOperator',
    message:
      'The API key and the webhook secret can’t be read ({what}). Greenroom can neither poll the service nor accept deliveries.',
    air: 'lastGoodList',
    nextStep:
      'Check `secrets.json` in the data directory and its permissions, or the keychain of the desktop app. Or set the secrets again.',
  },
  SOURCE_KEY_MISSING: {
    severity: 'needsOperator',
    message: 'No API key is set, so Greenroom can’t poll the service.',
    air: 'lastGoodList',
    nextStep: 'Enter the key in Settings, Source, or set GREENROOM_API_KEY. Push mode works without a key.',
  },
  SOURCE_KEY_OTHER_SERVICE: {
    severity: 'needsOperator',
    message: 'The API key belongs to {service}, so it is not sent to another service.',
    air: 'lastGoodList',
    nextStep: '{enter}. Or choose Use saved key in Settings, Source.',
  },
  SOURCE_KEY_REFUSED: {
    severity: 'needsOperator',
    message: 'The service refused the API key ({status}).',
    air: 'lastGoodList',
    nextStep: 'Set the whole key again, without spaces. If it is refused again, get a new one.',
  },
  SOURCE_KEY_UNSENDABLE: {
    severity: 'needsOperator',
    message:
      'The API key contains characters that can’t be sent, such as a space, a line break or an accented character.',
    air: 'lastGoodList',
    nextStep: 'Copy the key again and set it, without spaces, line breaks or accented characters.',
  },
  SOURCE_OFFLINE: {
    severity: 'warning',
    message: 'The service isn’t responding: {what}.',
    air: 'lastGoodList',
    nextStep: 'Check {check}. Hold to avoid a sudden change when it returns.',
  },
  SOURCE_TIMEOUT: {
    severity: 'warning',
    message: 'The service at {host} took too long to respond ({phase}).',
    air: 'lastGoodList',
    nextStep: 'Check the connection to the service. Greenroom tries again automatically.',
  },
  SOURCE_FAILING: {
    severity: 'warning',
    message: 'The service returned {status}{detail}.',
    air: 'lastGoodList',
    nextStep: 'Wait: Greenroom tries again automatically. If it continues, {check}.',
  },
  SOURCE_LIMITED: {
    severity: 'warning',
    message: 'The service is limiting requests: {wait}.',
    air: 'lastGoodList',
    nextStep:
      'Block a post that must leave air before the next check. If this continues, set Poll every (`source.poll.intervalSeconds`) to a longer interval.',
  },
  SOURCE_MALFORMED: {
    severity: 'warning',
    message: 'The service’s response can’t be read: {what}.',
    air: 'lastGoodList',
    nextStep:
      'Check the service’s address (`source.baseUrl`), and the proxy if there is one (`source.proxy`). Greenroom tries again automatically.',
  },
  SOURCE_NOT_THE_SERVICE: {
    severity: 'warning',
    message: 'Something else responded at {host}: {what}.',
    air: 'lastGoodList',
    nextStep: 'Check for a login page or a proxy between this machine and the service.',
  },
  SOURCE_WRONG_COLLECTION: {
    severity: 'warning',
    message: 'The service returned a different collection, which was ignored.',
    air: 'lastGoodList',
    nextStep: 'Check for a shared cache between this machine and the service.',
  },
  SOURCE_COLLECTION_GONE: {
    severity: 'needsOperator',
    isOfPosts: true,
    message: 'The service no longer has collection {collection}. {air}',
    nextStep: 'Use another collection for the feed. If it is held, take or release. Or clear the feed.',
  },
  SOURCE_COLLECTION_UNKNOWN: {
    severity: 'needsOperator',
    message: 'The service has no collection {collection}. Greenroom has never received it from this service.',
    air: 'lastGoodList',
    nextStep: 'Check the service’s address (`source.baseUrl`) and the collection’s id, or use another collection.',
  },
  SOURCE_ID_UNUSABLE: {
    severity: 'needsOperator',
    message: '{collection} is not a valid collection id, so the service isn’t polled for it.',
    air: 'notAffected',
    nextStep: 'Use another collection for the feed.',
  },
  SOURCE_REDIRECTED: {
    severity: 'warning',
    message: 'The service redirected the request ({status}). Greenroom did not follow it, to protect the API key.',
    air: 'lastGoodList',
    nextStep:
      'If the service has moved, set its address (`source.baseUrl`) to the final one. Else check for a login page or a proxy on the way to it.',
  },
  SOURCE_TOO_LARGE: {
    severity: 'warning',
    message: 'The service’s response is larger than {megabytes} MB and was not read.',
    air: 'lastGoodList',
    nextStep: 'Remove posts from the collection at the service.',
  },
  SOURCE_INSECURE: {
    severity: 'needsOperator',
    message: 'The service’s address is plain http on another machine, so Greenroom doesn’t send the API key.',
    air: 'lastGoodList',
    nextStep: 'Use https, or add the host to Services on plain http (`source.allowHttpHosts`).',
  },
  SOURCE_CERTIFICATE: {
    severity: 'needsOperator',
    message: 'No secure connection to {host}: {what}. Nothing was sent.',
    air: 'lastGoodList',
    nextStep: 'Check {check}.',
  },
  SOURCE_AUTHORITY_UNREADABLE: {
    severity: 'needsOperator',
    message:
      'The file of the private certificate authority can’t be used: {fault}. Only public authorities are trusted.',
    air: 'notAffected',
    nextStep: 'Check the file {path}, or set another in Private certificate authority (`source.certificateAuthority`).',
  },
  SOURCE_PROXY_UNUSABLE: {
    severity: 'warning',
    message:
      'The proxy in the environment is not the address of an HTTP proxy. Greenroom connects to the service directly.',
    air: 'notAffected',
    nextStep: 'Correct HTTPS_PROXY or HTTP_PROXY and restart Greenroom, or set Proxy (`source.proxy`).',
  },
  SOURCE_ITEM_UNREADABLE: {
    severity: 'warning',
    message: 'The service sent {posts} that Greenroom can’t use: {faults}. {air}.',
    nextStep: 'Edit or remove these posts at the service.',
  },
  SOURCE_ITEM_INCOMPLETE: {
    severity: 'notice',
    message:
      'Values are missing or unusable in {posts} of the live list: {faults}. Feeds that follow live show {posts} without these values.',
    nextStep: 'Check these posts on air. Edit them at the service, or block them.',
  },
  SOURCE_FIELD_ODD: {
    severity: 'notice',
    message: 'The service’s response has unexpected values: {faults}. They are not used on air.',
    nextStep: 'Contact the service’s support if it continues.',
  },
  SOURCE_EMPTY_DOUBTED: {
    severity: 'warning',
    message:
      'The service’s live list has fewer posts than its post count, which is {count}. On air changes only if three responses in a row are like this.',
    nextStep: 'Wait, or block posts that must leave air now. Clear the feed if it should be empty.',
  },
  SOURCE_CACHE_IN_PATH: {
    severity: 'notice',
    message:
      'A cache on the way to the service returns responses up to {seconds} s old. On air is not affected, but changes reach it that much later.',
    nextStep: 'Exclude the service from the cache, or set Update mode (`source.mode`) to push.',
  },
  SOURCE_EMPTIED: {
    severity: 'onAir',
    message:
      'Three responses in a row had fewer posts than the service’s post count, which is {count}. Feeds that follow live have lost the others.',
    nextStep: 'Check the service. If posts are missing on air, restore the earlier list from History.',
  },
  SOURCE_REWOUND: {
    severity: 'needsOperator',
    isOfPosts: true,
    message: 'The service went back to an older list of {collection}. Deleted posts and old texts can be in it. {air}',
    nextStep:
      'Compare the list with the programme monitor. Block what must stay off air. This message ends with the service’s next change.',
  },
  SOURCE_OLDER_IGNORED: {
    severity: 'warning',
    message:
      'The service returned an older list. It is not on air: an older list is shown only if it is repeated for 65 seconds.',
    nextStep:
      'Check the list at the service. Hold to keep the list that is on air now. If this returns, a cache may be the cause.',
  },
  SOURCE_LIST_OLDER: {
    severity: 'notice',
    message:
      'The service returned an older list of this collection than before. A cache may have sent it, or the service went back. Nothing happened.',
    nextStep: 'Try again in a minute. Or use the newer list with a hold, and compare it before you take or release.',
  },
  SOURCE_LIST_UNREAD: {
    severity: 'needsOperator',
    isUrgent: true,
    isOfPosts: true,
    message:
      'The service has not confirmed the list of {collection} since a feed began to use it. Its posts may have been deleted or edited. {air}',
    nextStep:
      'Wait until the service can be read and a feed uses the collection. Or compare the posts with the service before you take or release. Block the ones that must stay off air.',
  },
  SOURCE_LIST_AHEAD: {
    severity: 'warning',
    message:
      'The service lists a newer version of {collection} than it returns. On air keeps the version that it returns, which may be out of date.',
    nextStep: 'Wait a minute. If the message stays, look for a cache on the way, or contact the service’s support.',
  },
  SOURCE_CACHE_LEAKS: {
    severity: 'needsOperator',
    message:
      'A cache on the way ignores the API key. You could receive another organisation’s posts, so on air could be affected.',
    nextStep:
      'Switch on Send the key as Authorization (`source.sendAuthorization`), then report the cache to its owner.',
  },
  SOURCE_CLOCK_SKEWED: {
    severity: 'notice',
    message: 'This machine’s clock and the service’s clock differ by {seconds} s.',
    air: 'notAffected',
    nextStep: 'Set this machine’s clock.',
  },
  SOURCE_UNCONFIRMED: {
    severity: 'needsOperator',
    message:
      'A delivery could not be used, and without an API key Greenroom can’t check the service. On air keeps its last good list, which may be out of date.',
    nextStep:
      'Solve the delivery problem shown here or in the log. Then save each collection at the service again. With an API key, Greenroom checks automatically.',
  },
  SOURCE_ADDRESS_MISSING: {
    severity: 'needsOperator',
    message: 'The service’s address is not set.',
    air: 'lastGoodList',
    nextStep: 'Enter the service’s address in Settings, Source (`source.baseUrl`).',
  },
  SOURCE_ADDRESS_INVALID: {
    severity: 'needsOperator',
    message: 'This is not an address.',
    air: 'notAffected',
    nextStep: 'Begin with https://, as in https://collections.example.',
  },
  SOURCE_DELIVERIES_MISSED: {
    severity: 'warning',
    message: 'Polling found {changes} that no delivery reported. Until then, on air may have been out of date.',
    nextStep: 'Check the webhook’s address at the service, then the firewall. Polling continues meanwhile.',
  },
} as const satisfies CatalogueEntries;
