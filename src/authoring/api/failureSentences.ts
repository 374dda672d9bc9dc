/** The page’s own sentences for the service’s errors, whose messages are in English. */
import { markMessage, say } from '../../core/language/say.ts';

/** Codes whose message has facts that the page doesn’t know are missing; their message is shown as it is. */
const sentences: Readonly<Record<string, string>> = {
  COLLECTION_NOT_FOUND: markMessage('No such collection.'),
  DELIVERY_NOT_FOUND: markMessage('No such delivery.'),
  DEMO_NOT_FOUND: markMessage('This service has no demo show.'),
  INTERNAL_ERROR: markMessage('The service failed to handle the request. Check its log.'),
  INVALID_TOKEN: markMessage('The token is not valid.'),
  ITEM_NOT_FOUND: markMessage('The collection no longer has this post.'),
  KEY_NOT_FOUND: markMessage('No such API key.'),
  LIST_FULL: markMessage('The list is full. Delete posts, or use another collection.'),
  MEDIA_FULL: markMessage('Posts use all space for pictures and videos. Remove posts with media.'),
  MISSING_TOKEN: markMessage('The token is missing.'),
  NOTHING_TO_UNDO: markMessage('Nothing to undo.'),
  ORGANISATION_NOT_FOUND: markMessage('No such organisation.'),
  PAYLOAD_TOO_LARGE: markMessage('It is larger than the service accepts.'),
  SET_AT_STARTUP: markMessage('It was set at startup. Restart the service without it.'),
  UNSUPPORTED_MEDIA_TYPE: markMessage('The file is not a JPEG, PNG, GIF, WebP or MP4.'),
  WEBHOOK_NOT_FOUND: markMessage('No such webhook.'),
};

/** Returns the sentence for an error code; the service’s own message for another code, and `null` if it has none. */
export function describeFailureCode(code: string | null, serviceMessage: string | null): string | null {
  const known = code !== null && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return known === undefined ? serviceMessage : say(known);
}
