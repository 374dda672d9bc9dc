/** The table of problems. A code is a promise: docs/problems.md documents each, and a test keeps the two the same. */
/**
 * Answers the only question a gallery asks: is what is on air affected?
 * `notice` no; `warning` could be soon; `onAir` yes, recovering by itself; `needsOperator` a person must act.
 */
export type Severity = 'notice' | 'warning' | 'onAir' | 'needsOperator';

type Entry = { readonly severity: Severity; readonly message: string; readonly nextStep: string };

export const catalogue = {
  // The source: the service and the way to it.
  SOURCE_KEY_MISSING: {
    severity: 'needsOperator',
    message: 'No API key is set, so the service cannot be asked. What is on disk is served.',
    nextStep: 'Set GREENROOM_API_KEY, or `apiKey` in secrets.json in the data directory. Push alone needs none.',
  },
  SOURCE_KEY_REFUSED: {
    severity: 'needsOperator',
    message: 'The service does not accept the API key ({status}). On air is not affected: the last good list stays.',
    nextStep: 'Ask who runs the service for a working key, and set it anew.',
  },
  SOURCE_KEY_UNSENDABLE: {
    severity: 'needsOperator',
    message:
      'The API key has signs that cannot be sent (a space, an umlaut, a line break), so the service is not asked. On air is not affected: the last good list stays.',
    nextStep: 'Copy the key anew and set it again: it has plain letters, digits and signs alone.',
  },
  SOURCE_OFFLINE: {
    severity: 'warning',
    message: 'The service does not answer. On air is not affected: the last good list stays.',
    nextStep: 'Check this machine’s network; hold if you want no jump when it comes back.',
  },
  SOURCE_TIMEOUT: {
    severity: 'warning',
    message: 'The service took too long to answer ({phase}). On air is not affected: the last good list stays.',
    nextStep: 'Check the line to the service; the next try comes by itself.',
  },
  SOURCE_FAILING: {
    severity: 'warning',
    message: 'The service answers with {status}. On air is not affected: the last good list stays.',
    nextStep: 'Wait; the next try comes by itself. If it lasts, ask who runs the service.',
  },
  SOURCE_LIMITED: {
    severity: 'warning',
    message: 'The service asks us to wait {seconds} s before the next check.',
    nextStep: 'Wait; or choose a longer interval in the settings (`source.poll.intervalSeconds`).',
  },
  SOURCE_MALFORMED: {
    severity: 'warning',
    message: 'The service’s answer could not be read: {what}. On air is not affected: the last good list stays.',
    nextStep: 'Check that the address is that of the service. The next try comes by itself.',
  },
  SOURCE_NOT_THE_SERVICE: {
    severity: 'warning',
    message: 'Something other than the service answered ({what}). On air is not affected: the last good list stays.',
    nextStep: 'Look for a login page or a proxy between this machine and the service.',
  },
  SOURCE_WRONG_COLLECTION: {
    severity: 'warning',
    message: 'The answer is about another collection than the one asked for. It was refused.',
    nextStep: 'Look for a shared cache between this machine and the service.',
  },
  SOURCE_COLLECTION_GONE: {
    severity: 'needsOperator',
    message: 'The service no longer has collection {collection}. Its last good list stays on air.',
    nextStep: 'Point the feed at another collection, or clear it.',
  },
  SOURCE_COLLECTION_UNKNOWN: {
    severity: 'needsOperator',
    message: 'The service has no collection {collection}, and it was never read from there. What is on air stays.',
    nextStep:
      'Check the address of the service (`source.baseUrl`) and the id; or point the feed at a collection of the list.',
  },
  SOURCE_ID_UNUSABLE: {
    severity: 'needsOperator',
    message: 'A feed is pointed at {collection}, which cannot be the id of a collection. It is not asked for.',
    nextStep: 'Point the feed at another collection.',
  },
  SOURCE_REDIRECTED: {
    severity: 'warning',
    message: 'The service sent us elsewhere ({status}). It was not followed, so that the key stays here.',
    nextStep: 'Set the address that the service really has.',
  },
  SOURCE_TOO_LARGE: {
    severity: 'warning',
    message: 'The answer is larger than {megabytes} MB and was not read. The last good list stays on air.',
    nextStep: 'Make the collection smaller at the service.',
  },
  SOURCE_INSECURE: {
    severity: 'needsOperator',
    message: 'The service’s address is plain http to another machine, so the key is not sent.',
    nextStep: 'Use https, or name this host in the settings (`source.allowHttpHosts`).',
  },
  SOURCE_CERTIFICATE: {
    severity: 'needsOperator',
    message: 'The service’s certificate is not accepted ({what}). Nothing was sent.',
    nextStep: 'Check this machine’s clock, then ask who runs the service.',
  },
  SOURCE_ITEM_UNREADABLE: {
    severity: 'notice',
    message: 'One post could not be read and was left out: {path}, {what}.',
    nextStep: 'Edit or remove that post at the service.',
  },
  SOURCE_FIELD_ODD: {
    severity: 'notice',
    message: 'The answer has something odd: {path}, {what}. It was applied.',
    nextStep: 'Nothing needs doing; tell who runs the service if it stays.',
  },
  SOURCE_EMPTY_DOUBTED: {
    severity: 'warning',
    message: 'The service sent an empty live list but counts {count} posts. On air stays until it says so three times.',
    nextStep: 'Wait; or clear the feed if it should be empty.',
  },
  SOURCE_CACHE_IN_PATH: {
    severity: 'notice',
    message: 'A cache stands between this machine and the service: its answers are up to {seconds} s old.',
    nextStep: 'Changes may be seen that much later. Have the cache left out for this address, or use push.',
  },
  SOURCE_EMPTIED: {
    severity: 'onAir',
    message:
      'The service said three times that nothing is live, though it counts {count} posts. It was obeyed: what follows live is empty.',
    nextStep: 'If that is wrong, put the list before on air from the history, and tell whoever runs the service.',
  },
  SOURCE_REWOUND: {
    severity: 'notice',
    message: 'The service went back to an older version, and says so steadily. It was followed.',
    nextStep: 'Look at what is on air: the service was probably restored from a backup.',
  },
  SOURCE_OLDER_IGNORED: {
    severity: 'notice',
    message: 'An older version of the collection arrived and was ignored.',
    nextStep: 'Nothing needs doing; a cache in the path may be the reason.',
  },
  SOURCE_CACHE_LEAKS: {
    severity: 'needsOperator',
    message:
      'Something between here and the service, or the service itself, answers without looking at the key. Lists of others may arrive.',
    nextStep: 'Switch on `source.sendAuthorization` in the settings, and tell who runs that cache.',
  },
  SOURCE_CLOCK_SKEWED: {
    severity: 'notice',
    message: 'This machine’s clock and the service’s differ by {seconds} s.',
    nextStep: 'Set this machine’s clock.',
  },
  SOURCE_ADDRESS_MISSING: {
    severity: 'needsOperator',
    message: 'No address of a service is set. What is on disk is served.',
    nextStep: 'Put the service’s address into the settings (`source.baseUrl`).',
  },
  SOURCE_DELIVERIES_MISSED: {
    severity: 'warning',
    message: 'Asking found changes that no delivery had told of: {count}.',
    nextStep: 'Check the webhook’s address at the service and the firewall; polling covers it meanwhile.',
  },

  // The webhook listener.
  WEBHOOK_SECRET_MISSING: {
    severity: 'needsOperator',
    message: 'No webhook secret is set, so no delivery can be believed. Each is answered 503 and comes again.',
    nextStep: 'Set GREENROOM_WEBHOOK_SECRET, or `webhookSecret` in secrets.json in the data directory.',
  },
  WEBHOOK_SIGNATURE_WRONG: {
    severity: 'warning',
    message: 'Deliveries arrive whose signature is wrong. They change nothing.',
    nextStep: 'Compare the webhook secret here with the one at the service; if they are the same, use Detect.',
  },
  WEBHOOK_TIME_OFF: {
    severity: 'warning',
    message:
      'A delivery was signed well, but by the time that it signs it was sent {when}. It was refused: {tolerance} s are let through.',
    nextStep:
      'Set the clocks, this machine’s and the sender’s. If both are right an old delivery was sent again: nothing needs doing.',
  },
  WEBHOOK_CLOCK_DOUBTED: {
    severity: 'needsOperator',
    message:
      'A delivery is dated {date}, more than a day after what this machine’s clock shows. It was not taken, and comes again.',
    nextStep: 'Set this machine’s clock. If it is right, tell who runs the service; with a key its own clock decides.',
  },
  WEBHOOK_UNREADABLE: {
    severity: 'warning',
    message:
      'A validly signed delivery could not be understood: {what}. Where a key is set, the service is asked instead.',
    nextStep: 'Nothing needs doing; tell who runs the service if it stays.',
  },
  WEBHOOK_HOST_UNKNOWN: {
    severity: 'warning',
    message:
      'Deliveries are sent to {host}, which is not known as a name of this machine. Each is refused (421) and does not come again.',
    nextStep:
      'If that name leads here, put it into the settings (`source.push.allowedHosts`); if not, correct the webhook’s address at the service.',
  },
  WEBHOOK_PATH_UNKNOWN: {
    severity: 'warning',
    message:
      'Deliveries arrive at another path than the one that is set. Each is refused (404) and does not come again.',
    nextStep: 'Give the service the webhook’s address exactly as the desk shows it.',
  },
  WEBHOOK_TOO_LARGE: {
    severity: 'warning',
    message: 'A delivery was larger than 5 MiB and was refused. Where a key is set, the service is asked instead.',
    nextStep: 'Make the collection smaller, or use poll.',
  },
  WEBHOOK_FLOODED: {
    severity: 'warning',
    message: 'More deliveries arrive than can be taken. The service was told to send again later.',
    nextStep: 'Look at who sends to the webhook’s address.',
  },
  WEBHOOK_HOST_ABSENT: {
    severity: 'warning',
    message:
      'This machine does not have the address {host} now, so no delivery can arrive. Where a key is set, the service is asked instead.',
    nextStep:
      'Bring up that network; the listener opens by itself. Or name another host in the settings (source.push.host).',
  },
  WEBHOOK_PORT_TAKEN: {
    severity: 'needsOperator',
    message: 'Port {port} is taken, so no delivery can arrive. Polling goes on where a key is set.',
    nextStep: 'End the program that has the port, or choose another with --webhook-port.',
  },
  WEBHOOK_SILENT: {
    severity: 'warning',
    message: 'No delivery has come although the service changed. Polling has taken over.',
    nextStep: 'Check the webhook’s address at the service and the firewall.',
  },

  // Feeds.
  FEED_PORT_TAKEN: {
    severity: 'needsOperator',
    message: 'Port {port} is taken, so no graphics can read the feed.',
    nextStep: 'End the program that has the port, or choose another with --feed-port.',
  },
  FEED_UNKNOWN: {
    severity: 'notice',
    message: 'There is no feed of that name.',
    nextStep: 'Use one of the feeds under /feeds.',
  },
  FEED_CONSUMER_BEHIND: {
    severity: 'onAir',
    message: '{name} is still on revision {revision}.',
    nextStep: 'Refresh that source, then look at the programme monitor.',
  },
  FEED_TAKEDOWN_UNCONFIRMED: {
    severity: 'onAir',
    message: '{item} may still be on screen: {name} has not confirmed.',
    nextStep: 'Take it off at {name}, then look at the programme monitor.',
  },
  FEED_RESTORED: {
    severity: 'notice',
    message: 'Greenroom started again. On air is as it was: revision {revision}, {gate}.',
    nextStep: 'Look at what waits, then take or release.',
  },
  FEED_NOT_FOUND: {
    severity: 'notice',
    message: 'There is nothing at that address.',
    nextStep: 'Open the feed’s page for every address.',
  },
  FEED_READ_ONLY: {
    severity: 'notice',
    message: 'The feed is for reading only.',
    nextStep: 'Ask with GET; change things on the desk or through the control API.',
  },
  FEED_READ_REFUSED: {
    severity: 'notice',
    message: 'That reader may not read this feed.',
    nextStep: 'Send the read token where one is set, and ask under an address of the machine that Greenroom runs on.',
  },

  // Media.
  MEDIA_UNREACHABLE: {
    severity: 'warning',
    message: 'A picture or film could not be fetched ({what}). The post stays without it.',
    nextStep: 'Look at the post; block it if it needs its picture.',
  },
  MEDIA_REFUSED: {
    severity: 'warning',
    message: 'A picture or film was refused: {what}. The post stays without it.',
    nextStep: 'Use another picture at the service.',
  },
  MEDIA_DISK_LOW: {
    severity: 'warning',
    message: 'The disk has no room for more media. What is on air stays.',
    nextStep: 'Free some space on the disk of the data directory.',
  },

  // The disk.
  DISK_WRITE_FAILED: {
    severity: 'needsOperator',
    message: 'State could not be written ({what}). What leaves air leaves at once; what would add waits.',
    nextStep: 'Free some space, or check the rights on {path}.',
  },
  DISK_LOG_BEHIND: {
    severity: 'warning',
    message:
      'The {log} could not be written ({what}). On air is not affected; what is missing is written when the disk takes it.',
    nextStep: 'Free some space, or check the rights on {path}, before Greenroom is stopped.',
  },
  DISK_FILE_CORRUPT: {
    severity: 'warning',
    message: '{file} could not be read and is kept as {kept}. {used}',
    nextStep: 'Look at what is on air. Send the kept file to whoever looks after this machine.',
  },
  DISK_FILE_NEWER: {
    severity: 'needsOperator',
    message: '{file} was written by a newer Greenroom and is left as it is.',
    nextStep: 'Start the newer Greenroom, or name another --data-dir.',
  },
  DISK_TAIL_TORN: {
    severity: 'notice',
    message: 'The last record of {file} was torn and dropped. Everything confirmed before it is there.',
    nextStep: 'Nothing needs doing.',
  },
  DISK_LOCKED: {
    severity: 'needsOperator',
    message: 'Another Greenroom is using {path}.',
    nextStep: 'Stop the other one, or name another --data-dir.',
  },

  // Commands: refusals that change nothing.
  COMMAND_INVALID: {
    severity: 'notice',
    message: 'That request could not be read: {what}.',
    nextStep: 'Look at /api/openapi.json for what it takes.',
  },
  COMMAND_UNAUTHORISED: {
    severity: 'notice',
    message: 'A token is needed, and it was missing or not accepted.',
    nextStep: 'Use the address that was printed at start, or a token made with POST /api/tokens.',
  },
  COMMAND_FORBIDDEN: {
    severity: 'notice',
    message: 'That token may not do this.',
    nextStep: 'Use a token with the right for it.',
  },
  COMMAND_HOST_FOREIGN: {
    severity: 'notice',
    message: 'The request was for {host}, which is not a name of this machine.',
    nextStep: 'Ask by the address that was printed at start.',
  },
  COMMAND_ORIGIN_FOREIGN: {
    severity: 'notice',
    message: 'A page of {origin} may not use this machine’s control API, whatever its token.',
    nextStep: 'Open the desk at its own address, or ask from a program that is no web page and sends no Origin.',
  },
  COMMAND_UNKNOWN: {
    severity: 'notice',
    message: 'There is no such command.',
    nextStep: 'Look at /api/openapi.json for those there are.',
  },
  COMMAND_TOO_MANY: {
    severity: 'notice',
    message: 'Too many requests came from there. Nothing was done.',
    nextStep: 'Wait a second and try again.',
  },
  COMMAND_FAILED: {
    severity: 'warning',
    message: 'That went wrong inside Greenroom. On air is as it was.',
    nextStep: 'Try again; the log names it under this code.',
  },
  LIST_MOVED_ON: {
    severity: 'notice',
    message: 'The list moved on while you pressed. Nothing was done.',
    nextStep: 'Look and press again.',
  },
  ITEM_UNKNOWN: {
    severity: 'notice',
    message: 'That post is not on air. Nothing was done.',
    nextStep: 'Look at the list and choose again.',
  },
  REVISION_UNKNOWN: {
    severity: 'notice',
    message: 'That revision is no longer kept. Nothing was done.',
    nextStep: 'Choose one from the history.',
  },
  RECORDING_UNKNOWN: {
    severity: 'notice',
    message: 'There is no such recording. Nothing was done.',
    nextStep: 'Choose one from the list of recordings.',
  },
  REHEARSAL_NONE: {
    severity: 'notice',
    message: 'No rehearsal runs. Nothing was done.',
    nextStep: 'Choose a recording and start it.',
  },
  DETECT_NONE: {
    severity: 'notice',
    message: 'No way of signing is being looked for, or none was found yet. Nothing was done.',
    nextStep: 'Begin with the webhook’s secret, then change something in two collections.',
  },
  DETECT_SECRET_NOT_SET: {
    severity: 'notice',
    message:
      'A way of signing was found, but with a secret that is not set here: every delivery would be refused. Nothing was done.',
    nextStep:
      'Set that secret (`webhookSecret` in secrets.json in the data directory is read at once), then lock again. After a start with another GREENROOM_WEBHOOK_SECRET begin anew.',
  },
  SETTINGS_INVALID: {
    severity: 'notice',
    message: 'These settings cannot be used, and nothing was changed: {what}.',
    nextStep: 'Mend what is named, and send them again.',
  },
  SETTINGS_FEED_READ: {
    severity: 'notice',
    message:
      'Feed {feed} is being read, so it was not taken away: its graphics would stand still. Nothing was changed.',
    nextStep: 'Wire its consumers to another feed, wait until it has none, then take it away.',
  },
  SETTINGS_NOT_DONE: {
    severity: 'notice',
    message: 'This machine did not let the settings work ({what}), so everything is as it was.',
    nextStep: 'Look at the address and port in them: they must be this machine’s own.',
  },
  SETTINGS_NOT_SAVED: {
    severity: 'warning',
    message: 'The last change of the settings works, but is not in the file of settings ({what}).',
    nextStep:
      'Write the change there by hand before the next start, or make the file writable and change a setting again. A file that was edited since the start is left alone until the next one.',
  },
  SETTINGS_UNDO_NONE: {
    severity: 'notice',
    message: 'No change of the settings can be taken back any more. Nothing was done.',
    nextStep: 'Take back within 10 seconds, or import a backup.',
  },
  SETTINGS_BACKUP_UNKNOWN: {
    severity: 'notice',
    message: 'There is no backup of that name on this machine.',
    nextStep: 'Ask for the list of backups, and take one of its ids.',
  },
  COMMAND_PORT_TAKEN: {
    severity: 'notice',
    message: 'Port {port} is taken, so nothing was done.',
    nextStep: 'End the program that has the port, and try again.',
  },
  COLLECTION_UNKNOWN: {
    severity: 'notice',
    message: 'The service has no such collection. Nothing was done.',
    nextStep: 'Choose one from the list of collections.',
  },

  // The engine itself.
  ENGINE_PORT_TAKEN: {
    severity: 'needsOperator',
    message: 'Port {port} is taken, so the desk cannot be reached.',
    nextStep: 'End the program that has the port, or choose another with --control-port.',
  },
  ENGINE_KEYCHAIN_MISSING: {
    severity: 'warning',
    message: 'This system has no keychain that can be trusted, so secrets are kept only until Greenroom quits.',
    nextStep: 'Unlock or install a keyring (GNOME Keyring or KWallet), or set GREENROOM_API_KEY.',
  },
  ENGINE_FAULT: {
    severity: 'warning',
    message: 'Something went wrong inside Greenroom. On air is as it was.',
    nextStep: 'Keep the log; it names this under the same code.',
  },
} as const satisfies Readonly<Record<string, Entry>>;
