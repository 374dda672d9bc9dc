/** The two buttons that add media: upload a file, or enter a URL. */

import { Plug, Upload } from 'lucide-react';
import { useRef } from 'react';
import { say } from '../../core/language/say.ts';
import { Button } from '../ui/Button.tsx';

type UploadOrUrlProps = {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onFromUrl: () => void;
};

export function UploadOrUrl({ label, accept, isMultiple, onFiles, onFromUrl }: UploadOrUrlProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onPress={() => field.current?.click()}>
        <Upload />
        {say('Upload')}
      </Button>
      <input
        ref={field}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button onPress={onFromUrl}>
        <Plug />
        {say('From URL')}
      </Button>
    </>
  );
}
