/** The two ways a picture or film comes into a post: files of this computer, or an address. */
import { Plug, Upload } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { FileButton } from './FileButton.tsx';

type UploadOrAddressProps = {
  readonly label: string;
  readonly accept: string;
  readonly isMany: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onAsk: () => void;
};

export function UploadOrAddress({ label, accept, isMany, onFiles, onAsk }: UploadOrAddressProps) {
  return (
    <>
      <FileButton label={label} accept={accept} isMany={isMany} onFiles={onFiles}>
        <Upload aria-hidden="true" />
        Upload
      </FileButton>
      <Button onPress={onAsk}>
        <Plug aria-hidden="true" />
        By address
      </Button>
    </>
  );
}
