/** Chooses what one reader of a feed is sent next: the whole state, or what changed since the state that it has. */
import type { DocumentCache, Snapshot } from './documentCache.ts';
import type { Message } from './message.ts';

export type ReaderMessages = {
  /** The newest message, which counts as sent. */
  readonly next: () => Message;
  /** Whether the next message is the whole state. */
  readonly isStateNext: () => boolean;
  /** Makes the next message the whole state. */
  readonly forget: () => void;
};

/** With `?mode=changes`, a reader gets the whole state first, and again whenever changes would cost as much. */
export function createReaderMessages(documents: DocumentCache, base: string, query: URLSearchParams): ReaderMessages {
  const isFollowing = query.get('mode') === 'changes';
  let sent: Snapshot | null = null;
  const findChanges = (): Message | null => (sent === null ? null : documents.changes(sent, base));
  return {
    isStateNext: () => findChanges() === null,
    next: () => {
      const message = findChanges() ?? documents.state(base);
      if (isFollowing) sent = documents.snapshot();
      return message;
    },
    forget: () => {
      sent = null;
    },
  };
}
