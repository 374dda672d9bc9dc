/** The author's face: uploaded, by address, or none. */
import { useState } from 'react';
import { acceptedPictures } from '../state/mediaType.ts';
import { Button } from '../ui/Button.tsx';
import { Face } from '../ui/marks.tsx';
import { usePage } from '../ui/usePage.ts';
import { AddressField } from './AddressField.tsx';
import { FormField } from './FormField.tsx';
import { UploadOrAddress } from './UploadOrAddress.tsx';

export function AvatarField({ address, isChanged }: { readonly address: string | null; readonly isChanged: boolean }) {
  const { writing } = usePage();
  const [isAsking, setAsking] = useState(false);
  return (
    <FormField label="Avatar" isChanged={isChanged}>
      <div className="avatar-line">
        <Face address={address} />
        <UploadOrAddress
          label="Upload an avatar"
          accept={acceptedPictures}
          isMany={false}
          onFiles={(files) => void writing.upload(files, true)}
          onAsk={() => setAsking(!isAsking)}
        />
        <Button look="quiet" isDisabled={address === null} onPress={() => writing.write({ profileImageUrl: null })}>
          None
        </Button>
      </div>
      {isAsking ? (
        <AddressField
          label="Address of the avatar"
          isForPictureOnly
          onTake={({ mediaUrl }) => writing.write({ profileImageUrl: mediaUrl })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </FormField>
  );
}
