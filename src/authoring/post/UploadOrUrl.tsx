/** The two buttons that add media: upload a file, or enter a URL. */
import { Plug, Upload } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { FileButton } from './FileButton.tsx';

type UploadOrUrlProps = {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFromUrl: () => void;
};

export function UploadOrUrl({ label, accept, isMultiple, onFiles, onFromUrl }: UploadOrUrlProps) {
  return (
    <>
      <FileButton label={label} accept={accept} isMultiple={isMultiple} onFiles={onFiles}>
        <Upload />
        Upload
      </FileButton>
      <Button onPress={onFromUrl}>
        <Plug />
        From URL
      </Button>
    </>
  );
}
