/** The post's pictures and videos, added by upload, drop or URL. */

import { useQuery } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import { useState } from 'react';
import { formatFileSize, formatInUnitOf } from '../../core/formatFileSize.ts';
import { say } from '../../core/language/say.ts';
import { formatMediaType } from '../../core/mediaKind.ts';
import type { MediaItem } from '../../core/serviceDocument.ts';
import { formatDuration } from '../../core/time.ts';
import { Lamp } from '../../ui/Lamp.tsx';
import { type MediaDetails, MediaPicture } from '../../ui/MediaTile.tsx';
import { acceptedMediaTypes, toTileMedia } from '../state/mediaType.ts';
import type { UploadInProgress } from '../state/pageState.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { FormField } from './FormField.tsx';
import { UploadOrUrl } from './UploadOrUrl.tsx';
import { UrlField } from './UrlField.tsx';

type MediaFieldProps = { readonly media: readonly MediaItem[]; readonly isChanged: boolean; readonly draftKey: string };

export function MediaField({ media, isChanged, draftKey }: MediaFieldProps) {
  const { editing } = usePage();
  const uploads = usePageState((state) => state.uploads);
  const problem = usePageState((state) => state.mediaProblem);
  const [isUrlFieldOpen, setUrlFieldOpen] = useState(false);
  const ownUploads = uploads.filter((upload) => upload.draftKey === draftKey);
  return (
    <FormField label={say('Media')} isChanged={isChanged}>
      <section
        aria-label={say('Media')}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          void editing.upload([...event.dataTransfer.files], false);
        }}
      >
        <ul className="media-items">
          {media.map((medium, index) => (
            <li className="media-item" key={`${medium.mediaUrl} ${String(index)}`}>
              <MediaSummary media={medium} />
              <Button
                variant="quiet"
                onPress={() => editing.removeMedia(index)}
                title={say('Remove {url}', { url: medium.mediaUrl })}
              >
                {say('Remove')}
              </Button>
            </li>
          ))}
          {ownUploads.map((upload) => (
            <li className="media-item" key={upload.id}>
              <span className="row-media is-thumb">
                <Film />
              </span>
              <span>
                <b className="is-outside" title={upload.name}>
                  {upload.name}
                </b>
                <small>{formatProgress(upload)}</small>
                <progress
                  className="progress"
                  max={upload.totalBytes}
                  value={upload.sentBytes}
                  aria-label={say('Upload of {name}', { name: upload.name })}
                />
              </span>
              <Button variant="quiet" onPress={upload.cancel}>
                {say('Cancel')}
              </Button>
            </li>
          ))}
        </ul>
        <div className="button-row">
          <UploadOrUrl
            label={say('Upload media')}
            accept={acceptedMediaTypes}
            isMultiple
            onFiles={(files) => void editing.upload(files, false)}
            onFromUrl={() => setUrlFieldOpen(!isUrlFieldOpen)}
          />
          <span className="setting-note">{say('or drop a file here')}</span>
        </div>
        {isUrlFieldOpen ? (
          <UrlField
            label={say('Media URL')}
            isPictureOnly={false}
            onAdd={editing.addMedia}
            onClose={() => setUrlFieldOpen(false)}
          />
        ) : null}
        {problem === null ? null : <Lamp kind="bad" text={problem} />}
      </section>
    </FormField>
  );
}

function formatProgress({ sentBytes, totalBytes, startedAt }: UploadInProgress): string {
  if (sentBytes >= totalBytes) return say('{size} sent, saving', { size: formatFileSize(totalBytes) });
  const sent = formatInUnitOf(totalBytes, sentBytes);
  const total = formatFileSize(totalBytes);
  const elapsedMs = Date.now() - startedAt;
  if (sentBytes === 0) return say('{sent} of {total}', { sent, total });
  const remaining = formatDuration((elapsedMs / sentBytes) * (totalBytes - sentBytes));
  return say('{sent} of {total}, about {remaining}', { sent, total, remaining });
}

type MediaSummaryProps = {
  readonly media: MediaItem;
  /** Shown instead of `stored here` or `URL works`. */
  readonly origin?: string | null;
};

/** A thumbnail with the media's type, pixel size, file size and origin. */
export function MediaSummary({ media, origin = null }: MediaSummaryProps) {
  const [details, setDetails] = useState<MediaDetails | 'broken' | null>(null);
  const isStoredHere = media.mediaUrl.startsWith(`${location.origin}/media/`);
  const { data: bytes = null } = useQuery({
    queryKey: ['mediaBytes', media.mediaUrl],
    queryFn: async ({ signal }) => {
      const { headers } = await fetch(media.mediaUrl, { method: 'HEAD', signal });
      return Number(headers.get('Content-Length') ?? 0);
    },
    enabled: isStoredHere,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const size = details === null || details === 'broken' ? '' : `, ${details.width} × ${details.height}`;
  const urlStatus =
    details === null ? say('checking URL') : details === 'broken' ? say('URL unavailable') : say('URL works');
  const shownOrigin = origin ?? (isStoredHere ? say('stored here') : urlStatus);
  return (
    <>
      <span className="row-media is-thumb">
        <MediaPicture
          medium={toTileMedia(media)}
          isSmall={false}
          isPlaying={false}
          isBlocked={false}
          onDetails={setDetails}
        />
      </span>
      <span>
        <b>
          {formatMediaType(media.mediaType)}
          {size}
        </b>
        <small title={media.mediaUrl}>
          {bytes === null || bytes === 0
            ? shownOrigin
            : say('{size}, {origin}', { size: formatFileSize(bytes), origin: shownOrigin })}
        </small>
      </span>
    </>
  );
}
