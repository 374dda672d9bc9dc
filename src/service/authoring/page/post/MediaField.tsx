/** The pictures and films of a post: uploaded, dropped, or by address; each with what it is. */
import { Film } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MediaItem } from '../../../document.ts';
import { acceptedTypes, kindWord } from '../state/mediaType.ts';
import type { Coming } from '../state/pageState.ts';
import { spanOf } from '../state/time.ts';
import { Button } from '../ui/Button.tsx';
import { Lamp } from '../ui/marks.tsx';
import { Picture, type PictureFacts } from '../ui/Picture.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { AddressField } from './AddressField.tsx';
import { FormField } from './FormField.tsx';
import { UploadOrAddress } from './UploadOrAddress.tsx';

type MediaFieldProps = { readonly media: readonly MediaItem[]; readonly isChanged: boolean; readonly draftKey: string };

export function MediaField({ media, isChanged, draftKey }: MediaFieldProps) {
  const { writing } = usePage();
  const coming = usePageState((state) => state.coming);
  const fault = usePageState((state) => state.mediaFault);
  const [isAsking, setAsking] = useState(false);
  const here = coming.filter((one) => one.draftKey === draftKey);
  return (
    <FormField label="Media" isChanged={isChanged}>
      <section
        aria-label="Media"
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          void writing.upload([...event.dataTransfer.files], false);
        }}
      >
        <ul className="media-items">
          {media.map((medium, index) => (
            <li className="media-item" key={`${medium.mediaUrl} ${String(index)}`}>
              <MediaFacts media={medium} />
              <Button look="quiet" onPress={() => writing.removeMedia(index)} title={`Remove ${medium.mediaUrl}`}>
                Remove
              </Button>
            </li>
          ))}
          {here.map((one) => (
            <li className="media-item" key={one.id}>
              <span className="media-thumb">
                <Film aria-hidden="true" />
              </span>
              <span>
                <b>{one.name}</b>
                <small>{progressWords(one)}</small>
                <progress
                  className="gauge"
                  max={one.totalBytes}
                  value={one.sentBytes}
                  aria-label={`Upload of ${one.name}`}
                />
              </span>
              <Button look="quiet" onPress={one.stop}>
                Stop
              </Button>
            </li>
          ))}
        </ul>
        <div className="row-of-buttons">
          <UploadOrAddress
            label="Upload media"
            accept={acceptedTypes}
            isMany
            onFiles={(files) => void writing.upload(files, false)}
            onAsk={() => setAsking(!isAsking)}
          />
          <span className="setting-note">or drop a file here</span>
        </div>
        {isAsking ? (
          <AddressField
            label="Address of the media"
            isForPictureOnly={false}
            onTake={writing.addMedia}
            onClose={() => setAsking(false)}
          />
        ) : null}
        {fault === null ? null : <Lamp kind="bad" words={fault} />}
      </section>
    </FormField>
  );
}

function progressWords({ sentBytes, totalBytes, startedAt }: Coming): string {
  const sent = sizeWords(sentBytes);
  const took = Date.now() - startedAt;
  const left = sentBytes === 0 ? null : (took / sentBytes) * (totalBytes - sentBytes);
  if (sentBytes >= totalBytes) return `${sizeWords(totalBytes)} sent, being kept`;
  return `${sent} of ${sizeWords(totalBytes)}${left === null ? '' : `, about ${spanOf(left)}`}`;
}

export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A medium with its kind, its size in pixels, and where it is kept. */
export function MediaFacts({ media }: { readonly media: MediaItem }) {
  const [facts, setFacts] = useState<PictureFacts | 'broken' | null>(null);
  const [bytes, setBytes] = useState<number | null>(null);
  const isOurs = media.mediaUrl.startsWith(`${location.origin}/media/`);
  useEffect(() => {
    if (!isOurs) return;
    const asked = new AbortController();
    fetch(media.mediaUrl, { method: 'HEAD', signal: asked.signal }).then(
      (answer) => setBytes(Number(answer.headers.get('Content-Length') ?? 0)),
      () => undefined,
    );
    return () => asked.abort();
  }, [media.mediaUrl, isOurs]);
  const size = facts === null || facts === 'broken' ? '' : `, ${facts.width} × ${facts.height}`;
  const kept = isOurs
    ? 'kept by this service'
    : `by address, ${facts === 'broken' ? 'does not answer' : facts === null ? 'asked' : 'answers'}`;
  return (
    <>
      <span className="media-thumb">
        <Picture media={media} label="" onFacts={setFacts} />
      </span>
      <span>
        <b>
          {kindWord(media.mediaType)}
          {size}
        </b>
        <small title={media.mediaUrl}>
          {bytes === null || bytes === 0 ? '' : `${sizeWords(bytes)}, `}
          {kept}
        </small>
      </span>
    </>
  );
}
