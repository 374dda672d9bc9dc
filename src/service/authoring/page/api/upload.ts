/** Sends a picture or film to the service, telling how far it is; it can be stopped. */
import type { MediaItem } from '../../../document.ts';
import { isRecord, refusedFrom } from './answer.ts';

export type Uploaded =
  | { readonly outcome: 'kept'; readonly media: MediaItem }
  | { readonly outcome: 'stopped' }
  | { readonly outcome: 'refused'; readonly message: string };

export type Upload = { readonly done: Promise<Uploaded>; readonly stop: () => void };

/** `onProgress` is told the bytes sent so far. */
export function sendMedia(
  organisation: string,
  token: string,
  file: Blob,
  onProgress: (sentBytes: number) => void,
): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<Uploaded>((resolve) => {
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onabort = () => resolve({ outcome: 'stopped' });
    request.onerror = () =>
      resolve({
        outcome: 'refused',
        message: 'Not added: the service does not answer. Next: see whether it still runs.',
      });
    request.onload = () => resolve(read(request.status, request.responseText));
  });
  request.open('POST', `/authoring/v1/${encodeURIComponent(organisation)}/media`);
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  request.send(file);
  return { done, stop: () => request.abort() };
}

function read(status: number, text: string): Uploaded {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // What is not JSON is told of by its status alone.
  }
  if (status >= 200 && status < 300 && isRecord(value) && typeof value['mediaUrl'] === 'string') {
    return { outcome: 'kept', media: { mediaUrl: value['mediaUrl'], mediaType: String(value['mediaType']) } };
  }
  return { outcome: 'refused', message: `Not added: ${refusedFrom(status, value).message}` };
}
