/** Uploads a picture or video to the service, with progress and cancel. */
import { say } from '../../core/language/say.ts';
import type { MediaItem } from '../../core/serviceDocument.ts';
import { isRecord, parseFailure } from './callApi.ts';

export type UploadResult =
  | { readonly outcome: 'stored'; readonly media: MediaItem }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'refused'; readonly message: string };

export type Upload = { readonly result: Promise<UploadResult>; readonly cancel: () => void };

/** Calls `onProgress` with the bytes sent so far. */
export function uploadMedia(
  organisation: string,
  token: string,
  file: Blob,
  onProgress: (sentBytes: number) => void,
): Upload {
  const request = new XMLHttpRequest();
  const result = new Promise<UploadResult>((resolve) => {
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onabort = () => resolve({ outcome: 'cancelled' });
    request.onerror = () =>
      resolve({
        outcome: 'refused',
        message: say('The service isn’t responding. Check that it is running.'),
      });
    request.onload = () => resolve(parseResult(request.status, request.responseText));
  });
  request.open('POST', `/authoring/v1/${encodeURIComponent(organisation)}/media`);
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  request.send(file);
  return { result, cancel: () => request.abort() };
}

function parseResult(status: number, text: string): UploadResult {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Without a JSON body, the status is the only information.
  }
  if (status >= 200 && status < 300 && isRecord(value) && typeof value['mediaUrl'] === 'string') {
    return { outcome: 'stored', media: { mediaUrl: value['mediaUrl'], mediaType: String(value['mediaType']) } };
  }
  return { outcome: 'refused', message: parseFailure(status, value).message };
}
