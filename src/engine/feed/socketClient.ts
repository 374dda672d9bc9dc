/** Serves one socket of a feed: its states, heartbeats and frames, and the proof of what it has read. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { cleanName } from '../../core/names.ts';
import type { Consumers } from './consumers.ts';
import type { DocumentCache } from './documentCache.ts';
import { errorFrame, readFrame } from './frames.ts';
import { maxReaderNameLength, readWholeNumber } from './introduction.ts';
import { type Reader, reportsPaint } from './reader.ts';
import { createReaderMessages } from './readerMessages.ts';
import { formatPingFrame } from './socketFrames.ts';
import { createStateSender, type Transport } from './stateSender.ts';
import type { ReaderOptions, StreamClient } from './streamClient.ts';

/** Pings without a pong before a client counts as gone. */
const maxUnansweredBeats = 2;
const maxFramesPerBeat = 500;
/**
 * The close code of a client that shows nothing of the feed any more. Others prove nothing: a browser sends 1001 for a crashed page too, whose last
 * picture can stay on screen.
 */
const nothingOnScreenCode = 4001;
const replacedCode = 4002;

export type SocketClientDeps = {
  readonly documents: DocumentCache;
  readonly consumers: Consumers;
  readonly reader: Reader;
};

/** States are written to `connection`, the stream below `socket`. */
export function createSocketClient(
  { documents, consumers, reader }: SocketClientDeps,
  socket: WebSocket,
  connection: Duplex,
  { base, query, recheck }: ReaderOptions,
): StreamClient {
  const transport: Transport = {
    // Written past the library: it would write a header of its own for each socket.
    send: (frame, onFlushed) => {
      if (socket.readyState === socket.OPEN) connection.write(frame, onFlushed);
    },
    end: () => socket.terminate(),
  };
  const messages = createReaderMessages(documents, base, query);
  const isPicture = query.get('items') === 'current';
  const frame = isPicture ? pictureFrames(documents, base) : () => messages.next().frame();
  let firstRevision: number | null = null;
  let writtenRevision = 0;
  let pingedRevision = 0;
  // The client answers pings in order, so the pong proves that it has read the state before the ping.
  const ping = (): void => {
    pingedRevision = writtenRevision;
    if (socket.readyState === socket.OPEN) connection.write(formatPingFrame(String(writtenRevision)));
  };
  let isProofWanted = false;
  const requestWantedProof = (): void => {
    // A pong proves less than the paint of a client that reports it.
    const isUseful = consumers.isAwaited(reader) || (isProofWanted && !reportsPaint(reader));
    if (isUseful && writtenRevision > pingedRevision) ping();
    if (writtenRevision === documents.status().revision) isProofWanted = false;
  };
  const requestProof = (): void => {
    isProofWanted = true;
    requestWantedProof();
  };
  const sender = createStateSender(transport, () => {
    const { revision } = documents.status();
    writtenRevision = revision;
    firstRevision ??= revision;
    const onFlushed = (): void => {
      consumers.recordSent(reader, revision);
      requestWantedProof();
    };
    return { bytes: frame(), onFlushed };
  });
  let framesSinceBeat = 0;
  let beatsUnanswered = 0;
  let isCutOff = false;
  const client: StreamClient = {
    base,
    recheck,
    sender,
    needsState: () => !isPicture && messages.isStateNext(),
    requestProof,
    sendHeartbeat: ({ frame }) => {
      framesSinceBeat = 0;
      isCutOff = beatsUnanswered >= maxUnansweredBeats;
      if (isCutOff) return socket.terminate();
      beatsUnanswered += 1;
      sender.sendIfIdle(frame);
      ping();
    },
    close: () => socket.close(1001, 'the feed is stopping'),
    replace: () => socket.close(replacedCode, 'a newer connection of the same page has replaced this one'),
    refuse: () => socket.close(1008, 'access was revoked'),
    end: () => socket.terminate(),
  };
  socket.on('pong', (data) => {
    beatsUnanswered = 0;
    consumers.markSeen(reader, 'pong');
    const revision = readWholeNumber(data);
    if (revision !== null && revision <= pingedRevision) consumers.recordRead(reader, revision);
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    consumers.leave(reader, code === nothingOnScreenCode, isCutOff);
  });
  socket.on('message', (data, isBinary) => {
    framesSinceBeat += 1;
    if (framesSinceBeat > maxFramesPerBeat) return socket.close(1008, 'too many frames');
    const frame = isBinary ? null : readFrame(String(data));
    switch (frame?.type) {
      case 'hello':
        consumers.setName(
          reader,
          cleanName(frame.name ?? '', maxReaderNameLength) || reader.name,
          frame.preview ?? reader.isPreview,
        );
        requestProof();
        return;
      case 'painted':
        // A page can report its last paint from before it reconnected to another Greenroom.
        if (frame.run === undefined ? frame.revision >= (firstRevision ?? 0) : frame.run === documents.run)
          consumers.recordPainted(reader, frame.revision);
        else consumers.markSeen(reader);
        return;
      case 'resync':
        messages.forget();
        sender.push();
        return;
      case 'alive':
        consumers.markSeen(reader, 'alive');
        return;
      case undefined:
        sender.sendIfIdle(errorFrame);
        return;
      default: {
        const unreachable: undefined = frame;
        return unreachable;
      }
    }
  });
  return client;
}

/** The frames for `?items=current`, with only the posts that a picture of the current one needs. */
function pictureFrames(documents: DocumentCache, base: string): () => Buffer {
  let ids: readonly (string | null)[] = [];
  return () => {
    const { itemId } = documents.publication().feed.playHead;
    if (itemId !== ids[0]) ids = [itemId, ids[0] ?? null];
    return documents.pictureFrame(base, ids);
  };
}
