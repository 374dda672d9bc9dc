/** The author's avatar: an upload, a URL or none. */

import { useState } from 'react';
import { say } from '../../core/language/say.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { acceptedPictureTypes } from '../state/mediaType.ts';
import { Button } from '../ui/Button.tsx';
import { usePage } from '../ui/usePage.ts';
import { FormField } from './FormField.tsx';
import { UploadOrUrl } from './UploadOrUrl.tsx';
import { UrlField } from './UrlField.tsx';

export function AvatarField({ url, isChanged }: { readonly url: string | null; readonly isChanged: boolean }) {
  const { editing } = usePage();
  const [isUrlFieldOpen, setUrlFieldOpen] = useState(false);
  return (
    <FormField label={say('Avatar')} isChanged={isChanged}>
      <div className="avatar-line">
        <Avatar url={url} />
        <UploadOrUrl
          label={say('Upload an avatar')}
          accept={acceptedPictureTypes}
          isMultiple={false}
          onFiles={(files) => void editing.upload(files, true)}
          onFromUrl={() => setUrlFieldOpen(!isUrlFieldOpen)}
        />
        <Button
          variant="quiet"
          disabledReason={url === null ? say('this post has no avatar') : null}
          onPress={() => editing.updateFields({ profileImageUrl: null })}
        >
          {say('None||avatar')}
        </Button>
      </div>
      {isUrlFieldOpen ? (
        <UrlField
          label={say('Avatar URL')}
          isPictureOnly
          onAdd={({ mediaUrl }) => editing.updateFields({ profileImageUrl: mediaUrl })}
          onClose={() => setUrlFieldOpen(false)}
        />
      ) : null}
    </FormField>
  );
}
