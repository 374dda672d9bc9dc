/** One message of a feed in the forms that its readers get, each written once for all of them. */
import { formatNamedRevision } from './namedRevision.ts';
import { formatTextFrame } from './socketFrames.ts';

export type MessageKind = 'state' | 'changes';

export type Message = {
  /** For a socket, with its type in the JSON. */
  readonly frame: () => Buffer;
  /** For an event stream, with its type as the name of the event. */
  readonly event: () => Buffer;
};

/** `json` is the document without its opening brace, `run` the run that counted the revision. */
export function createMessage(kind: MessageKind, json: Buffer, revision: number, run: string): Message {
  let frame: Buffer | null = null;
  let event: Buffer | null = null;
  return {
    frame: () => {
      frame ??= formatTextFrame(Buffer.from(`{"type":"${kind}","run":"${run}",`), json);
      return frame;
    },
    event: () => {
      const id = formatNamedRevision(revision, run);
      event ??= Buffer.concat([Buffer.from(`id: ${id}\nevent: ${kind}\ndata: {`), json, Buffer.from('\n\n')]);
      return event;
    },
  };
}
