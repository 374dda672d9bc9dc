/** The sentence of an event or a revision, in which an edit shows the changed words. */
import type { ReactNode } from 'react';
import type { LogEntry } from '../../../contract/eventLog.ts';
import { quoteEdit } from '../../../core/textChange.ts';
import { TextDifference } from '../../../ui/TextDifference.tsx';

/** An edit that was logged in another language stays as it was quoted then. */
export function LogMessage({ message, edits }: Pick<LogEntry, 'message' | 'edits'>) {
  const parts: ReactNode[] = [];
  let rest = message;
  for (const [index, edit] of edits.entries()) {
    const quoted = quoteEdit(edit);
    const start = rest.indexOf(quoted);
    if (start < 0) continue;
    parts.push(
      rest.slice(0, start),
      <q key={index} dir="auto">
        <TextDifference before={joinStart(edit.before)} after={joinStart(edit.after)} isShort={false} />
      </q>,
    );
    rest = rest.slice(start + quoted.length);
  }
  return [...parts, rest];
}

/** An ellipsis at the start stays in the line of the word after it. */
const joinStart = (text: string): string => text.replace(/^…/u, '…\u2060');
